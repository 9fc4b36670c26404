import * as unlisted from "@survey-app/contract/votes/unlistedSurveys.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { invitedSurveys } from "../../server/testing/invitedSurveys.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
let user: Account;
let invited: ReturnType<typeof invitedSurveys>;
beforeAll(async () => {
  t = await startServer({ askUnlisted: "confirmed" });
  owner = await signUp(t, { role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
  user = await signUp(t, {});
  await t.database.db.updateTable("users").set({ email_verified: 1 }).where("email", "=", user.email).execute();
  invited = invitedSurveys(() => ({ t, surveyor: owner, admin }));
});
afterAll(() => t.close());

const contact = "Nora, in the office";
const LINE = `Questions? Contact: ${contact}`;
const whole = () => document.body.textContent ?? "";
const panelOf = ({ getByRole }: Pick<ReturnType<typeof within>, "getByRole">) =>
  within(getByRole("region", { name: "Result and vote" }));

test("the contact stands below the vote form, before and after the vote", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin, contact });
  const page = await openPage(t, `/surveydetails/${id}`, { as: user });
  const panel = panelOf(page);
  await page.user.click(await panel.findByRole("radio", { name: "Yes" }));
  expect(whole()).toContain(LINE);
  await page.user.click(await panel.findByRole("button", { name: "Vote Yes" }));
  await panel.findByText(/^You voted$/);
  expect(whole()).toContain(LINE);
});

test("people on a list see the contact with their link and with their account, and other readers don't", async () => {
  const {
    id,
    codes: [code = ""],
  } = await invited.makeOpen(1, { contact }, [user.email]);
  const page = await openPage(t, `/surveydetails/${id}`);
  await page.findByText("This survey is for invited people");
  expect(whole()).not.toContain(contact);
  const byLink = await openPage(t, `/i#${code}`);
  await byLink.findByRole("heading", { level: 1, name: "Is this a question?" });
  await byLink.findByText(/^You're voting as/);
  await waitFor(() => expect(whole().split(LINE)).toHaveLength(2));
  const byAccount = await openPage(t, `/surveydetails/${id}`, { as: user });
  await byAccount.findByText(/^You're voting as/);
  await waitFor(() => expect(whole().split(LINE)).toHaveLength(2));
  const panel = panelOf(byAccount);
  await byAccount.user.click(await panel.findByRole("radio", { name: "Yes" }));
  await byAccount.user.click(await panel.findByRole("button", { name: "Vote Yes" }));
  await panel.findByText(/^You voted$/);
  await waitFor(() => expect(whole().split(LINE)).toHaveLength(2));
});

test("the owner changes the contact after the first vote", async () => {
  const {
    id,
    codes: [code = ""],
  } = await invited.makeOpen(1, { contact });
  await invited.vote(id, await invited.open(code), 1);
  const page = await openPage(t, `/dashboard/surveyor/update/${id}`, { as: owner });
  const field = await page.findByLabelText(/^Contact for questions/);
  expect(field).toHaveProperty("value", contact);
  await page.user.clear(field);
  await page.user.type(field, "Nils, at the pier");
  await page.user.click(page.getByRole("button", { name: "Update survey" }));
  await page.findByText(/is updated to the Survey/);
  const opened = (await invited.status(id, await invited.open(code))).json();
  expect(opened.contact ?? opened.code).toBe("Nils, at the pier");
});

test("a sheet of codes lacks the contact of an unreviewed survey, until an admin accepts it", async () => {
  const makeCodes = async (id: string, as: Account) => {
    const page = await openPage(t, `/dashboard/surveys/${id}/people`, { as });
    await page.user.click(await page.findByRole("tab", { name: "Codes for print" }));
    await page.user.type(page.getByLabelText("How many"), "1");
    await page.user.click(page.getByRole("button", { name: "Make codes" }));
    await page.findByRole("heading", { name: "1 code" });
    return whole();
  };
  expect(await makeCodes(await invited.make({ contact }), owner)).toContain(LINE);
  const body = {
    Title: "Shall we meet?",
    category: "Beverage Makers" as const,
    image: "/categories/beverage-makers.svg",
    electorate: "invited" as const,
    contact,
  };
  const { insertedId: id } = await t.request(unlisted.createUnlistedSurvey, { as: user, body });
  expect(await makeCodes(id, user)).not.toContain(contact);
  await t.request(unlisted.acceptSurvey, { as: admin, params: { id }, body: { version: 1 } });
  expect(await makeCodes(id, user)).toContain(LINE);
});
