import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import type { QuestionSettings } from "@survey-app/contract/meetings/meetingForms.ts";
import { takeBackQuestion } from "@survey-app/contract/meetings/meetingQuestions.ts";
import { getMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { Browser } from "../../server/testing/browser.ts";
import type { Opened } from "../../server/testing/invitedSurveys.ts";
import { meetingLists } from "../../server/testing/meetingLists.ts";
import { meetingsOf } from "../../server/testing/meetings.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
let lists: ReturnType<typeof meetingLists>;
beforeAll(async () => {
  t = await startServer();
  owner = await signUp(t, { role: "surveyor", name: "Sam Surveyor" });
  admin = await signUp(t, { role: "admin" });
  lists = meetingLists(() => ({ t, surveyor: owner, admin }));
});
afterAll(() => t.close());

/** A meeting of these settings, with the codes of its people. */
async function meet(count: number, settings: Partial<QuestionSettings> = {}) {
  const meetingId = await lists.make(settings);
  if (settings.privacy === "secret") await t.request(invitations.allowCodes, { as: admin, params: { id: meetingId } });
  const codes = (await lists.makeCodes(meetingId, count)).map(({ code }) => code);
  return { meetingId, codes };
}
type Page = Awaited<ReturnType<typeof openPage>>;
const whole = () => document.querySelector("main")?.textContent ?? "";
const isShown = (text: string) => waitFor(() => expect(whole()).toContain(text));
const openCodes = async (codes: readonly string[]) => {
  const opened: Opened[] = [];
  for (const code of codes) opened.push(await lists.open(code));
  return opened;
};
/** Enters a code, as the page of a link does. */
const enter = (code = "") => openPage(t, `/i#${code}`, { isLive: true });
async function vote({ user, ...page }: Page, answer: string) {
  await user.click(await page.findByRole("radio", { name: answer }));
  await user.click(await page.findByRole("button", { name: `Vote ${answer}` }));
}

test("a person who opened a code is led from question to question, and reads each result", async () => {
  const { meetingId, codes } = await meet(3);
  const page = await enter(codes[0]);
  await isShown("You're voting as Code 1.");
  expect(location.pathname).toBe(`/meetings/${meetingId}`);
  await isShown("The meeting hasn't begun.");
  const first = await lists.ask(meetingId, { unsure: true });
  await isShown("Question 1");
  await isShown("with the address of this page can read");
  await expectAccessible();
  await vote(page, "Yes");
  await isShown("Counted.");
  await isShown("1 of 3 has voted");
  const others = await openCodes(codes.slice(1));
  await lists.voteEach(first, others, 0);
  await isShown("3 of 3 have voted");
  await lists.close(first);
  await isShown("No won, 2 to 1");
  await isShown("Counted. You voted in this browser.");
  await isShown("the next question appears here");
  await lists.ask(meetingId);
  await isShown("Question 2");
  expect(page.getAllByRole<HTMLInputElement>("radio").some(({ checked }) => checked)).toBe(false);
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole("region", { name: /^Question 2/ })));
  await isShown("Question 2 is open.");
});

test("a question keeps its title and description on phones and walls while others vote", async () => {
  const { meetingId, codes } = await meet(2);
  const meeting = meetingsOf(() => ({ t, surveyor: owner }));
  const texts = { Title: "Do we buy the piano?", Description: "The one in the hall." };
  const { surveyId } = await meeting.open(meetingId, texts);
  await enter(codes[0]);
  await isShown("0 of 2 have voted");
  await lists.voteEach(surveyId, await openCodes(codes.slice(1)), 1);
  await isShown("1 of 2 has voted");
  for (const text of Object.values(texts)) expect(whole()).toContain(text);
  await openPage(t, `/meetings/${meetingId}/wall`, { isLive: true });
  await isShown("1 of 2 has voted");
  await lists.voteEach(surveyId, await openCodes(codes.slice(0, 1)), 1);
  await isShown("2 of 2 have voted");
  expect(whole()).toContain(texts.Title);
});

