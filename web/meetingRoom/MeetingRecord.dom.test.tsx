import { getMinutes } from "@survey-app/contract/meetings/record.ts";
import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { Browser } from "../../server/testing/browser.ts";
import { meetingsOf } from "../../server/testing/meetings.ts";
import type { Person } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
beforeAll(async () => {
  t = await startServer();
  owner = await signUp(t, { role: "surveyor" });
});
afterAll(() => t.close());

const meeting = meetingsOf(() => ({ t, surveyor: owner as unknown as Person }));

/** A meeting with a closed question, and an open one. */
async function makeMeeting() {
  const { id, voters } = await meeting.make(3, { name: "Assembly of the choir", language: "en" });
  const { surveyId } = await meeting.open(id, { Title: "Do we buy the piano?", Description: "The old one." });
  for (const [index, answer] of ([1, 1, 0] as const).entries()) await meeting.vote(surveyId, voters[index], answer);
  await expect.poll(async () => (await meeting.state(id)).question?.state).toBe("closed");
  await meeting.open(id, { Title: "Do we sing in May?" });
  return id;
}

test("the record shows each question with verdict and numbers, and no numbers of the open one", async () => {
  const id = await makeMeeting();
  const page = await openPage(t, `/meetings/${id}/record`);
  expect(page.getByRole("heading", { level: 1 }).textContent).toBe("Assembly of the choir");
  const first = within(page.getByRole("region", { name: "Question 1" }));
  expect(first.getByRole("heading", { name: "Do we buy the piano?" })).toBeTruthy();
  expect(first.getByText("Yes won, 2 to 1")).toBeTruthy();
  const numbers = [...(first.getByText("Voted").closest("dl")?.children ?? [])].map((each) => each.textContent);
  expect(numbers).toEqual(["Entitled to vote3", "Voted3", "Yes2", "No1", "Abstained0"]);
  expect(first.getByText("Ended when everyone had voted.")).toBeTruthy();
  const second = within(page.getByRole("region", { name: "Question 2" }));
  expect(second.getByText("Voting is open. The result appears when it ends.")).toBeTruthy();
  expect(second.queryByText("Voted")).toBeNull();
  await expectAccessible();
});

// Links to it are shared with the title.
test("the pages of a meeting that nobody vouches for say so, and their titles don't name it", async () => {
  const id = await makeMeeting();
  await t.database.db.updateTable("users").set({ role: "user" }).where("email", "=", owner.email).execute();
  // As if its owner had never been a surveyor.
  await t.database.db.updateTable("meetings").set({ asked_as_user: 1 }).where("id", "=", id).execute();
  for (const path of ["", "/wall", "/record"]) {
    const page = await openPage(t, `/meetings/${id}${path}`);
    await page.findByText(/Not reviewed by/);
    expect(document.title, path).not.toContain("Assembly");
  }
  await t.database.db.updateTable("users").set({ role: "surveyor" }).where("email", "=", owner.email).execute();
});

test("one press copies the text for the minutes, in the language that was chosen", async () => {
  const id = await makeMeeting();
  const page = await openPage(t, `/meetings/${id}/record`);
  const { text } = await t.request(getMinutes, { params: { meeting: id } });
  await page.findByText(/Question 1: Do we buy the piano/);
  await page.user.click(page.getByRole("button", { name: "Copy text for the minutes" }));
  expect(await navigator.clipboard.readText()).toBe(text);
  expect(await page.findByText("Text for the minutes copied")).toBeTruthy();
});

type Page = Awaited<ReturnType<typeof openPage>>;
async function checkAddress(page: Page, address: string) {
  const field = page.getByLabelText(/address of a meeting's record/);
  await page.user.clear(field);
  await page.user.type(field, address);
  await page.user.click(page.getByRole("button", { name: "Check" }));
}

test("the record leads to its files, and to the page that checks it", async () => {
  const id = await makeMeeting();
  const page = await openPage(t, `/meetings/${id}/record`);
  const hrefOf = (name: string) => page.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("Record as a file (JSON)")).toBe(`/api/meetings/${id}/record.json`);
  expect(hrefOf("Numbers as a table (CSV)")).toBe(`/api/meetings/${id}/record.csv`);
  expect(hrefOf("check it")).toBe(`/check?meeting=${id}`);
  const check = await openPage(t, `/check?meeting=${id}`);
  await check.user.click(check.getByRole("button", { name: "Check" }));
  expect(await check.findByText("This file is consistent.")).toBeTruthy();
  expect(check.getByText("Assembly of the choir")).toBeTruthy();
  expect(check.getByRole("heading", { name: "Do we buy the piano?" })).toBeTruthy();
  expect(check.getByText("whether more questions followed the last one")).toBeTruthy();
  await checkAddress(check, "https://other.example/meetings/x/record");
  expect(await check.findByText("This is not the address of a meeting's record on this site.")).toBeTruthy();
});

const button = (page: Page) => page.getByRole("button", { name: "Check" });

test("a record that can't be downloaded is reported, and the check can be repeated", async () => {
  const id = await makeMeeting();
  const browser = new Browser();
  const send = browser.send.bind(browser);
  let isOffline = true;
  browser.send = (url, init) => {
    if (isOffline && url.endsWith("/record.json")) return Promise.reject(new TypeError("Failed to fetch"));
    return send(url, init);
  };
  const page = await openPage(t, `/check?meeting=${id}`, { browser });
  await page.user.click(button(page));
  await page.findByText("We couldn't reach the server. Check your network and try again.");
  expect(button(page).getAttribute("aria-disabled")).toBeNull();
  isOffline = false;
  await page.user.click(button(page));
  expect(await page.findByText("This file is consistent.")).toBeTruthy();
  await checkAddress(page, `${t.config.publicUrl}/meetings/${crypto.randomUUID()}/record`);
  await page.findByText("Not found.");
  expect(button(page).getAttribute("aria-disabled")).toBeNull();
});

test("a meeting that doesn't exist doesn't have a record", async () => {
  const page = await openPage(t, `/meetings/${crypto.randomUUID()}/record`);
  expect(page.getByRole("heading", { level: 1 }).textContent).toMatch(/not found/i);
});
