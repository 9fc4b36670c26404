import * as feedback from "@survey-app/contract/surveys/feedback.ts";
import { createSurveyorRequest } from "@survey-app/contract/surveys/surveyorRequests.ts";
import { setSurveyStatus, WAITING } from "@survey-app/contract/surveys/surveys.ts";
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

test("unread feedback is counted in the menu and marked in the list, until its owner opens it", async () => {
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const sam = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
  const id = await t.makeSurvey(sam, { Title: "Is it short?" });
  await t.request(feedback.addFeedback, { as: admin, body: { surveyId: id, feedback: "Shorten it" } });

  const { user, ...page } = await openPage(t, "/dashboard/surveyor/feedbacks", { as: sam });
  // Found again each time: the sidebar may be rendered again with the page.
  const menu = () => page.getAllByRole("navigation", { name: "Dashboard" })[0] as HTMLElement;
  const entry = () => within(menu()).getByRole("link", { name: "feedbacks" });
  const described = () =>
    document.getElementById(entry().getAttribute("aria-describedby") ?? "")?.querySelector(".sr-only")?.textContent;
  await waitFor(() => expect(described()).toBe("1 unread"));
  const row = await page.findByRole("row", { name: /Is it short\?/ });
  within(row).getByText("New");

  await user.click(within(row).getByRole("link", { name: "Is it short?" }));
  const heading = await page.findByRole("heading", { level: 1, name: "feedback" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  const shown = await page.findByRole("article");
  for (const text of ["Is it short?", "Shorten it", sam.email]) expect(shown.textContent).toContain(text);
  await waitFor(() => expect(described()).toBeUndefined());
  await user.click(entry());
  const read = await page.findByRole("row", { name: /Is it short\?/ });
  await waitFor(() => expect(within(read).queryByText("New")).toBeNull());
});

test("the owner of a survey that was sent back reads the admin's note on its page and beside its form", async () => {
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const sam = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
  const id = await t.makeSurvey(sam, { Title: "Is it too long?" });
  await t.request(setSurveyStatus, { as: admin, params: { id }, body: { status: WAITING, feedback: "Shorten it" } });

  const { user, ...page } = await openPage(t, `/surveydetails/${id}`, { as: sam });
  await page.findByText("Shorten it");
  await user.click(page.getByRole("link", { name: "Update this survey" }));
  await page.findByLabelText(/^Your question/);
  await page.findByText("Shorten it");
  expect(page.queryByRole("link", { name: "Update this survey" })).toBeNull();
});

test("a person whose first question was sent back is led from its page to the note and the form", async () => {
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const nora = await signUp(t, { name: "Nora New" });
  const body = { Title: "Is it first?", category: "Cleaning Tools", image: "https://example.org/a.webp" } as const;
  const { insertedId: id } = await t.request(createSurveyorRequest, { as: nora, body });
  await t.request(setSurveyStatus, { as: admin, params: { id }, body: { status: WAITING, feedback: "Shorten it" } });
  const { user, ...page } = await openPage(t, `/surveydetails/${id}`, { as: nora });
  await user.click(await page.findByRole("link", { name: "View" }));
  await page.findByText("Shorten it");
});

test("admins see how many surveys await review, without those that were sent back", async () => {
  const admin = await signUp(t, { name: "Ada Admin", role: "admin" });
  const id = await t.makeSurvey(admin, { Title: "Was it sent back?" });
  await t.request(setSurveyStatus, { as: admin, params: { id }, body: { status: WAITING, feedback: "Shorten it" } });
  const page = await openPage(t, "/dashboard/adminHome", { as: admin });
  const [menu] = await page.findAllByRole("navigation", { name: "Dashboard" });
  await within(menu as HTMLElement).findByText("1 to review");
  await page.findByText("1 survey awaiting review");
  page.getByRole("link", { name: "Is it short?" });
  expect(page.queryByRole("link", { name: "Was it sent back?" })).toBeNull();
  const list = await openPage(t, "/dashboard/admin/surveys?status=1", { as: admin });
  expect((await list.findByRole("row", { name: /Was it sent back/ })).textContent).toContain("Sent back");
});
