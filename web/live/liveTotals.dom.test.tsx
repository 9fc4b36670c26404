import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { makePerson } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
let survey: string;
beforeAll(async () => {
  t = await startServer();
  admin = await signUp(t, { role: "admin" });
});
beforeEach(async () => {
  survey = await t.makeSurvey(admin, { publishedBy: admin, Title: "Does it move?" });
});
afterAll(() => t.close());

async function vote(choice: 0 | 1 = 1): Promise<void> {
  const as = await makePerson(t.database, t.tokens, { name: "Vera Voter" });
  await t.request(votes.castVote, { as, body: { SurveyID: survey, vote: choice } });
}

/** Opens a page whose stream is open, so that later votes reach it. */
async function openLive(path: string, options: Parameters<typeof openPage>[2] = {}) {
  const page = await openPage(t, path, { isLive: true, ...options });
  await page.findByRole("button", { name: /^(Live|Paused)/ });
  return page;
}
const panelOf = (page: Awaited<ReturnType<typeof openPage>>) => page.getByRole("region", { name: "Result and vote" });

test("other people's votes show on the cards of the home page and of the list without a reload", async () => {
  const home = await openLive("/");
  const cardOf = (page: typeof home) =>
    page.getAllByRole("article").find(({ textContent }) => textContent?.includes("Does it move?")) as HTMLElement;
  const newest = cardOf(home);
  expect(newest.textContent).not.toMatch(/\d votes? ·/);
  await vote();
  await waitFor(() => expect(newest.textContent).toMatch(/Yes\s*1 vote\s*100%/));

  const listed = cardOf(await openLive("/surveysPages"));
  expect(listed.textContent).toMatch(/1 person ·/);
  await vote(0);
  await waitFor(() => expect(listed.textContent).toMatch(/2 people ·/));
});

test("two users see each other's votes on the survey's page; new rows below it are offered, not inserted", async () => {
  const other = await openLive(`/surveydetails/${survey}`, { as: await signUp(t, { name: "Olaf Other" }) });
  const panel = within(panelOf(other));
  await other.user.click(panel.getByRole("radio", { name: "Yes" }));
  await other.user.click(await panel.findByRole("button", { name: "Vote Yes" }));
  await panel.findByText(/^You voted/);
  await vote(0);
  await panel.findAllByText(/^A tie, 1 to 1/);

  const page = await openLive(`/surveydetails/${survey}`);
  await vote();
  await page.user.click(await page.findByRole("button", { name: "Show 1 new vote" }));
  const table = page.getByRole("table", { name: /^All votes/ });
  await waitFor(() => expect(within(table).getAllByRole("row")).toHaveLength(1 + 3));
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole("region", { name: "All votes" })));
  // The list of a moment ago is still cached: one press shows the next vote, too.
  await vote();
  await page.user.click(await page.findByRole("button", { name: "Show 1 new vote" }));
  await waitFor(() => expect(within(table).getAllByRole("row")).toHaveLength(1 + 4));
  expect(page.queryByRole("button", { name: /new vote/ })).toBeNull();
});

test("a single press shows a new vote, even if the list comes from a busy server's cache several times", async () => {
  const page = await openLive(`/surveydetails/${survey}`);
  await vote();
  const button = await page.findByRole("button", { name: "Show 1 new vote" });
  const send = page.browser.send.bind(page.browser);
  let late = 3;
  vi.spyOn(page.browser, "send").mockImplementation(async (url, init) => {
    if (!url.includes(`/api/vote/${survey}`) || late === 0) return send(url, init);
    late -= 1;
    return new Response("[]", { headers: { "content-type": "application/json", "x-total-count": "0" } });
  });
  await page.user.click(button);
  const table = await page.findByRole("table", { name: /^All votes/ });
  expect(within(table).getAllByRole("row")).toHaveLength(1 + 1);
  expect(late).toBe(0);
});

test("paused totals do not change, across pages and reloads, and continue with the right total", async () => {
  const first = await openLive(`/surveydetails/${survey}`);
  await first.user.click(first.getByRole("button", { name: "Live · Pause" }));
  await first.findByRole("button", { name: "Paused · Resume" });
  await vote();
  const page = await openLive(`/surveydetails/${survey}`, { browser: first.browser });
  const paused = await page.findByRole("button", { name: "Paused · Resume" });
  await page.findAllByText(/^Yes leads, 1 to 0/);
  await vote();
  await vote();
  // Enough time for an update to arrive.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(panelOf(page).textContent).toContain("Yes leads, 1");
  await page.user.click(paused);
  await page.findAllByText(/^Yes leads, 3 to 0/);
});

