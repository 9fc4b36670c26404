import { getMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { waitFor } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { Browser } from "../../server/testing/browser.ts";
import { meetingLists } from "../../server/testing/meetingLists.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let lists: ReturnType<typeof meetingLists>;
beforeAll(async () => {
  t = await startServer();
  owner = await signUp(t, { role: "surveyor", name: "Sam Surveyor" });
  const admin = await signUp(t, { role: "admin" });
  lists = meetingLists(() => ({ t, surveyor: owner, admin }));
});
afterAll(() => t.close());

async function meet(count: number) {
  const meetingId = await lists.make();
  const { voters } = await lists.makeVoters(meetingId, count);
  return { meetingId, voters };
}
const whole = () => document.querySelector("main")?.textContent ?? "";
const isShown = (text: string) => waitFor(() => expect(whole()).toContain(text));
const stateOf = (meeting: string) => t.request(getMeeting, { params: { meeting } });

test("the wall shows the question, the time left and how many have voted, then the result, and never who voted", async () => {
  const { meetingId, voters } = await meet(3);
  await openPage(t, `/meetings/${meetingId}/wall`, { isLive: true });
  await isShown("The meeting hasn't begun.");
  const question = await lists.ask(meetingId);
  await isShown("Raise the fee?");
  await isShown("Time left");
  await isShown("0 of 3 have voted");
  await expectAccessible();
  await lists.voteEach(question, voters, 1);
  await isShown("3 of 3 have voted");
  expect(whole()).not.toContain("Code 1");
  await lists.close(question);
  await isShown("Yes won, 3 to 0");
  expect(whole()).toContain("General assembly · Question 1");
});

test("N opens the next draft after three seconds, without its text on the wall before; Esc stops it", async () => {
  const { meetingId } = await meet(2);
  await lists.draft(meetingId, "Sell the piano?");
  const requests: string[] = [];
  const browser = new Browser();
  const send = browser.send.bind(browser);
  browser.send = (url, init) => {
    requests.push(url);
    return send(url, init);
  };
  const { user, ...page } = await openPage(t, `/meetings/${meetingId}/wall`, { as: owner, browser, isLive: true });
  await page.findByRole("button", { name: /^Next question/ });
  const asked = () => requests.filter((url) => url.includes("/managed")).length;
  expect(asked()).toBe(0);
  await user.keyboard("n");
  await isShown("Question 1 opens in 3 …");
  expect(asked()).toBe(1);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(whole()).not.toContain("opens in"));
  // Where the screen is small, the key scrolls.
  Object.defineProperty(document.documentElement, "scrollHeight", { value: 900, configurable: true });
  await user.keyboard("{PageDown}");
  expect(asked()).toBe(1);
  Reflect.deleteProperty(document.documentElement, "scrollHeight");
  await user.keyboard("{PageDown}");
  await isShown("Question 1 opens in");
  expect(document.documentElement.outerHTML).not.toContain("piano");
  expect((await stateOf(meetingId)).question).toBeNull();
  await isShown("Sell the piano?");
  await user.keyboard("n");
  await isShown("A question is still open.");
});

test("on a wall without its owner, no key opens questions", async () => {
  const { meetingId } = await meet(2);
  await lists.draft(meetingId, "Sell the piano?");
  const other = await signUp(t, { role: "surveyor" });
  const { user, ...page } = await openPage(t, `/meetings/${meetingId}/wall`, { as: other, isLive: true });
  await user.keyboard("n");
  await page.findByRole("button", { name: /^Letter keys/ });
  expect(page.queryByRole("button", { name: /^Next question/ })).toBeNull();
  expect(whole()).not.toContain("opens in");
});
