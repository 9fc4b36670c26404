import { moveRoom } from "@survey-app/contract/sharing/rooms.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { linkSurveys } from "../../server/testing/linkVoters.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
beforeAll(async () => {
  t = await startServer();
  owner = await signUp(t, { name: "Ada Owner", role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
});
afterAll(() => t.close());

const links = linkSurveys(() => ({ t, surveyor: owner }));
async function waiting(Title: string, answers: readonly (0 | 1)[] = [1, 1, 0]): Promise<string> {
  const id = await links.make({ Title, results: "shown" });
  for (const answer of answers) await links.vote(id, await links.open(id), answer);
  return id;
}
const isShown = async (id: string) => (await t.request(surveys.getSurvey, { params: { id } })).resultsVisible;

test("an owner shows the result on the page of their survey, after a question, and sees after how many votes it was", async () => {
  const id = await waiting("Shall we show it?");
  const { user, ...page } = await openPage(t, `/dashboard/surveys/${id}`, { as: owner });
  const step = within(await page.findByRole("region", { name: "Next step" }));
  step.getByText(/^3 people have voted\. No one sees the result until you show it, or until /);
  expect(document.body.textContent).not.toMatch(/\d%|leads/);
  await user.click(step.getByRole("button", { name: "Show the result" }));
  const dialog = within(await page.findByRole("dialog", { name: "Show the result now?" }));
  dialog.getByText(/right away, on the screen and on every phone/);
  await expectAccessible();
  expect(await isShown(id)).toBe(false);
  await user.click(dialog.getByRole("button", { name: "Show" }));
  await page.findByText("Result shown: Shall we show it?");
  await page.findByText(/Shown by its owner after 3 of 3 votes\./);
  expect(step.queryByRole("button", { name: "Show the result" })).toBeNull();
  expect(await isShown(id)).toBe(true);
});

test("before the first vote, and to admins, no page offers to show a result", async () => {
  const empty = await waiting("Has nobody voted?", []);
  const voted = await waiting("Who may show it?");
  for (const [id, as] of [
    [empty, owner],
    [voted, admin],
  ] as const) {
    const page = await openPage(t, `/dashboard/surveys/${id}`, { as });
    await page.findByRole("button", { name: "Close voting" });
    expect(page.queryByRole("button", { name: "Show the result" })).toBeNull();
  }
});

test("the survey's page tells before voting when the result appears, and who shows it", async () => {
  const id = await waiting("When does it appear?");
  const page = await openPage(t, `/surveydetails/${id}?details=1`);
  await page.findByText(
    /^The result appears when Ada Owner shows it, by .*at the latest\. Everyone then sees it, with the votes/,
  );
  page.getByText("The result appears when the owner shows it.");
});

test("the summary of a room says which result isn't shown yet, and its owner shows it there", async () => {
  const first = await waiting("Is it passed over?");
  const second = await links.make({ Title: "What is next?" });
  await t.request(moveRoom, { as: owner, params: { id: first }, body: { next: second } });
  const visitor = await openPage(t, `/rooms/${first}`);
  await visitor.findByText("Not shown yet");
  expect(visitor.queryByRole("button", { name: "Show" })).toBeNull();
  const { user, ...page } = await openPage(t, `/rooms/${first}`, { as: owner });
  await user.click(await page.findByRole("button", { name: "Show" }));
  const dialog = within(await page.findByRole("dialog", { name: "Show the result now?" }));
  await user.click(dialog.getByRole("button", { name: "Show" }));
  await page.findByText("Result shown: Is it passed over?");
  await waitFor(() => expect(page.queryByText("Not shown yet")).toBeNull());
  expect(await isShown(first)).toBe(true);
});

test("a show of hands waits for its owner to show the result, and a ballot for a list shows it when voting ends", async () => {
  const { user, ...page } = await openPage(t, "/dashboard/surveyAdd", { as: owner });
  await user.click(await page.findByRole("radio", { name: "Show of hands" }));
  const results = within(page.getByRole("group", { name: "When can people see the result?", hidden: true }));
  expect(results.getByRole("radio", { name: /^When you show it/, hidden: true })).toHaveProperty("checked", true);
  expect(page.getByRole("radio", { name: "1 day" })).toHaveProperty("checked", true);
  page.getByText("Anyone with the link, without an account. For a class, a meeting, a chat.");
  await user.click(page.getByRole("radio", { name: "Secret ballot" }));
  expect(results.queryByRole("radio", { name: /^When you show it/, hidden: true })).toBeNull();
  expect(results.getByRole("radio", { name: /^Everyone when voting ends/, hidden: true })).toHaveProperty(
    "checked",
    true,
  );
});
