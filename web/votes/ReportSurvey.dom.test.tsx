import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { makePerson, type Person } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await startServer();
  admin = await makePerson(t.database, t.tokens, { role: "admin" });
});
afterAll(() => t.close());

async function openReport(id: string, as: Account, text: string) {
  const { user, ...page } = await openPage(t, `/surveydetails/${id}`, { as });
  await user.click(await page.findByRole("button", { name: "Report this survey" }));
  const dialog = await page.findByRole("dialog");
  expect(dialog.textContent).toContain("The survey's owners and the admins can read your report");
  const field = within(dialog).getByLabelText("What is inappropriate?", { exact: false });
  const send = () => user.click(within(dialog).getByRole("button", { name: "Report" }));
  const sendText = async () => {
    await user.type(field, text);
    await send();
  };
  return { ...page, user, dialog, field, send, sendText };
}

async function report(id: string, as: Account, text: string) {
  const { sendText, ...page } = await openReport(id, as, text);
  await sendText();
  return page;
}

test("a report that is empty or too long leads to its field, and a sent one to the thanks", async () => {
  const id = await t.makeSurvey(admin, { publishedBy: admin });
  const { user, dialog, field, send, ...page } = await openReport(id, await signUp(t), "");
  await send();
  expect(document.activeElement).toBe(field);
  expect(dialog.textContent).toContain("Describe what is inappropriate.");
  await user.click(field);
  await user.paste("x".repeat(501));
  await send();
  expect(document.activeElement).toBe(field);
  expect(within(dialog).getAllByText(/at most 500$/i), "said once").toHaveLength(1);
  expect(within(dialog).queryByText("At most 500 characters")).toBeNull();
  await user.type(field, "{Backspace}");
  await send();
  const thanks = await page.findByRole("group", { name: "Thank you. An admin will look at this survey." });
  await waitFor(() => expect(document.activeElement).toBe(thanks));
});

test("any signed-in user can report a survey once, with or without a vote", async () => {
  const id = await t.makeSurvey(admin, { publishedBy: admin });
  const rita = await signUp(t, { name: "Rita Reporter" });
  const first = await report(id, rita, "It asks two things at once.");
  await first.findAllByText("Thank you. An admin will look at this survey.");
  // The same text would count as the same report and be thanked for again.
  const second = await report(id, rita, "And it is too long.");
  await second.findAllByText("You've already reported this survey.", { exact: false });
});

test("a reported survey that ended without votes is listed as such among the user's reports", async () => {
  const id = await t.makeSurvey(admin, { Title: "Did nobody vote?", publishedBy: admin });
  const rita = await signUp(t, { name: "Rita Reporter" });
  await (await report(id, rita, "It is an advertisement.")).findAllByText("Thank you.", { exact: false });
  await t.request(closeSurvey, { as: admin, params: { id } });
  const { findByRole } = await openPage(t, "/dashboard/user/my-reports", { as: rita });
  const card = await findByRole("article");
  await waitFor(() => expect(card.textContent).toContain("Voting ended without votes"));
  expect(card.textContent).toContain("Did nobody vote?");
  expect(card.textContent).toContain("It is an advertisement.");
});
