import { castVote } from "@survey-app/contract/votes.ts";
import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import { createUsersOfEveryRole } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
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
