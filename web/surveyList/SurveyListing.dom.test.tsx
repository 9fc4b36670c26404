import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import { Browser } from "../../server/testing/browser.ts";
import { createUsersOfEveryRole } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { setTotals } from "../../server/testing/totals.sql.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
const ids: string[] = [];
beforeAll(async () => {
  t = await startServer();
  const { surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
  for (const Title of ["Is filter coffee back?", "Coffee after six?", "Tea at four?"])
    ids.push(await t.makeSurvey(surveyor, { publishedBy: admin, Title }));
  const past = Date.now() - 1000;
  const ended = await t.makeSurvey(surveyor, { publishedBy: admin, Title: "Was cocoa better?" });
  await t.database.db.updateTable("surveys").set({ starts_at: 1, ends_at: past }).where("id", "=", ended).execute();
});
afterAll(() => t.close());

type Page = Awaited<ReturnType<typeof openPage>>;
const titles = (page: Page) =>
  page.queryAllByRole("article").map((card) => within(card).getByRole("heading").textContent);

test("typing searches once it pauses, names the results and the query, and keeps the focus; Back undoes it", async () => {
  const page = await openPage(t, "/surveysPages");
  const field = page.getByRole("searchbox");
  await page.user.type(field, "coffee");
  await page.findByText("2 results for “coffee”");
  expect(titles(page)).toEqual(["Coffee after six?", "Is filter coffee back?"]);
  expect(document.activeElement).toBe(field);
  expect(location.search).toBe("?q=coffee");

  const entries = history.length;
  await page.user.type(field, " after");
  await page.findByText("1 result for “coffee after”");
  expect(history.length, "further typing adds no entry to the history").toBe(entries);

  await page.user.clear(field);
  await page.user.type(field, "cofee");
  await page.findByRole("heading", { name: "No results for “cofee”" });
  expect(titles(page)).toEqual([]);

  history.back();
  await page.findByText("4 surveys");
  expect(field).toHaveProperty("value", "");
});

test("everyone filters open and ended surveys, and users those they have not voted on", async () => {
  const states = (page: Page) => within(page.getByRole("navigation", { name: "Show" }));
  const visitor = await openPage(t, "/surveysPages?q=a");
  expect(states(visitor).queryByRole("link", { name: "Not voted yet" })).toBeNull();
  expect(states(visitor).getByRole("link", { name: "Ended" }).getAttribute("href")).toBe(
    "/surveysPages?q=a&state=ended",
  );
  const ended = await openPage(t, "/surveysPages?state=ended");
  await ended.findByText("1 survey");
  expect(titles(ended)).toEqual(["Was cocoa better?"]);
  expect(states(ended).getByRole("link", { name: "Ended" }).getAttribute("aria-current")).toBe("true");

  const narrowed = await openPage(t, "/surveysPages?q=coffee&category=Cleaning+Tools&state=ended&sort=asc");
  await narrowed.findByRole("heading", { name: "No results for “coffee”" });
  const everywhere = narrowed.getByRole("link", { name: "Search all surveys" });
  expect(everywhere.getAttribute("href")).toBe("/surveysPages?q=coffee&sort=asc");

  const voter = await signUp(t, { name: "Vera Voter" });
  await t.request(castVote, { as: voter, body: { SurveyID: ids[0] ?? "", vote: 1 } });
  const page = await openPage(t, "/surveysPages?state=unvoted", { as: voter });
  await page.findByRole("link", { name: "Not voted yet" });
  await page.findByText("2 surveys");
  expect(titles(page)).toEqual(["Tea at four?", "Coffee after six?"]);

  for (const id of ids.slice(1)) await t.request(castVote, { as: voter, body: { SurveyID: id, vote: 0 } });
  const last = await openPage(t, "/surveysPages?state=unvoted", { as: voter });
  await last.findByRole("heading", { name: "You have voted on every open survey" });
  await waitFor(() => expect(titles(last)).toEqual([]));
});

test("the listing is filtered, sorted, searched and paginated, all in the URL, and Back restores it", async () => {
  const { surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
  const added = new Map<string, number>();
  for (let total = 0; total < 26; total++) {
    const id = await t.makeSurvey(surveyor, {
      publishedBy: admin,
      Title: `Is it clean number ${total}?`,
      category: "Cleaning Tools",
    });
    await setTotals(t.database, id, { total });
    added.set(id, total);
  }
  const page = await openPage(t, "/surveysPages");
  const { user } = page;
  const more = () => page.queryByRole("button", { name: /^Show (more|all)/ });
  expect(document.title).toBe("Survey App || All Surveys");
  page.getByText("Showing 24 of 30");
  expect(titles(page)).toHaveLength(24);
  await user.click(more() as HTMLElement);
  await page.findByText("Showing 30 of 30");
  expect(titles(page)).toHaveLength(30);
  expect(more()).toBeNull();

  await user.selectOptions(page.getByLabelText("Category"), "Cleaning Tools");
  await page.findByText("26 surveys");
  expect(location.search).toMatch(/category=Cleaning(\+|%20)Tools/);
  for (const card of page.getAllByRole("article")) expect(card.textContent).toMatch(/^Cleaning/);
  const votes = () =>
    page.getAllByRole("article").map((card) => Number(/(\d+) (?:person|people) ·/.exec(card.textContent ?? "")?.[1]));
  const ascending = [...added.values()].slice(0, 24);
  await user.selectOptions(page.getByLabelText("Sort"), "Most voters first");
  await waitFor(() => expect(votes()).toEqual([...added.values()].reverse().slice(0, 24)));
  expect(location.search).toContain("sort=desc");
  await user.selectOptions(page.getByLabelText("Sort"), "Fewest voters first");
  await waitFor(() => expect(votes()).toEqual(ascending));
  expect(location.search).toContain("sort=asc");

  const field = page.getByRole("searchbox");
  await user.type(field, "clean number 3?");
  await user.click(page.getByRole("button", { name: "Search" }));
  await page.findByText("1 result for “clean number 3?”");
  await user.clear(field);
  await user.type(field, "xyzzy nowhere{Enter}");
  await page.findByRole("heading", { name: "No results for “xyzzy nowhere”" });
  expect(document.activeElement).toBe(field);
  history.back();
  await page.findByText("1 result for “clean number 3?”");
  expect(field).toHaveProperty("value", "clean number 3?");
  history.back();
  await waitFor(() => expect(votes()).toEqual(ascending));
  expect(field).toHaveProperty("value", "");
  expect(page.getByLabelText("Category")).toHaveProperty("value", "Cleaning Tools");
  expect(page.getByLabelText("Sort")).toHaveProperty("value", "votes.asc");

  // The URL alone restores the same list.
  const left = titles(page);
  expect(titles(await openPage(t, location.pathname + location.search))).toEqual(left);

  // More of a search's results contain its text, too.
  const found = await openPage(t, "/surveysPages?q=CLEAN+number");
  await found.findByText("Showing 24 of 26");
  await found.user.click(found.getByRole("button", { name: /^Show (more|all)/ }));
  await found.findByText("Showing 26 of 26");
  expect(titles(found).filter((title) => title?.startsWith("Is it clean number"))).toHaveLength(26);

  const long = await openPage(t, "/surveysPages");
  await long.user.click(long.getByRole("searchbox"));
  await long.user.paste("x".repeat(201));
  await long.findByText("1 character too many: at most 200");
  await long.user.keyboard("{Enter}");
  expect(long.getByRole("searchbox")).toHaveProperty("value", "x".repeat(201));
  expect(location.search).toBe("");
});

test("cards show the user's vote, requested once for each page of cards", async () => {
  const voter = await signUp(t, { name: "Vera Voter" });
  const [id = ""] = ids;
  await t.request(castVote, { as: voter, body: { SurveyID: id, vote: 0 } });
  const { Title } = await t.request(surveys.getSurvey, { params: { id } });
  const browser = new Browser();
  const send = browser.send.bind(browser);
  const asked: string[] = [];
  browser.send = (address, init) => {
    if (address.includes("/api/me/votes")) asked.push(address);
    return send(address, init);
  };
  const page = await openPage(t, `/surveysPages?${new URLSearchParams({ q: Title })}`, { as: voter, browser });
  await waitFor(() => expect(page.getByRole("article").textContent).toMatch(/You voted\s+No/));
  expect(asked).toHaveLength(1);
});
