import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { setTotals } from "../../server/testing/totals.sql.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

/** The rows on one page of a list. */
const PAGE = 24;

let t: TestApp;
let surveyor: Account;
beforeAll(async () => {
  t = await startServer();
  surveyor = await signUp(t, { role: "surveyor" });
  for (const [Title, total] of [
    ["banana?", 5],
    ["Apple?", 12],
    ["Cherry?", 1],
  ] as const) {
    const id = await t.makeSurvey(surveyor, { Title });
    await setTotals(t.database, id, { total });
  }
});
afterAll(() => t.close());

async function openTable() {
  const { user, ...page } = await openPage(t, "/dashboard/surveyor/surveys", { as: surveyor });
  const table = within(await page.findByRole("table", { name: "Your surveys" }));
  const titles = () => table.getAllByRole("link", { name: /^\w+\?$/ }).map(({ textContent }) => textContent);
  const sorted = () => table.getAllByRole("columnheader").map((header) => header.getAttribute("aria-sort"));
  return { user, page, table, titles, sorted };
}

test("a complete list is sorted by a press on a column's header, and says by which", async () => {
  const { user, table, titles, sorted } = await openTable();
  expect(titles()).toEqual(["Cherry?", "Apple?", "banana?"]);
  expect(sorted().filter(Boolean)).toEqual([]);
  const press = (name: string) => user.click(table.getByRole("button", { name }));
  await press("Total");
  expect(titles()).toEqual(["Apple?", "banana?", "Cherry?"]);
  expect(sorted().filter(Boolean)).toEqual(["descending"]);
  await press("Total");
  expect(titles()).toEqual(["Cherry?", "banana?", "Apple?"]);
  await press("Title");
  expect(titles()).toEqual(["Apple?", "banana?", "Cherry?"]);
  expect(sorted().filter(Boolean)).toEqual(["ascending"]);
  await press("Title");
  await press("Title");
  expect(titles()).toEqual(["Cherry?", "Apple?", "banana?"]);
});

test("on a phone, where the headers are hidden, a list chooses the order", async () => {
  const { user, page, titles } = await openTable();
  const order = page.getByRole("combobox", { name: "Sort by" });
  await user.selectOptions(order, "Sort by Total");
  expect(titles()).toEqual(["Apple?", "banana?", "Cherry?"]);
  await user.selectOptions(order, "Default order");
  expect(titles()).toEqual(["Cherry?", "Apple?", "banana?"]);
});

test("a list that is loaded only in part can't be sorted until the rest is", async () => {
  for (let index = 0; index < PAGE; index++) await t.makeSurvey(surveyor, { Title: `Next${index}?` });
  const { user, page, table } = await openTable();
  expect(table.queryByRole("button", { name: "Total" })).toBeNull();
  await user.click(page.getByRole("button", { name: /^Show all/ }));
  await user.click(await table.findByRole("button", { name: "Total" }));
  expect(table.getAllByRole("link", { name: /^\w+\?$/ })[0]?.textContent).toBe("Apple?");
});

test("the list of surveys to update says what can change, of an ended one only by a note, and when that ended", async () => {
  const owner = await signUp(t, { role: "surveyor" });
  const admin = await signUp(t, { role: "admin" });
  const ids = [];
  for (const Title of ["Ended?", "Running?", "Waiting?"])
    ids.push(
      await t.makeSurvey(owner, {
        Title,
        deadline: "2126-12-10T06:00:00Z",
        ...(Title !== "Waiting?" && { publishedBy: admin }),
      }),
    );
  for (const id of ids.slice(0, 2)) await t.request(castVote, { as: admin, body: { SurveyID: id, vote: 1 } });
  await t.request(closeSurvey, { as: owner, params: { id: ids[0] ?? "" } });
  const page = await openPage(t, "/dashboard/surveyor/allupdate", { as: owner });
  await page.findByRole("table", { name: "Your surveys" });
  const cellOf = (title: string, place: number) =>
    within(page.getByRole("row", { name: new RegExp(title) })).getAllByRole("cell")[place]?.textContent;
  const changeOf = (title: string) => cellOf(title, 2);
  expect(cellOf("Running", 1)).toMatch(/ to 10-12-2126$/);
  expect(cellOf("Ended", 1)).toMatch(/ to \d\d-\d\d-20\d\d$/);
  expect(changeOf("Waiting")).toMatch(/Question and dates$/);
  expect(changeOf("Running")).toMatch(/Note, later deadline$/);
  expect(changeOf("Ended")).toMatch(/Note$/);
});

test("only surveys that offer Not sure have a number of such answers", async () => {
  const owner = await signUp(t, { role: "surveyor" });
  const admin = await signUp(t, { role: "admin" });
  const offers = await t.makeSurvey(owner, { Title: "Offers it?", unsure: true, publishedBy: admin });
  await t.makeSurvey(owner, { Title: "Lacks it?", publishedBy: admin });
  await t.request(castVote, { as: admin, body: { SurveyID: offers, vote: 2 } });
  const page = await openPage(t, "/dashboard/surveyor/surveys", { as: owner });
  await page.findByRole("table", { name: "Your surveys" });
  const numbersOf = (title: string) => {
    const cells = within(page.getByRole("row", { name: new RegExp(title) })).getAllByRole("cell");
    return cells.slice(4, 6).map(({ textContent }) => textContent);
  };
  // The total is that of Yes and No.
  expect(numbersOf("Offers it")).toEqual(["Total0", "Not sure1"]);
  expect(numbersOf("Lacks it")).toEqual(["Total0", "Not sure–"]);
});
