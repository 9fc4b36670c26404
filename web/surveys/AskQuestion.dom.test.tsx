import * as requests from "@survey-app/contract/surveyorRequests.ts";
import * as surveys from "@survey-app/contract/surveys.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
/** With SURVEYORS=admins. */
let closed: TestApp;
beforeAll(async () => {
  t = await startServer();
  closed = await startServer({ surveyors: "admins" });
});
afterAll(async () => {
  await t.close();
  await closed.close();
});

const form = { Title: "Is this asked?", category: "Cleaning Tools", image: "https://example.org/a.webp" } as const;

test("with SURVEYORS=admins users are not offered to ask, and surveyors are", async () => {
  const user = await openPage(closed, "/ask", { as: await signUp(closed) });
  await user.findByRole("heading", { name: "Only surveyors can ask questions here" });
  expect(user.queryByLabelText(/Your question/)).toBeNull();

  const home = await openPage(closed, "/");
  await home.findByRole("link", { name: "Get Survey-02" });
  expect(home.queryByRole("link", { name: "Ask a question" })).toBeNull();

  const surveyor = await openPage(closed, "/ask", { as: await signUp(closed, { role: "surveyor" }) });
  await surveyor.findByRole("button", { name: "Submit for review" });
});

test("an incomplete question is not continued, and each missing field is named", async () => {
  const { user, ...page } = await openPage(t, "/ask");
  await user.click(await page.findByRole("button", { name: "Continue" }));
  const summary = await page.findByRole("alert");
  for (const message of ["Title is required", "Choose a category", "Image is required"])
    expect(summary.textContent).toContain(message);
  expect(location.pathname).toBe("/ask");
});

test("a user whose question was sent back reads the note, and finds the question in the form", async () => {
  const nora = await signUp(t, { name: "Nora New" });
  const admin = await signUp(t, { role: "admin" });
  const { insertedId: id } = await t.request(requests.createSurveyorRequest, { as: nora, body: form });
  const body = { status: surveys.SENT_BACK, feedback: "Ask one thing only" } as const;
  await t.request(surveys.setSurveyStatus, { as: admin, params: { id }, body });
  const page = await openPage(t, "/ask", { as: nora });
  await page.findByText("Ask one thing only");
  expect(page.getByLabelText(/Your question/)).toHaveProperty("value", form.Title);
});

test("the card of a question in review says that it awaits review, and offers no vote", async () => {
  const nils = await signUp(t, { name: "Nils New" });
  await t.request(requests.createSurveyorRequest, { as: nils, body: form });
  const page = await openPage(t, "/ask", { as: nils });
  const card = (await page.findByRole("heading", { name: form.Title, level: 2 })).closest("article");
  expect(card?.textContent).toContain("Awaiting review");
  expect(card?.textContent).not.toContain("continiu");
  expect(card?.querySelector("a[href*='vote=']")).toBeNull();
});
