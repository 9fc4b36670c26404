import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, dayMonthYear, isoDay } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { makePerson } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { voteAsNewPerson } from "../../server/testing/voteAsNewPerson.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

/** Noon, so that it is the same day in most time zones. */
const DEADLINE = `${isoDay(Date.now() + 30 * DAY_MS, "UTC")}T12:00:00.000Z`;
const DAY = dayMonthYear(DEADLINE, "UTC");

let t: TestApp;
let owner: Account;
let admin: Account;
beforeAll(async () => {
  t = await startServer();
  owner = await signUp(t, { role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
});
afterAll(() => t.close());

/** A published survey on which people have given these answers, each with a comment. */
async function votedOn(settings: Partial<Parameters<TestApp["makeSurvey"]>[1]>, answers: readonly (0 | 1 | 2)[]) {
  const id = await t.makeSurvey(owner, { publishedBy: admin, unsure: true, ...settings });
  for (const [index, vote] of answers.entries())
    await voteAsNewPerson(t, id, vote, { name: `Voter ${index}`, comments: `Comment ${index}` });
  return id;
}

async function openSurvey(id: string, as?: Account) {
  const page = await openPage(t, `/surveydetails/${id}`, as && { as });
  return { ...page, panel: within(page.getByRole("region", { name: "Result and vote" })) };
}

const whole = () => document.body.textContent ?? "";

/** Without the copy for screen readers, which announces a new result. */
const visible = { selector: ":not(.sr-only)" };

test("until the end everyone reads the turnout, when the result opens, and no answer, name or comment", async () => {
  const id = await votedOn({ results: "afterClose", deadline: DEADLINE }, [1, 1, 2]);
  for (const as of [undefined, owner, admin]) {
    const { panel } = await openSurvey(id, as);
    await panel.findByText("3 people have voted", visible);
    expect(whole()).toContain(`Everyone sees the result when voting ends, on ${DAY}, `);
    expect(whole()).not.toMatch(/\d%|Voter \d|Comment \d|leads|not sure$/);
    expect(whole()).toContain(`Other people's votes appear with the result, on ${DAY}, `);
    expect(whole()).toContain(`Other people's comments appear with the result, on ${DAY}, `);
    // Networks keep what they have read.
    expect(document.querySelector('meta[property="og:description"]')?.getAttribute("content")).not.toMatch(/\d/);
  }
});

test("after voting, a person sees their own answer and when the result opens", async () => {
  const id = await votedOn({ results: "afterClose", deadline: DEADLINE }, [1]);
  const voter = await signUp(t, { name: "Uma Unsure" });
  const { user, panel, ...page } = await openSurvey(id, voter);
  await user.click(
    await panel.findByRole("button", {
      name: /^Open vote · result on \d\d-\d\d-\d{4} · votes are final How it works$/,
    }),
  );
  const dialog = within(await page.findByRole("dialog", { name: "How this survey works" }));
  dialog.getByRole("heading", { name: "Everyone sees the result when voting ends" });
  dialog.getByText(/That includes the survey's owner and the admins\./);
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Close" }));

  await user.click(panel.getByRole("radio", { name: "Not sure" }));
  await user.click(await panel.findByRole("button", { name: "Vote Not sure" }));
  const stored = await panel.findByText(/^Your vote is in:/);
  expect(stored.textContent).toBe("Your vote is in:  Not sure");
  await panel.findByText("2 people have voted", visible);
  const table = within(await page.findByRole("table", { name: "All votes, newest first" }));
  expect(table.getAllByRole("row")).toHaveLength(2);
  table.getByText("Uma Unsure");
});

test("where each person sees the result after their own vote, it appears with the vote and stays live", async () => {
  const id = await votedOn({ results: "afterVote" }, [1, 1, 0, 2]);
  const voter = await signUp(t, { name: "Nora No" });
  const { user, panel, ...page } = await openSurvey(id, voter);
  await panel.findByText("4 people have voted", visible);
  await user.click(await panel.findByRole("radio", { name: "No" }));
  await user.click(await panel.findByRole("button", { name: "Vote No" }));
  await panel.findByText("A tie, 2 to 2; 1 not sure");
  panel.getByText("Not sure 1");
  // The votes and the comments.
  await waitFor(() => expect(page.getAllByText("Voter 3")).toHaveLength(2));

  const late = await makePerson(t.database, t.tokens);
  await t.request(votes.castVote, { as: late, body: { SurveyID: id, vote: 1 } });
  await panel.findByText("Yes leads, 3 to 2; 1 not sure");
});

test("a survey that was closed early says who closed it and when it was planned to end", async () => {
  const id = await votedOn({ results: "afterClose", deadline: DEADLINE }, [1, 0, 1]);
  await t.request(surveys.closeSurvey, { as: owner, params: { id } });
  const { panel } = await openSurvey(id);
  panel.getByText("Yes won, 2 to 1");
  expect(whole()).toMatch(new RegExp(`Closed early by its owner on \\d\\d-\\d\\d-\\d{4}; planned until ${DAY}\\.`));
  expect(whole()).toContain("Voter 0");
  expect(document.querySelector('meta[property="og:description"]')?.getAttribute("content")).toContain(
    "Yes won, 2 to 1.",
  );
  await openPage(t, `/surveys/${id}/results`);
  expect(whole()).toMatch(new RegExp(`Closed early by its owner on \\d\\d-\\d\\d-\\d{4}; planned until ${DAY}\\.`));
});

test("people who voted read that a survey was closed early, too", async () => {
  const id = await votedOn({ results: "afterClose", deadline: DEADLINE }, [1]);
  const voter = await signUp(t);
  await t.request(votes.castVote, { as: voter, body: { SurveyID: id, vote: 0 } });
  await t.request(surveys.closeSurvey, { as: owner, params: { id } });
  const { panel } = await openSurvey(id, voter);
  await panel.findByText("Your receipt");
  const note = panel.getByText(/^Closed early by its owner/);
  expect(note.textContent).toContain(`planned until ${DAY}`);
});

test("the owner closes an open survey on its page, after reading what that means", async () => {
  const id = await votedOn({ results: "afterClose", deadline: DEADLINE, Title: "Close me?" }, [1]);
  const { user, ...page } = await openPage(t, `/dashboard/surveys/${id}`, { as: owner });
  await user.click(await page.findByRole("button", { name: "Close voting" }));
  const dialog = within(await page.findByRole("dialog", { name: "Close voting now?" }));
  expect(dialog.getByText(/Voting can't be reopened\./).textContent).toContain(`planned until ${DAY}`);
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Close voting" }));
  await page.findByText("Voting closed: Close me?");
  expect(await t.request(surveys.getSurveyResults, { params: { id } })).toMatchObject({ yesVotes: 1 });
  await page.findByRole("button", { name: "Announce the outcome" });
  expect(page.queryByRole("button", { name: "Close voting" })).toBeNull();
});

test("the table of a surveyor shows the turnout of hidden results, and no counts", async () => {
  const surveyor = await signUp(t, { role: "surveyor" });
  const id = await t.makeSurvey(surveyor, { publishedBy: admin, results: "afterVote", Title: "Hidden?" });
  const as = await makePerson(t.database, t.tokens);
  await t.request(votes.castVote, { as, body: { SurveyID: id, vote: 1 } });
  const page = await openPage(t, "/dashboard/surveyor/surveys", { as: surveyor });
  const row = within(await page.findByRole("row", { name: /Hidden\?/ }));
  const [yes, no, total] = row.getAllByRole("cell").slice(2, 5);
  expect([yes, no, total].map((cell) => cell?.textContent)).toEqual(["Yes–", "No–", "Total1"]);
});

test("after a survey was published, its owner reads how people vote, with the reason why it stays", async () => {
  const id = await votedOn({ results: "afterClose", deadline: DEADLINE }, []);
  const page = await openPage(t, `/dashboard/surveyor/update/${id}`, { as: owner });
  const section = within(await page.findByRole("region", { name: "How people vote" }));
  section.getByText("Everyone with an account · Result when voting ends · Yes, No or Not sure");
  section.getByText(/they can't change once the survey is published/);
  expect(section.queryByRole("radio")).toBeNull();
});

test("an admin reads how people vote before publishing", async () => {
  const Title = "Should we move to the old mill?";
  await t.makeSurvey(owner, { Title, results: "afterClose", deadline: DEADLINE, unsure: true });
  const list = await openPage(t, "/dashboard/admin/surveys?q=old+mill", { as: admin });
  await list.user.click(await list.findByRole("button", { name: `publish: ${Title}` }));
  const dialog = await list.findByRole("dialog", { name: "Publish this survey?" });
  expect(dialog.textContent).toContain("Everyone when voting ends");
  expect(dialog.textContent).toContain("Yes, No or Not sure");
  await expectAccessible();
  await list.user.click(within(dialog).getByRole("button", { name: "publish" }));
  await list.findByText(`${Title} is published.`);
});