test("a vote that someone else cast with the code is shown after the close, and one press objects to it", async () => {
  const { meetingId, codes } = await meet(2);
  const page = await enter(codes[0]);
  await isShown("The meeting hasn't begun.");
  const question = await lists.ask(meetingId);
  await lists.voteEach(question, await openCodes(codes), 1);
  await lists.close(question);
  await isShown("A vote was counted with your link or code, but not from this browser.");
  await page.user.click(page.getByRole("button", { name: "It wasn't me" }));
  await isShown("Thank you.");
  const { question: told } = await t.request(getMeeting, { params: { meeting: meetingId } });
  expect(told?.list?.objections).toBe(1);
});

test("a tab remembers that it voted secretly, not how, also after a reload; another one offers the objection", async () => {
  const { meetingId, codes } = await meet(5, { privacy: "secret" });
  const page = await enter(codes[0]);
  await isShown("The meeting hasn't begun.");
  const question = await lists.ask(meetingId, { privacy: "secret" });
  await isShown("Question 1");
  await vote(page, "No");
  await isShown("Counted.");
  const { browser } = page;
  await openPage(t, `/meetings/${meetingId}`, { browser, isLive: true });
  await isShown("Counted.");
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/"vote":"[012]"/);
  await lists.voteEach(question, await openCodes(codes.slice(1)), 1);
  await lists.close(question);
  await isShown("A vote was counted with your link or code.");
  expect(page.queryByRole("button", { name: "It wasn't me" })).toBeNull();
  const other = await enter(codes[0]);
  await isShown("This tab doesn't remember it.");
  await other.findByRole("button", { name: "It wasn't me" });
});

test("a note beside the result says that a vote arrived after the end", async () => {
  const { meetingId, codes } = await meet(2);
  const { user, browser, ...page } = await enter(codes[0]);
  const question = await lists.ask(meetingId);
  await user.click(await page.findByRole("radio", { name: "Yes" }));
  const button = await page.findByRole("button", { name: "Vote Yes" });
  // The page doesn't know yet.
  const late = holdResponses(browser, new RegExp(`/meetings/${meetingId}($|\\?)`));
  await meetingsOf(() => ({ t, surveyor: owner })).passTime(question);
  await user.click(button);
  await late.release();
  await isShown("Your vote on question 1 arrived after voting had ended and isn't counted.");
  await lists.close(question);
  await isShown("No vote.");
  await isShown("Your vote on question 1 arrived after voting had ended and isn't counted.");
});

test("a person who is added while people vote reads from which question on they can vote", async () => {
  const { meetingId, codes } = await meet(2);
  const question = await lists.ask(meetingId);
  await lists.voteEach(question, await openCodes(codes.slice(0, 1)), 1);
  const [added] = await lists.makeCodes(meetingId, 1);
  const page = await enter(added?.code);
  await isShown("You can vote from question 2 on.");
  expect(page.queryByRole("radio", { name: "Yes" })).toBeNull();
  await lists.close(question);
  await lists.ask(meetingId);
  await page.findByRole("radio", { name: "Yes" });
});

test("a person who is removed while people vote can still vote on that question, and on no later one", async () => {
  const { meetingId, codes } = await meet(3);
  const page = await enter(codes[0]);
  await isShown("The meeting hasn't begun.");
  const question = await lists.ask(meetingId);
  const [person] = await lists.list(meetingId);
  const invitation = person?._id ?? "";
  await t.request(invitations.removeInvitation, { as: owner, params: { id: meetingId, invitation } });
  await isShown("You can still vote on it, but not on later questions.");
  await vote(page, "Yes");
  await isShown("Counted.");
  await lists.close(question);
  await isShown("You were removed from the list, so you can't vote.");
  await lists.ask(meetingId);
  await isShown("Question 2");
  await isShown("You were removed from the list, so you can't vote.");
  expect(page.queryByRole("radio", { name: "Yes" })).toBeNull();
});

test("a replaced code can no longer vote, and the page says so", async () => {
  const { meetingId, codes } = await meet(2);
  const page = await enter(codes[0]);
  await isShown("The meeting hasn't begun.");
  const [person] = await lists.list(meetingId);
  const invitation = person?._id ?? "";
  await t.request(invitations.reissueInvitation, { as: owner, params: { id: meetingId, invitation }, body: {} });
  await lists.ask(meetingId);
  await isShown("Your link or code was replaced and no longer works.");
  expect(page.queryByRole("radio", { name: "Yes" })).toBeNull();
});

