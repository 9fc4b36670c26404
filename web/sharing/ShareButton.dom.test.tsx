import { listShortAddresses } from "@survey-app/contract/sharing/shortAddresses.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
let surveyor: Account;
beforeAll(async () => {
  t = await startServer({ surveyReview: "listed" });
  admin = await signUp(t, { name: "Ada Admin", role: "admin" });
  surveyor = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
});
afterAll(() => t.close());

/** The short address that the owner's page has created. */
async function shortUrlOf(app: TestApp, id: string): Promise<string> {
  const { flyer } = await app.request(listShortAddresses, { params: { id } });
  expect(flyer).toHaveLength(8);
  return `${app.config.publicUrl}/v/${flyer}`;
}

const urlOf = (id: string) => `${t.config.publicUrl}/surveydetails/${id}`;

test("a voter shares the question and its link, without their choice", async () => {
  const id = await t.makeSurvey(surveyor, { publishedBy: admin, Title: "Shall we share?" });
  const voter = await signUp(t);
  await t.request(castVote, { as: voter, body: { SurveyID: id, vote: 0 } });
  const { user, ...page } = await openPage(t, `/surveydetails/${id}?vote=0`, { as: voter });
  const shared: ShareData[] = [];
  Object.assign(navigator, { share: async (data: ShareData) => void shared.push(data) });

  await user.click(await page.findByRole("button", { name: "Share this survey" }));
  const panel = within(await page.findByRole("dialog", { name: "Share this survey" }));
  expect(await panel.findByLabelText("Link")).toHaveProperty("value", urlOf(id));
  expect(panel.getByLabelText("Message with the link")).toHaveProperty(
    "value",
    `Shall we share?\nVote Yes or No: ${urlOf(id)}`,
  );
  await user.click(panel.getByRole("button", { name: "Share with an app" }));
  expect(shared).toEqual([{ title: "Shall we share?", text: "Shall we share?\nVote Yes or No:", url: urlOf(id) }]);

  await user.click(panel.getByRole("button", { name: "Copy message" }));
  await panel.findByRole("button", { name: "Message copied" });
  expect(await navigator.clipboard.readText()).toBe(`Shall we share?\nVote Yes or No: ${urlOf(id)}`);
});

test("the owner shares the short address, which is in the link, the message and the QR code, and everyone shares it from then on", async () => {
  const id = await t.makeSurvey(surveyor, { publishedBy: admin, Title: "Is it short?" });
  for (const reader of [surveyor, null]) {
    const { user, ...page } = await openPage(t, `/surveydetails/${id}`, reader ? { as: reader } : {});
    await user.click(await page.findByRole("button", { name: "Share" }));
    const link = await page.findByLabelText("Link");
    const short = await shortUrlOf(t, id);
    expect(link).toHaveProperty("value", short);
    expect(page.getByLabelText("Message with the link")).toHaveProperty(
      "value",
      `Is it short?\nVote Yes or No: ${short}`,
    );
  }
});

test("a survey for invited people is shared by its own address", async () => {
  const id = await t.makeSurvey(surveyor, { publishedBy: admin, electorate: "invited" });
  const { user, ...page } = await openPage(t, `/surveydetails/${id}`, { as: surveyor });
  await user.click(await page.findByRole("button", { name: "Share" }));
  expect(await page.findByLabelText("Link")).toHaveProperty("value", urlOf(id));
});

test("closing the share sheet isn't a failure, and one that fails points to the link", async () => {
  const id = await t.makeSurvey(surveyor, { publishedBy: admin });
  const { user, ...page } = await openPage(t, `/surveydetails/${id}`);
  const errors = [new DOMException("closed", "AbortError"), new DOMException("none", "NotAllowedError")];
  Object.assign(navigator, { share: () => Promise.reject(errors.shift()) });
  await user.click(await page.findByRole("button", { name: "Share" }));
  const share = await page.findByRole("button", { name: "Share with an app" });
  await user.click(share);
  expect(page.queryByText(/Copy the link instead/)).toBeNull();
  await user.click(share);
  await page.findByText("Sharing with an app didn't work. Copy the link instead.");
});

test("after voting has ended, the message invites people to see the result", async () => {
  const id = await t.makeSurvey(surveyor, { publishedBy: admin, Title: "Over?" });
  await t.database.db
    .updateTable("surveys")
    .set({ ends_at: Date.now() - 1 })
    .where("id", "=", id)
    .execute();
  const { user, ...page } = await openPage(t, `/surveydetails/${id}`);
  await user.click(await page.findByRole("button", { name: "Share" }));
  expect(await page.findByLabelText("Message with the link")).toHaveProperty(
    "value",
    `Over?\nSee the result: ${urlOf(id)}`,
  );
});

test("surveys that await review or their start can't be shared, and say why", async () => {
  const owner = await signUp(t, { name: "Olga Owner", role: "surveyor" });
  const createDate = new Date(Date.now() + 5 * DAY_MS).toISOString();
  const waiting = await t.makeSurvey(owner, { Title: "Waiting?" });
  const later = await t.makeSurvey(owner, { publishedBy: admin, Title: "Later?", createDate, scheduled: true });
  await t.makeSurvey(owner, { publishedBy: admin, Title: "Running?" });

  const first = await openPage(t, `/surveydetails/${waiting}`, { as: owner });
  await first.findByText("You can share this survey once it's published.");
  expect(first.queryByRole("button", { name: "Share" })).toBeNull();
  const second = await openPage(t, `/surveydetails/${later}`, { as: owner });
  await second.findByText("You can share this survey once it starts.");

  const table = await openPage(t, "/dashboard/surveyor/surveys", { as: owner });
  await table.findByText("Once published");
  await table.findByText("Once it starts");
  expect(table.getAllByRole("button", { name: /^Share: / }).map((button) => button.getAttribute("aria-label"))).toEqual(
    ["Share: Running?"],
  );
});

test("a change that stays published ends with the way to share it", async () => {
  const open = await startServer({ surveyReview: "off" });
  const owner = await signUp(open, { role: "surveyor" });
  const id = await open.makeSurvey(owner, { Title: "First wording?" });
  const { user, ...page } = await openPage(open, `/dashboard/surveyor/update/${id}`, { as: owner });
  const title = await page.findByLabelText("Your question (title)");
  await user.clear(title);
  await user.type(title, "Second wording?");
  await user.selectOptions(page.getByLabelText("Category"), "Food Preparation");
  await user.click(page.getByRole("button", { name: "Update survey" }));
  await page.findByText("Your survey is published. Share it so people can vote.");
  await user.click(await page.findByRole("button", { name: "Share" }));
  expect(await page.findByLabelText("Message with the link")).toHaveProperty(
    "value",
    `Second wording?\nVote Yes or No: ${await shortUrlOf(open, id)}`,
  );
  await open.close();
});
