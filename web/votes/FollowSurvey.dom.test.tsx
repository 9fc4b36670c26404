import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { within } from "@testing-library/dom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { invitedSurveys, secretSettings } from "../../server/testing/invitedSurveys.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
let invited: ReturnType<typeof invitedSurveys>;
beforeAll(async () => {
  t = await startServer();
  [owner, admin] = [await signUp(t, { role: "surveyor" }), await signUp(t, { role: "admin" })];
  invited = invitedSurveys(() => ({ t, surveyor: owner, admin }));
});
afterAll(() => t.close());

const NAME = "Email me the result";
const LATER = /^If you vote, you'll get an email/;
const NOW = /^You'll get an email when voting ends/;
const open = (settings = {}) => t.makeSurvey(owner, { publishedBy: admin, ...settings });
const onList = async (voter: Account) => {
  await t.database.db.updateTable("users").set({ email_verified: 1 }).where("email", "=", voter.email).execute();
  return (await invited.makeOpen(0, {}, [voter.email])).id;
};
const follows = async (id: string, as: Account) =>
  (await t.request(outcomes.getFollow, { as, params: { id } })).follows;

async function openSurvey(id: string, as?: Account) {
  const { user, ...page } = await openPage(t, `/surveydetails/${id}`, as && { as });
  const panel = within(page.getByRole("region", { name: "Result and vote" }));
  const checkbox = () => panel.findByRole<HTMLInputElement>("checkbox", { name: NAME });
  async function vote() {
    await user.click(await panel.findByRole("radio", { name: "Yes" }));
    await user.click(await panel.findByRole("button", { name: "Vote Yes" }));
    await panel.findByText(/^You voted/);
  }
  return { user, panel, checkbox, vote };
}

describe.each([
  ["an open survey", () => open()],
  ["a secret survey", () => open(secretSettings())],
  ["a survey for invited people", onList],
] as const)("on %s", (_, make) => {
  test("the checkbox is ticked before the vote, which doesn't change it", async () => {
    const voter = await signUp(t);
    const id = await make(voter);
    const { panel, checkbox, vote } = await openSurvey(id, voter);
    expect((await checkbox()).checked).toBe(true);
    panel.getByText(LATER);
    // Nothing is turned on yet.
    expect(await follows(id, voter)).toBe(false);
    await vote();
    await panel.findByText(NOW);
    expect((await checkbox()).checked).toBe(true);
    expect(await follows(id, voter)).toBe(true);
  });

  test("unticked before the vote, it stays unticked, and the voter doesn't get an email", async () => {
    const voter = await signUp(t);
    const id = await make(voter);
    const { user, panel, checkbox, vote } = await openSurvey(id, voter);
    await user.click(await checkbox());
    await panel.findByText(NOW);
    await vote();
    expect((await checkbox()).checked).toBe(false);
    expect(await follows(id, voter)).toBe(false);
  });
});

test("people who don't vote can get the result too", async () => {
  const [reader, id] = [await signUp(t), await open()];
  const { user, panel, checkbox } = await openSurvey(id, reader);
  await user.click(await panel.findByRole("button", { name: "Email me even if I don't vote" }));
  await panel.findByText(NOW);
  expect((await checkbox()).checked).toBe(true);
  expect(panel.queryByRole("button", { name: "Email me even if I don't vote" })).toBeNull();
  expect(await follows(id, reader)).toBe(true);
});

test("the checkbox is unticked for people who can't vote: not on the list, an invitation that was used, or the end", async () => {
  const [stranger, withList] = [await signUp(t), await signUp(t)];
  const id = await onList(withList);
  const first = await openSurvey(id, stranger);
  expect((await first.checkbox()).checked).toBe(false);
  const [link = ""] = await invited.linksOf(id);
  await invited.vote(id, await invited.open(link), 1);
  const second = await openSurvey(id, withList);
  await second.panel.findByText(/^A vote with this invitation/);
  expect((await second.checkbox()).checked).toBe(false);
  const ended = await open();
  await t.request(closeSurvey, { as: owner, params: { id: ended } });
  const third = await openPage(t, `/surveydetails/${ended}`, { as: stranger });
  const decided = await third.findByRole<HTMLInputElement>("checkbox", { name: "Email me what was decided" });
  expect(decided.checked).toBe(false);
});

test("visitors, and people with an opened link or code, don't see the checkbox", async () => {
  const visitor = await openSurvey(await open());
  await visitor.panel.findByText("Sign up or sign in to vote", { exact: false });
  expect(visitor.panel.queryByRole("checkbox")).toBeNull();
  const account = await signUp(t);
  const { codes } = await invited.makeOpen(1);
  const page = await openPage(t, `/i#${codes[0]}`, { as: account });
  await page.findByText(/^You're voting as/);
  expect(page.queryByRole("checkbox", { name: NAME })).toBeNull();
});
