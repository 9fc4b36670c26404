import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { Browser } from "../../server/testing/browser.ts";
import { invitedSurveys } from "../../server/testing/invitedSurveys.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
let invited: ReturnType<typeof invitedSurveys>;
beforeAll(async () => {
  t = await startServer();
  owner = await signUp(t, { role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
  invited = invitedSurveys(() => ({ t, surveyor: owner, admin }));
});
afterAll(() => t.close());

const makeOpen = (count: number, settings: object = {}, emails: string[] = []) =>
  invited.makeOpen(count, { Title: "Is it our house?", ...settings }, emails);
const panelOf = ({ getByRole }: Pick<ReturnType<typeof within>, "getByRole">) =>
  within(getByRole("region", { name: "Result and vote" }));
const PRO = "PRO lets you comment.";
const whole = () => document.body.textContent ?? "";
const enter = async (page: Awaited<ReturnType<typeof openPage>>, code: string) => {
  await page.user.type(await page.findByLabelText("Code"), code);
  await page.user.click(page.getByRole("button", { name: "Open the invitation" }));
};

test("the link of an invitation opens its survey without an account, and its token stays out of every address", async () => {
  const {
    id,
    codes: [code = ""],
  } = await makeOpen(1, { changeable: true });
  const { user, findByRole, ...page } = await openPage(t, `/i#${code}`);
  await findByRole("heading", { level: 1, name: "Is it our house?" });
  expect(location.pathname + location.hash).toBe(`/surveydetails/${id}`);
  const panel = panelOf(page);
  expect((await panel.findByText(/^You're voting as/)).textContent).toBe("You're voting as Code 1.");
  expect(whole()).not.toContain(code);
  await user.click(panel.getByRole("radio", { name: "Yes" }));
  await user.click(panel.getByRole("button", { name: "Vote Yes" }));
  await panel.findByText(/^You voted$/);
  expect(whole()).toContain("You voted as Code 1.");
  // PRO doesn't help people without an account.
  expect(whole()).not.toContain(PRO);
  await user.click(await panel.findByRole("button", { name: "Change your vote" }));
  await user.click(panel.getByRole("radio", { name: "No" }));
  await user.click(panel.getByRole("button", { name: "Change to No" }));
  await panel.findByText(/^Your vote was changed:/);
  expect(await t.request(surveys.getSurvey, { as: owner, params: { id } })).toMatchObject({ noVotes: 1, yesVotes: 0 });
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(code);
});

test.each([".", ")", "%E2%80%9D.", "%3E"])(
  "the link of an invitation opens also with the %s that follows it in a message",
  async (after) => {
    const { codes } = await makeOpen(1);
    const page = await openPage(t, `/i#${codes[0]}${after}`);
    await page.findByRole("heading", { level: 1, name: "Is it our house?" });
  },
);

test("a vote cast before the page knew whether this person had voted can be changed immediately", async () => {
  const {
    codes: [code],
  } = await makeOpen(1, { changeable: true });
  const browser = new Browser();
  const send = browser.send.bind(browser);
  const { promise: voted, resolve: answerFirst } = Promise.withResolvers<void>();
  let isFirst = true;
  browser.send = async (address, init) => {
    const response = await send(address, init);
    if (address.endsWith("/invitation/vote")) answerFirst();
    if (isFirst && /\/surveys\/[\w-]+\/invitation$/.test(address)) {
      isFirst = false;
      await voted;
    }
    return response;
  };
  const { user, ...page } = await openPage(t, `/i#${code}`, { browser });
  await page.findByText(/^You're voting as/);
  await user.click(panelOf(page).getByRole("radio", { name: "Yes" }));
  await user.click(await panelOf(page).findByRole("button", { name: "Vote Yes" }));
  await panelOf(page).findByRole("button", { name: "Change your vote" });
});

test("each way in which an invitation can't be used is explained, and another code can be entered", async () => {
  const { id, codes, ids } = await makeOpen(3);
  const [struck = "", replaced = "", good = ""] = codes;
  await invited.strike(id, ids[0] ?? "");
  const { code: renewed } = await invited.reissue(id, ids[1] ?? "");
  const page = await openPage(t, "/i#AAAA-BBBB");
  await page.findByText(/^This link or code isn't valid/);
  expect(location.hash).toBe("");
  await enter(page, struck);
  await page.findByRole("heading", { name: "You were removed from the list" });
  const field = page.getByLabelText("Code");
  await page.user.clear(field);
  await enter(page, replaced);
  await page.findByRole("heading", { name: "This link or code was replaced" });
  expect(whole()).not.toContain("You were removed from the list");
  expect(page.getByRole("link", { name: "See the survey" }).getAttribute("href")).toBe(`/surveydetails/${id}`);
  await page.user.clear(field);
  await page.user.click(page.getByRole("button", { name: "Open the invitation" }));
  await page.findByText("Enter the code of your invitation.");
  // As people type it: in lower case and without dashes.
  await enter(page, good.toLowerCase().replaceAll("-", " "));
  await page.findByText(/^You're voting as/);
  expect(renewed).not.toBeNull();
});

test("the page of a replaced code takes an objection, which counts once the new code is used", async () => {
  const { id, codes, ids } = await makeOpen(1, untilClose());
  const { code: renewed } = await invited.reissue(id, ids[0] ?? "");
  const page = await openPage(t, `/i#${codes[0]}`);
  await page.findByRole("heading", { name: "This link or code was replaced" });
  expect(whole()).toMatch(/replaced it on \d\d-\d\d-\d{4}/);
  await expectAccessible();
  await page.user.click(page.getByRole("button", { name: "I didn't ask for that" }));
  const dialog = within(await page.findByRole("dialog", { name: "Report that you didn't ask for that?" }));
  await page.user.click(dialog.getByRole("button", { name: "Report it" }));
  const thanks = await page.findByRole("group", { name: /^Thank you. If someone else votes/ });
  expect(document.activeElement).toBe(thanks);
  await invited.vote(id, await invited.open(renewed ?? ""), 1);
  expect((await invited.resultLabel(id)).list).toMatchObject({ replaced: 1, objections: 0 });
  await t.request(surveys.closeSurvey, { as: owner, params: { id } });
  expect((await invited.resultLabel(id)).list).toMatchObject({ replaced: 1, objections: 1 });
});

test("a replaced link ends what was opened with the former one, before a vote is lost without a word", async () => {
  const {
    id,
    codes: [code],
    ids: [invitation = ""],
  } = await makeOpen(1);
  const { user, findByText, ...page } = await openPage(t, `/i#${code}`);
  await findByText(/^You're voting as/);
  const panel = panelOf(page);
  const vote = await panel.findByRole("button", { name: "Vote" });
  const yes = panel.getByRole("radio", { name: "Yes" });
  await invited.reissue(id, invitation);
  // The page may still be reading the invitation: then it has noticed before, and these are gone.
  await user.click(yes);
  await user.click(vote);
  await waitFor(() => expect(whole()).toContain("Open the link of your invitation again."));
  expect(await t.request(surveys.getSurvey, { as: owner, params: { id } })).toMatchObject({ participants: 0 });
});

test("a reader who got someone else's link can close it on this device", async () => {
  const {
    codes: [code],
  } = await makeOpen(1);
  const { user, findByText, ...page } = await openPage(t, `/i#${code}`);
  await findByText(/^You're voting as/);
  await user.click(page.getByRole("button", { name: "That's not me" }));
  const dialog = within(await page.findByRole("dialog", { name: "Not Code 1?" }));
  await user.click(dialog.getByRole("button", { name: "Close this invitation" }));
  await findByText("This survey is for invited people");
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith("invitation:"))).toEqual([]);
});

test("people with an account vote if their confirmed address is on the list; others read how invited people can", async () => {
  const [onList, other] = [await signUp(t, { name: "Lina Listed" }), await signUp(t, { name: "Otto Other" })];
  for (const { email } of [onList, other])
    await t.database.db.updateTable("users").set({ email_verified: 1 }).where("email", "=", email).execute();
  const { id } = await makeOpen(0, {}, [onList.email]);
  const address = `/surveydetails/${id}`;
  const visitor = await openPage(t, address);
  await visitor.findByText("This survey is for invited people");
  await panelOf(visitor).findByRole("link", { name: "Sign in" });
  expect(panelOf(visitor).queryByRole("radio")).toBeNull();

  const outside = await openPage(t, address, { as: other });
  const sentence = await outside.findByText(/isn't on the list of people who can vote\.$/);
  expect(sentence.textContent).toContain(other.email);
  expect(panelOf(outside).getByRole("link", { name: "Enter your code" }).getAttribute("href")).toBe("/i");
  expect(whole()).not.toContain(PRO);

  const { user, ...inside } = await openPage(t, address, { as: onList });
  await inside.findByText(/^You're voting as/);
  await inside.findByText(PRO, { exact: false });
  await user.click(panelOf(inside).getByRole("radio", { name: "No" }));
  await user.click(await panelOf(inside).findByRole("button", { name: "Vote No" }));
  await panelOf(inside).findByText(/^You voted$/);
  expect(await t.request(votes.getMyVote, { as: onList, params: { id } })).toMatchObject({ vote: 0 });
});

test("the owner finds the list on the survey's page; link, flyer and presentation don't ask other people to vote", async () => {
  const { id } = await makeOpen(1);
  const own = await openPage(t, `/surveydetails/${id}`, { as: owner });
  const list = await own.findByRole("link", { name: "Invited people" });
  expect(list.getAttribute("href")).toBe(`/dashboard/surveys/${id}/people`);
  expect(whole()).not.toContain("isn't on the list");
  await own.user.click(own.getAllByRole("button", { name: /^Share/ })[0] as HTMLElement);
  const message = await own.findByLabelText<HTMLTextAreaElement>("Message with the link");
  expect(message.value).toMatch(/^Is it our house\?\nFollow the voting: http/);
  const flyer = await openPage(t, `/surveys/${id}/flyer`);
  await flyer.findByText(/^Point your phone's camera at the code to follow the voting\./);
  const room = await openPage(t, `/surveys/${id}/present`);
  await room.findByText("Scan to follow the voting, or open");
});

const untilClose = () => ({
  results: "afterClose",
  deadline: new Date(Date.now() + 30 * DAY_MS).toISOString(),
});
const USED = "A vote with this invitation is already counted";
const THANKS = "Thank you. The result will say how many people reported this.";

test("a vote by link or code is shown again in the browser that cast it, and in no other, where one can object once", async () => {
  const {
    id,
    codes: [code = ""],
  } = await makeOpen(1, { privacy: "confidential", changeable: true, ...untilClose() });
  const browser = new Browser();
  const { user, ...page } = await openPage(t, `/i#${code}`, { browser });
  await page.findByText("You can see and change your vote only in this browser.", { exact: false });
  await user.click(panelOf(page).getByRole("radio", { name: "Yes" }));
  await user.click(await panelOf(page).findByRole("button", { name: "Vote Yes" }));
  await panelOf(page).findByText(/^Your vote is in:/);

  const again = await openPage(t, `/i#${code}`, { browser });
  expect((await again.findByText(/^Your vote is in:/)).textContent).toContain("Yes");
  expect(panelOf(again).getByRole("button", { name: "Change your vote" })).toBeTruthy();

  const other = await openPage(t, `/i#${code}`, { browser: new Browser() });
  // Before the close, the page learns that the invitation was used only when it votes.
  await other.findByText(/^You're voting as/);
  await other.user.click(panelOf(other).getByRole("radio", { name: "No" }));
  await other.user.click(await panelOf(other).findByRole("button", { name: "Vote No" }));
  await other.findByText(USED);
  expect(panelOf(other).queryByRole("radio")).toBeNull();
  await expectAccessible();
  await other.user.click(panelOf(other).getByRole("button", { name: "It wasn't me" }));
  const dialog = within(await other.findByRole("dialog", { name: "Did someone else use your invitation?" }));
  await other.user.click(dialog.getByRole("button", { name: "Report it" }));
  const thanks = await other.findByRole("group", { name: THANKS });
  expect(document.activeElement).toBe(thanks);
  expect((await invited.resultLabel(id)).list).toMatchObject({ objections: 0 });
  await t.request(surveys.closeSurvey, { as: admin, params: { id } });
  expect((await invited.resultLabel(id)).list).toMatchObject({ objections: 1 });
});

test("a secret vote by code says that it was cast, and a second one with the invitation that it is counted already", async () => {
  const {
    id,
    codes: [code],
  } = await makeOpen(1, { privacy: "secret", ...untilClose() });
  const browser = new Browser();
  const { user, ...page } = await openPage(t, `/i#${code}`, { browser });
  await page.findByText(/^You're voting as/);
  await user.click(panelOf(page).getByRole("radio", { name: "Yes" }));
  await user.click(await panelOf(page).findByRole("button", { name: "Vote Yes" }));
  await panelOf(page).findByText("You voted.");
  // The tab remembers it, because the server keeps it secret until the close.
  const reloaded = await openPage(t, `/surveydetails/${id}`, { browser });
  await panelOf(reloaded).findByText("You voted.");
  await panelOf(reloaded).findByText(/^You are on the list of people who voted\./);
  expect(panelOf(reloaded).queryByRole("radio")).toBeNull();
  const again = await openPage(t, `/i#${code}`, { browser });
  await again.findByText(/^You're voting as/);
  await again.user.click(panelOf(again).getByRole("radio", { name: "Yes" }));
  await again.user.click(await panelOf(again).findByRole("button", { name: "Vote Yes" }));
  await again.findByText(USED);
  expect(whole()).toContain("A secret vote can't be looked up.");
});

test("a voter by code, where results open after one's own vote, sees totals, votes and comments in that browser", async () => {
  const member = await signUp(t, { name: "Mona Member" });
  const {
    id,
    codes: [code],
  } = await makeOpen(1, { results: "afterVote" }, [member.email]);
  await t.database.db.updateTable("users").set({ email_verified: 1 }).where("email", "=", member.email).execute();
  await t.request(votes.castVote, { as: member, body: { SurveyID: id, vote: 0 } });
  const browser = new Browser();
  const { user, ...page } = await openPage(t, `/i#${code}`, { browser });
  await page.findByText(/^You're voting as/);
  await user.click(panelOf(page).getByRole("radio", { name: "Yes" }));
  await user.click(await panelOf(page).findByRole("button", { name: "Vote Yes" }));
  await panelOf(page).findByText(/^You voted$/);
  await page.findByRole("cell", { name: /^Mona Member/ });
  await page.findByRole("cell", { name: /^Code 1/ });
  expect(whole()).not.toContain("Yours would be the first");
  expect(page.queryByRole("button", { name: /new vote/ })).toBeNull();

  const other = await openPage(t, `/i#${code}`, { browser: new Browser() });
  await other.findByText(/^You're voting as/);
  expect(other.queryByRole("cell", { name: /^Mona Member/ })).toBeNull();
});

test("an account whose address was invited reads that the invitation was used by link, and can object", async () => {
  const person = await signUp(t, { name: "Paula Person" });
  await t.database.db.updateTable("users").set({ email_verified: 1 }).where("email", "=", person.email).execute();
  const { id } = await makeOpen(0, {}, [person.email]);
  const [link = ""] = await invited.linksOf(id);
  await invited.vote(id, await invited.open(link), 1);
  const page = await openPage(t, `/surveydetails/${id}`, { as: person });
  await page.findByText(USED);
  await page.user.click(panelOf(page).getByRole("button", { name: "It wasn't me" }));
  const dialog = within(await page.findByRole("dialog", { name: "Did someone else use your invitation?" }));
  await page.user.click(dialog.getByRole("button", { name: "Report it" }));
  await page.findByText(THANKS);
  expect((await invited.resultLabel(id)).list).toMatchObject({ objections: 1 });
});

test("at the end the page says whether non-voters could have changed the result", async () => {
  const { id, codes } = await makeOpen(6);
  for (const [index, code] of codes.slice(0, 4).entries())
    expect((await invited.vote(id, await invited.open(code), index < 3 ? 1 : 0)).statusCode).toBe(200);
  await t.request(surveys.closeSurvey, { as: owner, params: { id } });
  const page = await openPage(t, `/surveydetails/${id}`);
  await page.findByRole("heading", { name: "Could the people who didn't vote have changed the result?" });
  expect(whole()).toContain("4 of 6 invited people (67%) voted on");
  expect(whole()).toContain("The asker made codes for all of them, and could have used these codes.");
  expect(whole()).toMatch(
    /75% of those who voted said Yes\. Of everyone invited: between 50% and 83%\. Not settled:? if both people who didn't vote had said No, it would have been a tie at 3 each, and Yes needs more than half\./,
  );
  await expectAccessible();
  expect((await t.request(surveys.getSurveyResults, { params: { id } })).label.bounds).toEqual({
    ...{ silent: 2, sides: 6, lowestYes: 3, highestYes: 5, settled: false },
  });
});
