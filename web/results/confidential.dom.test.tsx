import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { voteAsNewPerson } from "../../server/testing/voteAsNewPerson.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
beforeAll(async () => {
  t = await startServer();
  owner = await signUp(t, { role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
});
afterAll(() => t.close());

/** A confidential survey on which this many people voted Yes, and one more No. */
async function votedOn(yes: number, Title = "Is this confidential?") {
  const id = await t.makeSurvey(owner, {
    publishedBy: admin,
    Title,
    deadline: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    results: "afterClose",
    privacy: "confidential",
  });
  for (let index = 0; index <= yes; index++) {
    const comments = index === 0 ? "Well asked" : "";
    await voteAsNewPerson(t, id, index < yes ? 1 : 0, { name: `Voter ${index}`, comments });
  }
  return id;
}
const close = (id: string) => t.request(surveys.closeSurvey, { as: admin, params: { id } });

async function openSurvey(id: string, as?: Account) {
  const page = await openPage(t, `/surveydetails/${id}`, as && { as });
  return { ...page, panel: within(page.getByRole("region", { name: "Result and vote" })) };
}
const whole = () => document.body.textContent ?? "";

test("a voter reads what confidential means, votes, and sees their own vote, without a receipt", async () => {
  const id = await votedOn(4);
  const { user, panel, ...page } = await openSurvey(id, await signUp(t, { name: "Uma Confident" }));
  await user.click(
    await panel.findByRole("button", {
      name: /^Confidential vote · result on \d\d-\d\d-\d{4} · votes are final How it works$/,
    }),
  );
  const rules = within(await page.findByRole("dialog", { name: "How this survey works" }));
  rules.getByText("On this site, only you can see how you voted. You can't change your vote afterwards.");
  rules.getByText(/so the people who run the server could look it up\.$/);
  rules.getByText(/With fewer than 5 votes, neither appears, because they could reveal how someone voted\./);
  await user.click(rules.getByRole("button", { name: "Close" }));

  await user.click(panel.getByRole("radio", { name: "Yes" }));
  await user.click(await panel.findByRole("button", { name: "Vote Yes" }));
  expect((await panel.findByText(/^Your vote is in:/)).textContent).toBe("Your vote is in:  Yes");
  panel.getByText("Your vote is counted. On this site, only you can see how you voted.");
  expect(whole()).not.toContain("Your receipt");
  expect(whole()).toContain("Votes on this survey are confidential.");
  expect(whole()).not.toMatch(/Voter \d/);
  expect(page.queryByRole("table")).toBeNull();

  await user.click(panel.getByRole("button", { name: "Check the result yourself" }));
  const check = within(await page.findByRole("dialog", { name: "Check the result yourself" }));
  check.getByText("Voting is still open. The fingerprint is published when it ends.");
  expect(check.queryByRole("button", { name: "Check" })).toBeNull();
});

test("at the end the owner sees the result, like everyone else, and comments with names only; the numbers can be checked", async () => {
  const id = await votedOn(4);
  await close(id);
  const { user, panel, ...page } = await openSurvey(id, owner);
  panel.getByText("Yes won, 4 to 1");
  const comment = (await page.findByText("Well asked")).closest("li") as HTMLElement;
  expect(comment.textContent).toBe("Voter 0Well asked");
  expect(page.queryByRole("group", { name: "Show comments" })).toBeNull();
  expect(page.queryByRole("table")).toBeNull();
  expect(whole()).toContain(
    "No one on this site sees how other people voted, not even the survey's owner and the admins.",
  );
  await user.click(panel.getByRole("button", { name: "Check the result yourself" }));
  const check = within(await page.findByRole("dialog", { name: "Check the result yourself" }));
  expect(check.queryByRole("textbox")).toBeNull();
  await user.click(check.getByRole("button", { name: "Check" }));
  await check.findByText("The numbers match their fingerprint: 4 yes and 1 no");
  check.getByText(/This doesn't prove that the votes were counted correctly/);
});

test("with fewer than five votes no result is shown, and the page says why", async () => {
  const id = await votedOn(3);
  await close(id);
  const { panel, ...page } = await openSurvey(id, owner);
  await panel.findByText("Too few votes to show a result. With fewer than 5, it could reveal how someone voted.");
  panel.getByText("4 people have voted", { selector: ":not(.sr-only)" });
  await page.findByText("Other people's comments are hidden, because too few people voted.");
  expect(whole()).not.toMatch(/Well asked|\d%|won/);
});

test("the owner reads that voting can't be closed early with few votes, and why the responses don't list votes", async () => {
  const id = await votedOn(3);
  const few = await openPage(t, `/dashboard/surveys/${id}`, { as: owner });
  await few.findByText("You can close voting early once 5 people have voted.");
  expect(few.queryByRole("button", { name: "Close voting" })).toBeNull();
  const { user, ...page } = await openPage(t, `/dashboard/surveys/${await votedOn(4)}`, { as: owner });
  await user.click(await page.findByRole("button", { name: "Close voting" }));
  const dialog = within(await page.findByRole("dialog", { name: "Close voting now?" }));
  dialog.getByText(/Only a list of invited people makes this limit reliable\.$/);

  const responses = await openPage(t, `/dashboard/surveyor/surveys/${id}`, { as: owner });
  await responses.findByText(/^Votes on this survey are confidential\./);
  expect(responses.queryByRole("button", { name: "CSV export" })).toBeNull();
  expect(whole()).not.toMatch(/Voter \d/);
});
