import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
beforeAll(async () => {
  t = await startServer();
  admin = await signUp(t, { role: "admin" });
});
afterAll(() => t.close());

const deadline = new Date(Date.now() + 30 * DAY_MS).toISOString();
const publish = (settings = {}) => t.makeSurvey(admin, { publishedBy: admin, changeable: true, deadline, ...settings });
async function open(id: string, as: Account) {
  const page = await openPage(t, `/surveydetails/${id}`, { as });
  const panel = within(page.getByRole("region", { name: "Result and vote" }));
  return { ...page, panel, pick: (name: string) => page.user.click(panel.getByRole("radio", { name })) };
}
const own = (as: Account, id: string) => t.request(votes.getMyVote, { as, params: { id } });
const press = async ({ user, panel }: Awaited<ReturnType<typeof open>>, name: string) =>
  user.click(await panel.findByRole("button", { name }));

test("a voter reads that the vote can be changed, changes it, and gets a new receipt", async () => {
  const [id, uma] = [await publish(), await signUp(t, { name: "Uma User" })];
  const page = await open(id, uma);
  const { panel, pick } = page;
  panel.getByRole("button", { name: /· you can change your vote How it works$/ });
  await pick("Yes");
  await press(page, "Vote Yes");
  await panel.findByText("You can change it 10 more times until voting ends.");
  const first = await own(uma, id);

  await press(page, "Change your vote");
  const yes = panel.getByRole<HTMLInputElement>("radio", { name: "Yes" });
  expect(yes.checked).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(yes));
  await press(page, "Change your vote");
  await panel.findByText("Pick another answer, or keep the one you have.", { selector: "#field-vote-error" });
  await press(page, "Keep Yes");
  await panel.findByText(first?.receipt ?? "");
  expect(await own(uma, id)).toEqual(first);

  await press(page, "Change your vote");
  await pick("No");
  await press(page, "Change to No");
  expect((await panel.findByText(/^Your vote was changed:/)).textContent).toBe("Your vote was changed:  No");
  const second = await own(uma, id);
  expect(second).toMatchObject({ vote: 0, turn: 1 });
  await panel.findByText(second?.receipt ?? "");
  panel.getByText("You can change it 9 more times until voting ends.");
  const table = within(await page.findByRole("table", { name: /^All votes/ }));
  await waitFor(() => expect(table.getAllByRole("row")[1]?.textContent).toMatch(/Uma User.*No.*changed/));

  // The earlier receipt is found as replaced.
  await press(page, "Check that my vote is counted");
  const dialog = within(await page.findByRole("dialog", { name: "Check that my vote is counted" }));
  const receipt = dialog.getByRole("textbox", { name: "Receipt" });
  await page.user.clear(receipt);
  await page.user.type(receipt, first?.receipt ?? "");
  await page.user.click(dialog.getByRole("button", { name: "Check" }));
  await dialog.findByText(/This vote was changed and doesn't count \(no\. 1 of 2\): no\. 2 replaces it\./);
});

test("a change made elsewhere is not undone: the page shows it, and why the answer was not stored", async () => {
  const [id, uma] = [await publish(), await signUp(t, { name: "Uma User" })];
  const stale = await open(id, uma);
  await stale.panel.findByRole("button", { name: "Vote" });
  const { receipt } = await t.request(votes.castVote, { as: uma, body: { SurveyID: id, vote: 1 } });
  await stale.pick("No");
  await press(stale, "Vote No");
  await stale.panel.findByText(/^You voted or changed your vote in another tab or on another device\./);
  expect((await stale.panel.findByText(/^You voted/, { selector: "h2" })).textContent).toMatch(/Yes$/);

  await press(stale, "Change your vote");
  await t.request(votes.castVote, { as: uma, body: { SurveyID: id, vote: 0, replaces: receipt } });
  const before = await own(uma, id);
  await t.request(votes.castVote, { as: uma, body: { SurveyID: id, vote: 1, replaces: before?.receipt } });
  await stale.pick("No");
  await press(stale, "Change to No");
  await stale.panel.findByText(/^You voted or changed your vote in another tab or on another device\./);
  expect(await own(uma, id)).toMatchObject({ vote: 1, turn: 2 });
});

test("a vote on a survey that ended meanwhile stays, and the page says so", async () => {
  const [id, uma] = [await publish(), await signUp(t, { name: "Uma User" })];
  await t.request(votes.castVote, { as: uma, body: { SurveyID: id, vote: 1 } });
  const page = await open(id, uma);
  await press(page, "Change your vote");
  await t.request(closeSurvey, { as: admin, params: { id } });
  // The stream may have told the page already.
  await page.pick("No");
  await press(page, "Change to No");
  await page.panel.findByText("This survey has ended.");
  expect((await page.panel.findByText(/^You voted/)).textContent).toMatch(/Yes$/);
  await waitFor(() => expect(page.panel.queryByRole("button", { name: "Change your vote" })).toBeNull());
});

test("where votes can't be changed, the form says so before the vote", async () => {
  const id = await publish({ changeable: false });
  const { panel } = await open(id, await signUp(t, { name: "Uma User" }));
  panel.getByRole("button", { name: "Open vote · live result · votes are final How it works" });
});