test("changes are announced politely: the first one soon, later ones at most every few seconds", async () => {
  const page = await openLive(`/surveydetails/${survey}`);
  const announcement = panelOf(page).querySelector("[aria-live=polite].sr-only") as HTMLElement;
  expect(announcement.textContent).toBe("");
  const announced: (string | null)[] = [];
  new MutationObserver(() => announced.push(announcement.textContent)).observe(announcement, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  const visible = { selector: ":not(.sr-only)" };
  for (const [choice, result] of [
    [1, /^Yes leads, 1 to 0/],
    [0, /^A tie, 1 to 1/],
    [1, /^Yes leads, 2 to 1/],
    [1, /^Yes leads, 3 to 1/],
  ] as const) {
    await vote(choice);
    await page.findByText(result, visible);
  }
  await waitFor(() => expect(announcement.textContent).toBe("Yes leads, 3 to 1"));
  expect(announced.length).toBeLessThan(4);
});

test("where no stream gets through, the page polls", async () => {
  const page = await openPage(t, `/surveydetails/${survey}`);
  await page.findByRole("button", { name: "Updating regularly · Pause" });
  await vote();
  await page.findByText(/^Yes leads, 1 to 0/, { selector: ":not(.sr-only)" });
});

test("an unpublished survey disappears from open pages", async () => {
  const page = await openLive(`/surveydetails/${survey}`);
  await t.request(surveys.setSurveyStatus, {
    as: admin,
    params: { id: survey },
    body: { status: 1, feedback: "Not like this" },
  });
  await page.findByRole("heading", { name: "Unpublished by an admin" });
});

test("a changed vote and a result that opens at the end show immediately, with the votes", async () => {
  const deadline = new Date(Date.now() + 30 * DAY_MS).toISOString();
  survey = await t.makeSurvey(admin, { publishedBy: admin, deadline, changeable: true });
  const uma = await makePerson(t.database, t.tokens, { name: "Uma Undecided" });
  const cast = (body: object) =>
    t.request(votes.castVote, { as: uma, body: { SurveyID: survey, vote: 1, ...body } as never });
  const { receipt } = await cast({});
  const page = await openLive(`/surveydetails/${survey}`);
  expect(panelOf(page).textContent).toContain("Yes leads, 1 to 0");
  await cast({ vote: 0, replaces: receipt });
  await page.findAllByText(/^No leads, 1 to 0/);

  survey = await t.makeSurvey(admin, { publishedBy: admin, deadline, results: "afterClose" });
  for (const choice of [1, 1, 0] as const) await vote(choice);
  const open = await openLive(`/surveydetails/${survey}`);
  await vote();
  await open.findByText("4 people have voted", { selector: ":not(.sr-only)" });
  expect(open.getByRole("main").textContent).not.toMatch(/\d%|Vera Voter/);
  await t.request(surveys.closeSurvey, { as: admin, params: { id: survey } });
  await open.findAllByText(/^Yes won, 3 to 1/);
  await waitFor(() => expect(open.getByRole("table", { name: /^All votes/ }).textContent).toContain("Vera Voter"));
});

test("other people's votes show in a surveyor's overview and lists, and below a user's newest votes", async () => {
  const owner = await signUp(t, { role: "surveyor" });
  survey = await t.makeSurvey(owner, { publishedBy: admin, Title: "Does mine move?" });
  const tallyOf = (page: Awaited<ReturnType<typeof openLive>>) => page.getByText("Does mine move?").closest("li, tr");
  const overview = await openLive("/dashboard", { as: owner });
  await waitFor(() => expect(tallyOf(overview)?.textContent).toContain("No votes yet"));
  await vote();
  await waitFor(() => expect(tallyOf(overview)?.textContent).toContain("1 vote"));

  const table = await openLive("/dashboard/surveyor/surveys", { as: owner });
  await waitFor(() => expect(tallyOf(table)?.textContent).toContain("Total1"));
  await vote();
  await waitFor(() => expect(tallyOf(table)?.textContent).toContain("Total2"));

  const voter = await signUp(t);
  await t.request(votes.castVote, { as: voter, body: { SurveyID: survey, vote: 1 } });
  const newest = await openLive("/dashboard", { as: voter });
  await waitFor(() => expect(tallyOf(newest)?.textContent).toContain("Yes100%"));
  await vote(0);
  await waitFor(() => expect(tallyOf(newest)?.textContent).toContain("Yes75%"));
});

test("a user's changed vote shows immediately where no stream gets through, although a poll said otherwise a moment ago", async () => {
  survey = await t.makeSurvey(admin, { publishedBy: admin, changeable: true });
  const page = await openPage(t, `/surveydetails/${survey}`, { as: await signUp(t) });
  const panel = within(panelOf(page));
  await page.findByRole("button", { name: "Updating regularly · Pause" });
  await page.user.click(panel.getByRole("radio", { name: "Yes" }));
  await page.user.click(await panel.findByRole("button", { name: "Vote Yes" }));
  await panel.findAllByText(/^Yes leads, 1 to 0/);
  const send = page.browser.send.bind(page.browser);
  let hasPolled = false;
  vi.spyOn(page.browser, "send").mockImplementation(async (url, init) => {
    if (!url.includes("/api/surveys/totals")) return send(url, init);
    if (hasPolled) return new Promise(() => {});
    const response = await send(url, init);
    hasPolled = true;
    return response;
  });
  await waitFor(() => expect(hasPolled).toBe(true));
  await page.user.click(await panel.findByRole("button", { name: /^Change/ }));
  await page.user.click(panel.getByRole("radio", { name: "No" }));
  await page.user.click(await panel.findByRole("button", { name: /No$/ }));
  await panel.findAllByText(/^No leads, 1 to 0/);
});
