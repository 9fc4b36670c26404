import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { LATER_YEAR } from "../../server/testing/laterYear.ts";
import { makePerson } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { voteAsNewPerson } from "../../server/testing/voteAsNewPerson.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { moveToTimeZone } from "../testing/moveToTimeZone.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
let owner: Account;
/** A survey with two votes, Yes and No. */
let survey: string;
beforeAll(async () => {
  t = await startServer();
  admin = await signUp(t, { name: "Ada Admin", role: "admin" });
  owner = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
  survey = await t.makeSurvey(owner, { publishedBy: admin, Title: "Is it read?" });
  for (const vote of [1, 0] as const) await voteAsNewPerson(t, survey, vote);
});
afterAll(() => t.close());

const panelOf = (page: Awaited<ReturnType<typeof openPage>>) => page.getByRole("region", { name: "Result and vote" });

test("a visitor reads a survey, its totals and its votes, and sees Sign in instead of the vote button", async () => {
  const page = await openPage(t, `/surveydetails/${survey}`);
  expect(document.title).toBe("Survey App || Is it read?");
  page.getByRole("heading", { level: 1, name: "Is it read?" });
  const panel = within(panelOf(page));
  expect(panelOf(page).textContent).toMatch(/Yes.*1 vote.*No.*1 vote/);
  panel.getByText("Sign up or sign in to vote");
  expect(panel.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe(
    `/login?returnTo=${encodeURIComponent(`/surveydetails/${survey}`)}`,
  );
  expect(panel.queryByRole("button", { name: /^Vote( Yes| No)?$/ })).toBeNull();
  const table = page.getByRole("table", { name: /^All votes/ });
  expect(within(table).getAllByRole("row")[1]?.textContent).toContain("•••@e•••.org");
  expect(table.textContent).not.toContain("@example");
  page.getByText("Showing 2 of 2");
});

test("a survey that was closed early names the day on which it ended, and the one that was planned", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin, deadline: "2126-12-10T06:00:00Z" });
  const running = await openPage(t, `/surveydetails/${id}`);
  expect(running.getByRole("main").textContent).toMatch(/ from \S+ to 10-12-2126/);
  await t.request(closeSurvey, { as: owner, params: { id } });
  const closed = await openPage(t, `/surveydetails/${id}`);
  expect(closed.getByRole("main").textContent).toMatch(/ from \S+ to \S+-20\d\d, .* · ended/);
  expect(closed.getByRole("main").textContent).toContain("planned until 10-12-2126");
});

test("a survey that has ended says so to visitors too", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin });
  const as = await makePerson(t.database, t.tokens);
  await t.request(votes.castVote, { as, body: { SurveyID: id, vote: 1 } });
  const past = Date.now() - 1000;
  await t.database.db.updateTable("surveys").set({ starts_at: 1, ends_at: past }).where("id", "=", id).execute();
  const page = await openPage(t, `/surveydetails/${id}`);
  page.getByText("end");
  expect(page.getByRole("button", { name: "ended" })).toHaveProperty("disabled", true);
  expect(panelOf(page).textContent).toMatch(/Voting ended on \d\d-\d\d-\d{4}\./);
  expect(panelOf(page).textContent).toContain("1 vote");
});

test("a secret survey that awaits review speaks of the votes to come, not of votes that were cast", async () => {
  const id = await t.makeSurvey(owner, {
    privacy: "secret",
    results: "afterClose",
    deadline: new Date(Date.now() + DAY_MS).toISOString(),
  });
  const page = await openPage(t, `/surveydetails/${id}`, { as: owner });
  await page.findByText("Votes on this survey are secret. Answers are never stored with a person.");
  expect(page.getByRole("main").textContent).not.toContain("were never stored");
});

test("a visitor of a survey for invited people reads who sees its result, not that the visitor will", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin, electorate: "invited", results: "afterVote" });
  const page = await openPage(t, `/surveydetails/${id}`);
  await page.findByText("This survey is for invited people");
  const whole = page.getByRole("main").textContent ?? "";
  expect(whole).not.toMatch(/after you vote|you'll see the result/i);
  expect(whole).toMatch(/after they vote/);
});

test.each(["Pacific/Auckland", "America/Los_Angeles"])(
  "days that came without a zone are the same in %s",
  async (zone) => {
    moveToTimeZone(zone);
    const days = { createDate: "2026-01-05", deadline: `${LATER_YEAR}-12-31` };
    const id = await t.makeSurvey(owner, { publishedBy: admin, ...days });
    const page = await openPage(t, `/surveydetails/${id}`);
    await page.findByText(/05-01-2026/);
    const byline = page.getByText(/05-01-2026/).closest("p")?.textContent ?? "";
    expect(byline).toContain(`31-12-${LATER_YEAR}`);
    expect(byline).not.toContain(":");
  },
);

test("a scheduled survey is a preview for its owner, in their time zone, and not found for visitors", async () => {
  moveToTimeZone("Pacific/Auckland");
  const id = await t.makeSurvey(owner, {
    publishedBy: admin,
    createDate: `${LATER_YEAR}-12-10T06:00:00Z`,
    scheduled: true,
  });
  const page = await openPage(t, `/surveydetails/${id}`, { as: owner });
  await page.findByText(/^This is a preview\./);
  expect(page.getByRole("main").textContent).toContain(`Scheduled for 10-12-${LATER_YEAR}, 19:00`);
  expect(page.queryByRole("radio")).toBeNull();
  await expectAccessible();
  await (await openPage(t, `/surveydetails/${id}`)).findByRole("heading", { level: 1, name: "Page not found" });

  const { user, ...form } = await openPage(t, `/dashboard/surveyor/update/${id}`, { as: owner });
  const start = await form.findByLabelText(/^Start date/);
  expect(start).toHaveProperty("value", `${LATER_YEAR}-12-10`);
  expect(form.getByLabelText(/^Start time/)).toHaveProperty("value", "19:00");
  expect(form.getByRole("checkbox", { name: /Hide the survey until it starts/ })).toHaveProperty("checked", true);
  await expectAccessible();
  await user.clear(start);
  await user.type(start, "2024-12-10");
  await waitFor(() => expect(form.queryByRole("checkbox", { name: /Hide the survey/ })).toBeNull());
});

test("the simple voting page can cast a vote too", async () => {
  const id = await t.makeSurvey(owner, {
    publishedBy: admin,
    Title: "Is the simple page enough?",
    Description: "Yes means so.",
  });
  const member = await signUp(t, { name: "Pia Pro", isMember: true });
  const { user, ...page } = await openPage(t, `/vote/${id}`, { as: member });
  const panel = within(await page.findByRole("region", { name: "Result and vote" }));
  page.getByText("Yes means so.");
  await user.click(await panel.findByRole("radio", { name: "No" }));
  expect(panel.queryByLabelText("Comment")).toBeNull();
  await user.click(await panel.findByRole("button", { name: "Vote No" }));
  await page.findAllByText("Is the simple page enough? is your vote.");
  await page.findByText(/^You voted/);
  await user.click(page.getByRole("link", { name: "Picture, description and all votes" }));
  const row = await page.findByRole("row", { name: /Pia Pro/ });
  await waitFor(() => expect(row.textContent).toContain("you"));
  expect((await page.findByText(/^You voted/)).textContent).toMatch(/No$/);
});
