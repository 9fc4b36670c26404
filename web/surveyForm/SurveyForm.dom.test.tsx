import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { makePerson } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { moveToTimeZone } from "../testing/moveToTimeZone.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
beforeAll(async () => {
  t = await startServer({ surveyReview: "listed" });
  owner = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
});
afterAll(() => t.close());

type Page = Awaited<ReturnType<typeof openPage>>;

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

async function fill({ user, ...page }: Page, label: RegExp, text: string): Promise<void> {
  const field = await page.findByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
}
const title = /^Your question/;
const save = ({ user, ...page }: Page) => user.click(page.getByRole("button", { name: "Update survey" }));
/** In this DOM the form can't choose the stored category. */
const choose = ({ user, ...page }: Page) => user.selectOptions(page.getByLabelText("Category"), "Food Preparation");

test("the dashboard says what an admin reviews, and that a show of hands is published right away", async () => {
  const page = await openPage(t, "/dashboard/surveyAdd", { as: owner });
  await page.findByText(/^Questions open to everyone.*shows of hands, are published right away\.$/);
  await page.findByRole("button", { name: "Submit for review" });
  page.getByText("An admin reads it first.");
  await page.user.click(page.getByRole("radio", { name: /^Show of hands/ }));
  await page.findByRole("button", { name: "Publish" });
  page.getByText("Published right away.");
  expect(page.queryByRole("button", { name: "Submit for review" })).toBeNull();
});

test("before the first vote a survey can be changed completely; the draft survives a reload, and the change awaits review", async () => {
  moveToTimeZone("Pacific/Auckland");
  // On the next day there.
  const deadline = `${inDays(10).slice(0, 10)}T20:00:00.000Z`;
  const id = await t.makeSurvey(owner, { publishedBy: admin, Title: "Can this change?", deadline });
  const list = await openPage(t, "/dashboard/surveyor/allupdate", { as: owner });
  await list.user.click(await list.findByRole("link", { name: "Update: Can this change?" }));
  expect(await list.findByLabelText(title)).toHaveProperty("value", "Can this change?");
  expect(location.pathname).toBe(`/dashboard/surveyor/update/${id}`);
  expect(list.getByLabelText(/^Deadline/)).toHaveProperty("value", inDays(11).slice(0, 10));
  await fill(list, title, "Has this changed?");

  const page = await openPage(t, location.pathname, { browser: list.browser });
  await waitFor(async () => expect(await page.findByLabelText(title)).toHaveProperty("value", "Has this changed?"));
  // The reviewed version is the public one: the owner is warned before saving.
  await page.findByText(/^Saving a change takes this survey offline/);
  await choose(page);
  await save(page);
  await page.findByRole("heading", { name: "Has this changed? is updated to the Survey." });
  await page.findByText(/^Submitted for review\./);
  expect(await t.request(surveys.getSurvey, { as: owner, params: { id } })).toMatchObject({ status: surveys.WAITING });
  await page.user.click(page.getByRole("button", { name: "Change more" }));
  expect(await page.findByLabelText(title)).toHaveProperty("value", "Has this changed?");
});

test("a change of a survey that starts later offers neither to present nor to share it before", async () => {
  const later = { createDate: inDays(1), deadline: inDays(9), scheduled: true };
  const id = await t.makeSurvey(owner, { Title: "Is it later?", electorate: "link", ...later });
  const page = await openPage(t, `/dashboard/surveyor/update/${id}`, { as: owner });
  await fill(page, title, "Does it start later?");
  await choose(page);
  await save(page);
  await page.findByRole("heading", { name: /^Does it start later\? is updated/ });
  await page.findByText(/^Scheduled for/);
  page.getByText("You can share this survey once it starts.");
  expect(page.queryByRole("link", { name: "Show on the screen" })).toBeNull();
});

