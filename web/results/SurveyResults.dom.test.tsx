import { getPortableResult, getSurveyMinutes } from "@survey-app/contract/results/downloads.ts";
import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { Browser } from "../../server/testing/browser.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { voteAsNewPerson } from "../../server/testing/voteAsNewPerson.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
beforeAll(async () => {
  t = await startServer();
  owner = await signUp(t, { role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
});
afterAll(() => t.close());

async function votedOn(settings: Partial<Parameters<TestApp["makeSurvey"]>[1]>, answers: readonly (0 | 1 | 2)[]) {
  const id = await t.makeSurvey(owner, { publishedBy: admin, ...settings });
  for (const vote of answers) await voteAsNewPerson(t, id, vote);
  return id;
}

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .map((row) => row.textContent?.trim());

test("the results page has the numbers, what they may claim, the head of the log, and files to keep", async () => {
  const id = await votedOn({ Title: "Is this final?", unsure: true }, [1, 1, 0, 2]);
  await t.request(closeSurvey, { as: owner, params: { id } });
  const page = await openPage(t, `/surveys/${id}/results`);
  expect(page.getByText("Performance · Final result")).toBeTruthy();
  expect(rowsOf(page.getByRole("table", { name: "Numbers" }))).toEqual([
    "AnswerPeopleShare",
    "People who voted4",
    "Yes267%",
    "No133%",
    "Not sure1",
  ]);
  const { label } = JSON.parse((await t.send(getPortableResult, { params: { id } })).payload);
  // Folded, and in the printed record.
  expect(page.getByText(label.head)).toBeTruthy();
  expect(page.getByText(new RegExp(`log ends with ${label.head}`))).toBeTruthy();
  expect(page.getByText(label.questionHash)).toBeTruthy();
  for (const [name, file] of [
    ["Result as a file (JSON)", "results.json"],
    ["Numbers as a table (CSV)", "results.csv"],
    ["Log of all votes (JSON lines)", "ledger.jsonl"],
  ] as const)
    expect(page.getByRole("link", { name }).getAttribute("href")).toBe(`/api/surveys/${id}/${file}`);
});

test("one press copies the text for the minutes, in the language of the question, which its readers can change", async () => {
  const id = await votedOn({ Title: "Kaufen wir das Klavier?", language: "de" }, [1, 1, 0]);
  expect(await t.refused(getSurveyMinutes, { params: { id } })).toMatchObject({ status: 409, code: "notClosed" });
  await t.request(closeSurvey, { as: owner, params: { id } });
  for (const [as, isMain] of [
    [owner, true],
    [admin, true],
    [undefined, false],
  ] as const) {
    const page = await openPage(t, `/surveys/${id}/results`, as && { as });
    await page.findByText(/^(Am|Vom) .*„Kaufen wir das Klavier\?“ Abgestimmt: 3\. Ja gewann mit 2 zu 1\./);
    const button = page.getByRole("button", { name: "Copy text for the minutes" });
    // The owner isn't known before the session is.
    await waitFor(() => expect(button.className.includes("bg-ink")).toBe(isMain));
    await page.user.click(button);
    expect(await navigator.clipboard.readText()).toMatch(/Ja gewann mit 2 zu 1\./);
    await page.user.selectOptions(page.getByLabelText("Language of the text"), "English");
    await page.findByText(/^(On|From) .*“Kaufen wir das Klavier\?” Voted: 3\. Yes won, 2 to 1\./);
  }
});

test("where the text for the minutes can't be loaded, the page says so, and a press tries again", async () => {
  const id = await votedOn({ Title: "Do we buy the harp?" }, [1, 1, 0]);
  await t.request(closeSurvey, { as: owner, params: { id } });
  const browser = new Browser();
  const send = browser.send.bind(browser);
  let isRefused = true;
  browser.send = async (address, init) => {
    if (!isRefused || !address.includes("/minutes")) return send(address, init);
    return Response.json(
      { title: "Too Many Requests", status: 429, detail: "Wait a minute.", code: "tooFast" },
      { status: 429 },
    );
  };
  const page = await openPage(t, `/surveys/${id}/results`, { browser });
  const button = await page.findByRole("button", { name: "Copy text for the minutes", busy: false });
  await page.findByRole("alert");
  isRefused = false;
  await page.user.click(button);
  await page.findByText(/Do we buy the harp.* Yes won, 2 to 1\./);
  expect(page.queryByRole("alert")).toBeNull();
});

// Security: F12
test("while the result is hidden, the page shows only the turnout, without files", async () => {
  const deadline = new Date(Date.now() + DAY_MS).toISOString();
  const id = await votedOn({ results: "afterClose", deadline }, [1, 0]);
  for (const as of [undefined, owner]) {
    const page = await openPage(t, `/surveys/${id}/results`, as && { as });
    expect(rowsOf(page.getByRole("table", { name: "Numbers" }))).toEqual(["AnswerPeople", "People who voted2"]);
    expect(page.queryByRole("link", { name: /CSV|JSON/ })).toBeNull();
    expect(document.body.textContent).not.toMatch(/\d%/);
  }
});

test("the file of a result is checked in the browser alone, and what is wrong with another file is said", async () => {
  const id = await votedOn({ Title: "Is this portable?" }, [1, 1, 0]);
  const { payload } = await t.send(getPortableResult, { params: { id } });
  const result = JSON.parse(payload);
  const page = await openPage(t, "/check");
  const field = page.getByLabelText("Result file (JSON)");
  const check = async (text: string) => {
    await page.user.upload(field, new File([text], "result.json", { type: "application/json" }));
    await page.user.click(page.getByRole("button", { name: "Check" }));
  };
  await page.user.click(page.getByRole("button", { name: "Check" }));
  await page.findByText("Choose a file first.");

  await check(payload);
  await page.findByText("This file is consistent.");
  expect(page.getByRole("heading", { name: "Is this portable?" })).toBeTruthy();
  expect(page.getByText("3 people voted: 2 yes and 1 no.")).toBeTruthy();
  expect(page.getByText(result.label.head)).toBeTruthy();

  await check(payload.replace('"yes":2,"no":1', '"yes":1,"no":2'));
  await page.findByText("This file contradicts itself, so it was changed or damaged.");
  expect(page.queryByText("This file is consistent.")).toBeNull();

  await check("not JSON");
  await page.findByText(/^This file is not JSON/);
  await check(`"${"x".repeat(20_000_000)}"`);
  await page.findByText(/^This file is too large/);

  const { entries, ...about } = result.ledger;
  await check(JSON.stringify({ ...result, ledger: { ...about, entries: [] } }));
  await page.findByText(/^The votes weren't recounted.*: 3 rows/);
  const pages = [entries.slice(0, 2), entries.slice(2)].map((some) => JSON.stringify({ ...about, entries: some }));
  await page.user.upload(
    page.getByLabelText("Log of all votes (JSON lines)"),
    new File([`${pages.join("\n")}\n`], "ledger.jsonl", { type: "application/jsonl" }),
  );
  await page.user.click(page.getByRole("button", { name: "Check" }));
  await page.findByText(/^All 3 rows of the log were checked/);
});