test("the page of a replaced code leads to its meeting, and names the person who invited", async () => {
  const { meetingId, codes } = await meet(1);
  const [person] = await lists.list(meetingId);
  const params = { id: meetingId, invitation: person?._id ?? "" };
  await t.request(invitations.reissueInvitation, { as: owner, params, body: {} });
  const page = await enter(codes[0]);
  await page.findByText(/^The person who invited you, or an admin, replaced it on/);
  const link = page.getByRole("link", { name: "See the meeting" });
  expect(link.getAttribute("href")).toBe(`/meetings/${meetingId}`);
  page.getByRole("button", { name: "Open the invitation" });
});

test("a reader without a code follows the meeting, and can enter one on its page", async () => {
  const { meetingId, codes } = await meet(2);
  await lists.ask(meetingId);
  const { user, ...page } = await openPage(t, `/meetings/${meetingId}`);
  await isShown("0 of 2 have voted");
  expect(page.queryByRole("radio", { name: "Yes" })).toBeNull();
  await user.click(page.getByRole("button", { name: "Enter your code" }));
  await user.type(await page.findByLabelText("Code"), codes[0] ?? "");
  await user.click(page.getByRole("button", { name: "Open the meeting" }));
  await isShown("You're voting as Code 1.");
  await page.findByRole("radio", { name: "Yes" });
});

test("what arrives late for one person doesn't reach the next one who opens a code in the same tab", async () => {
  const { meetingId, codes } = await meet(2);
  await lists.ask(meetingId);
  const first = await enter(codes[0]);
  await isShown("You're voting as Code 1.");
  const { key, value } = keptOf(meetingId);
  // Old enough to be renewed.
  sessionStorage.setItem(key, JSON.stringify({ ...value, expiresAt: new Date(Date.now() + 10 * HOUR_MS) }));
  const { browser } = first;
  const late = holdResponses(browser, /\/token$|\/invitation\/vote$/);
  const page = await openPage(t, `/meetings/${meetingId}`, { browser, isLive: true });
  await vote(page, "Yes");
  await expect.poll(() => late.count()).toBe(2);
  await page.user.click(page.getByRole("button", { name: "That's not me" }));
  const dialog = within(await page.findByRole("dialog"));
  await page.user.click(dialog.getByRole("button", { name: "Close this invitation" }));
  await page.user.click(await page.findByRole("button", { name: "Enter your code" }));
  await page.user.type(await page.findByLabelText("Code"), codes[1] ?? "");
  await page.user.click(page.getByRole("button", { name: "Open the meeting" }));
  await isShown("You're voting as Code 2.");
  const before = keptOf(meetingId).value;
  await late.release();
  expect(keptOf(meetingId).value).toEqual(before);
  await vote(page, "No");
  await isShown("Counted.");
  // The shared state of a meeting follows the votes a moment later.
  const counted = async () => (await t.request(getMeeting, { params: { meeting: meetingId } })).question?.participants;
  await expect.poll(counted).toBe(2);
});

/** The tab's stored invitation to a meeting. */
function keptOf(meetingId: string) {
  const key = `invitation:${meetingId}`;
  return { key, value: JSON.parse(sessionStorage.getItem(key) ?? "null") as { expiresAt: string } };
}

/** Holds the responses to some requests of a browser back until they are released. */
function holdResponses(browser: Browser, held: RegExp) {
  const send = browser.send.bind(browser);
  const { promise: isReleased, resolve } = Promise.withResolvers<void>();
  const responses: Promise<Response>[] = [];
  browser.send = async (url, init) => {
    const response = send(url, init);
    if (!held.test(url)) return response;
    responses.push(response);
    await isReleased;
    return response;
  };
  return {
    count: () => responses.length,
    /** Also waits until the page has read them. */
    async release() {
      browser.send = send;
      await Promise.all(responses);
      resolve();
      await new Promise((read) => setTimeout(read, 200));
    },
  };
}

test("a question that was taken back doesn't have a result, and its page says what happened to it", async () => {
  const { meetingId, codes } = await meet(2);
  await enter(codes[0]);
  await isShown("The meeting hasn't begun.");
  await lists.ask(meetingId);
  await isShown("Question 1");
  await t.request(takeBackQuestion, { as: owner, params: { meeting: meetingId, n: 1 } });
  await isShown("Withdrawn before the first vote");
});