test("after the first vote, even one that arrives while the form is open, only a note and a later deadline are accepted", async () => {
  const Title = "Has anyone voted?";
  const id = await t.makeSurvey(owner, { publishedBy: admin, Title, deadline: inDays(10) });
  const page = await openPage(t, `/dashboard/surveyor/update/${id}`, { as: owner });
  await fill(page, title, "Too late?");
  await choose(page);
  const voter = await makePerson(t.database, t.tokens);
  await t.request(castVote, { as: voter, body: { SurveyID: id, vote: 1 } });
  await save(page);
  expect((await page.findByRole("alert")).textContent).toContain("once people have voted");
  await page.findByRole("heading", { name: /^People have voted, so the question/ });
  expect(page.queryByLabelText(title)).toBeNull();
  await expectAccessible();

  await fill(page, /^Note/, "We meant weekdays.");
  await fill(page, /^Deadline/, inDays(5).slice(0, 10));
  await save(page);
  await waitFor(() =>
    expect(page.getByRole("alert").textContent).toContain("the deadline can only be moved to a later day"),
  );
  await fill(page, /^Deadline/, inDays(20).slice(0, 10));
  await save(page);
  await page.findByRole("heading", { name: `${Title} is updated to the Survey.` });
  await page.user.click(page.getByRole("link", { name: "See the survey" }));
  await page.findByText("We meant weekdays.");
  await page.findByRole("heading", { level: 1, name: Title });
});

test("after the end the form shows the question and says that it can't change, with neither a field nor a button", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin, Title: "Is it over?", deadline: inDays(10) });
  await t.request(castVote, { as: await makePerson(t.database, t.tokens), body: { SurveyID: id, vote: 1 } });
  await t.request(surveys.closeSurvey, { as: owner, params: { id } });
  const page = await openPage(t, `/dashboard/surveyor/update/${id}`, { as: owner });
  const question = within(
    await page.findByRole("region", { name: "This survey has ended, so it can no longer change" }),
  );
  question.getByText("Is it over?");
  question.getByText("1 person voted.");
  expect(page.queryByRole("textbox", { name: /^Note/ })).toBeNull();
  expect(page.queryByRole("button", { name: "Update survey" })).toBeNull();
  await expectAccessible();
});

test("a surveyor duplicates a survey, with a preview of what is typed, and deletes those without votes", async () => {
  const id = await t.makeSurvey(owner, { Title: "Is it copied?", Description: "Twice" });
  const page = await openPage(t, `/dashboard/surveys/${id}/settings`, { as: owner });
  await page.user.click(await page.findByRole("link", { name: "Duplicate" }));
  await page.findByText(/^This is a copy\./);
  expect(await page.findByLabelText(title)).toHaveProperty("value", "Is it copied?");
  expect(page.getByLabelText(/^Description/)).toHaveProperty("value", "Twice");
  await fill(page, title, "Is this the copy?");
  await fill(page, /^Describe the picture/, "Two sheets of paper");
  await choose(page);
  await page.user.click(page.getByRole("button", { name: "Preview" }));
  const preview = within(await page.findByRole("region", { name: "Check your question" }));
  preview.getByRole("heading", { name: "Is this the copy?" });
  expect(preview.getByRole("radio", { name: "Yes" }).closest("fieldset[disabled]")).not.toBeNull();
  await expectAccessible();
  await page.user.click(preview.getByRole("button", { name: "Change it" }));
  expect(page.getByLabelText(title)).toHaveProperty("value", "Is this the copy?");
  await page.user.click(page.getByRole("button", { name: "Submit for review" }));
  await page.findByRole("heading", { name: /^Is this the copy\? is added/ });
  await page.user.click(within(page.getByRole("main")).getByRole("link", { name: "Your surveys" }));
  await page.findByRole("link", { name: "Is this the copy?" });
  page.getByRole("link", { name: "Is it copied?" });

  const list = await openPage(t, "/dashboard/surveyor/allupdate", { browser: page.browser });
  for (const name of ["Is it copied?", "Is this the copy?"]) {
    await list.user.click(await list.findByRole("link", { name: `Manage: ${name}` }));
    await list.user.click(await list.findByRole("link", { name: "Settings" }));
    await list.user.click(await list.findByRole("button", { name: "Delete" }));
    const dialog = within(await list.findByRole("dialog", { name: "Delete this survey?" }));
    await list.user.click(dialog.getByRole("button", { name: "Delete" }));
    // The page is gone with its survey.
    await waitFor(() => expect(location.pathname).toBe("/dashboard/surveyor/surveys"));
    await list.findByRole("heading", { level: 1, name: "responses of surveys" });
    await waitFor(() => expect(list.queryByRole("link", { name })).toBeNull());
    history.go(-3);
  }
  const left = await t.request(surveys.listMySurveys, { as: owner, query: { email: owner.email } });
  expect(left.map(({ Title }) => Title)).not.toContain("Is this the copy?");
});
