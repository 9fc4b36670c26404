import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import { makePerson } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

type Page = Awaited<ReturnType<typeof openPage>>;

const check = (page: Page) => within(page.getByRole("region", { name: "Question check" }));
/** The tip that screen readers announce. */
const expectTip = (page: Page, text: string | RegExp) =>
  waitFor(() => expect(check(page).getByRole("status").textContent).toMatch(text));
const dismiss = async (page: Page) => page.user.click(check(page).getByRole("button", { name: "Dismiss this tip" }));

test("tips appear one by one when typing pauses, never block, and stay dismissed for the draft", async () => {
  const page = await openPage(t, "/ask");
  await page.findByRole("button", { name: "Continue" });
  await expectTip(page, /^$/);
  const title = () => page.getByLabelText("Your question (title)");
  await page.user.type(title(), "Should we always buy meat and sell the grill");
  await expectTip(page, /two questions in one/);
  check(page).getByText("(1 more)");
  await dismiss(page);
  await expectTip(page, /“always” or “all”/);
  await dismiss(page);
  await expectTip(page, /End with a question mark/);
  await page.user.type(title(), "?");
  await expectTip(page, /^$/);

  // The dismissed tips belong to the draft, which survives leaving the page.
  await page.user.click(page.getAllByRole("link", { name: "All Surveys" })[0] as HTMLElement);
  await page.findByRole("heading", { name: "All surveys" });
  await page.user.click(page.getAllByRole("link", { name: /^Ask/ })[0] as HTMLElement);
  await waitFor(() => expect(title()).toHaveProperty("value", "Should we always buy meat and sell the grill?"));
  await expectTip(page, /^$/);
  await page.user.type(title(), " Is it not good?");
  await expectTip(page, /A “not” makes it unclear/);
  await page.user.click(page.getByRole("radio", { name: "Open vote" }));
  await page.user.click(page.getByRole("button", { name: "Continue" }));
  const errors = await page.findByRole("group", { name: /attention$/ });
  expect(errors.textContent).not.toMatch(/Title|question/);
});

test("an open survey that asks nearly the same is linked, and other wordings find nothing", async () => {
  const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const admin = await signUp(t, { role: "admin" });
  const id = await t.makeSurvey(owner, { publishedBy: admin, Title: "Should the office get a dishwasher?" });
  const page = await openPage(t, "/ask");
  await page.findByRole("button", { name: "Continue" });
  await page.user.type(page.getByLabelText("Your question (title)"), "Should our office get dishwashers?");
  await expectTip(page, /An open survey asks nearly the same/);
  const link = check(page).getByRole("link", { name: /Should the office get a dishwasher\?/ });
  expect(link.getAttribute("href")).toBe(`/surveydetails/${id}`);
  await dismiss(page);
  await expectTip(page, /^$/);
});
