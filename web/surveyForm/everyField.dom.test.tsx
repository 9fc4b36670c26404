import { question } from "@survey-app/contract/surveys/surveyFields.ts";
import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { everyField, type FieldName } from "../../server/testing/everyField.ts";
import { invitedSurveys } from "../../server/testing/invitedSurveys.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
beforeAll(async () => {
  t = await startServer({ languages: ["en", "de", "pl"] });
  owner = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, surveyor: owner, admin }));
const { form } = everyField();
/** A start in the past can no longer be scheduled. */
const UNSEEN: FieldName[] = ["scheduled"];

type Page = Awaited<ReturnType<typeof openPage>>;
const { language: _, translations: __, ...parts } = question;
const said = (Object.keys(parts) as (keyof typeof parts)[]).map((part) => form[part]);
/** The texts of the question that are missing on a part of the page, as text or as a picture's description. */
const lackedBy = (shown: HTMLElement) =>
  said.filter((text) => !shown.textContent.includes(text) && !shown.querySelector(`[alt="${text}"]`));

/** In this DOM the form can't choose the stored category. */
const choose = ({ user, ...page }: Page) => user.selectOptions(page.getByLabelText("Category"), form.category);

test("The form has each field as it is stored: sent unchanged, it changes nothing", async () => {
  const id = await t.makeSurvey(owner, form);
  const page = await openPage(t, `/dashboard/surveyor/update/${id}`, { as: owner });
  await page.findByLabelText(/^Your question/);
  const named = (name: string) => document.querySelector(`form [name="${name}"], form [name^="${name}."]`);
  expect((Object.keys(form) as FieldName[]).filter((name) => !UNSEEN.includes(name) && !named(name))).toEqual([]);
  for (const part of Object.keys(parts)) expect(named(part)).toHaveProperty("value", form[part as keyof typeof parts]);
  await choose(page);
  await page.user.click(page.getByRole("button", { name: "Update survey" }));
  await page.findByText("No changes were made.");
});

test("A copy begins with the texts of the original, and its preview shows the question", async () => {
  const id = await t.makeSurvey(owner, form);
  const page = await openPage(t, `/dashboard/surveyAdd?copy=${id}`, { as: owner });
  await page.findByText(/^This is a copy\./);
  expect(page.getByLabelText(/^Contact for questions/)).toHaveProperty("value", form.contact);
  await choose(page);
  await page.user.click(page.getByRole("radio", { name: "1 week" }));
  await page.user.click(page.getByRole("button", { name: "Preview" }));
  expect(lackedBy(await page.findByRole("region", { name: "Check your question" }))).toEqual([]);
});

test("An admin reads everything that the question says before publishing it", async () => {
  await t.makeSurvey(owner, { ...form, Title: "Is it complete?" });
  const list = await openPage(t, "/dashboard/admin/surveys?q=complete", { as: admin });
  await list.user.click(await list.findByRole("button", { name: "publish: Is it complete?" }));
  const dialog = await list.findByRole("dialog", { name: "Publish this survey?" });
  expect(lackedBy(dialog)).toEqual([form.Title]);
  expect(within(dialog).getByText("Is it complete?")).toBeTruthy();
  expect(within(dialog).getByText(/^Passes if Yes gets at least 2\/3/)).toBeTruthy();
});

test("After the first vote its owner sees everything that the question says, and no draft keeps it", async () => {
  const { id, codes } = await invited.makeOpen(1, form);
  expect((await invited.vote(id, await invited.open(codes[0] ?? ""), 1)).statusCode).toBe(200);
  const page = await openPage(t, `/dashboard/surveyor/update/${id}`, { as: owner });
  const frozen = await page.findByRole("region", { name: /^People have voted/ });
  expect(lackedBy(frozen)).toEqual([]);
  await page.user.type(page.getByLabelText(/^Note/), "It floats.");
  const drafts = Object.values({ ...localStorage }).filter((draft) => draft.includes("It floats."));
  expect(drafts).toHaveLength(1);
  expect(said.filter((text) => drafts[0]?.includes(text))).toEqual([]);
});
