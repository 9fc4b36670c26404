import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
beforeAll(async () => {
  t = await startServer({ languages: ["en", "pl"] });
  owner = await signUp(t, { role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
});
afterAll(() => t.close());

const field = { name: "Describe the picture" };
const decoration = { name: "The picture is decoration only" };
const category = "Food Preparation" as const;

/** Opens the form for a copy of a survey. */
async function duplicate(id: string) {
  const page = await openPage(t, `/dashboard/surveys/${id}/settings`, { as: owner });
  await page.user.click(await page.findByRole("link", { name: "Duplicate" }));
  await page.findByText(/^This is a copy\./);
  // In this DOM the form can't choose the stored category.
  await page.user.selectOptions(page.getByLabelText("Category"), category);
  return page;
}
type Page = Awaited<ReturnType<typeof openPage>>;
const press =
  (name: string) =>
  ({ user, ...page }: Page) =>
    user.click(page.getByRole("button", { name }));
const next = press("Submit for review");
const show = press("Preview");
const preview = async (page: Page) => within(await page.findByRole("region", { name: "Check your question" }));

test("the form asks once for what a picture shows, and goes on without it when the button is pressed again", async () => {
  const page = await duplicate(await t.makeSurvey(owner, { Title: "Is it asked kindly?" }));
  const text = page.getByRole("textbox", field);
  await next(page);
  await waitFor(() => expect(document.activeElement).toBe(text));
  // Screen readers read it with the field.
  const described = text.getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(described.split(" ")[0] ?? "")?.textContent).toMatch(
    /^The picture isn't described yet/,
  );
  expect(text.getAttribute("aria-invalid")).toBeNull();
  await expectAccessible();
  await show(page);
  (await preview(page)).getByText("The picture isn't described for people who can't see it.");
  await next(page);
  await page.findByText(/^Submitted for review/);
});

test("a description is shown in the preview, sent, reviewed in words, and kept in a copy", async () => {
  const page = await duplicate(await t.makeSurvey(owner, { Title: "Is it a boat?" }));
  await page.user.type(page.getByRole("textbox", field), "boat.jpg");
  await next(page);
  await page.findByText(/^This looks like the name of a file/);
  await page.user.clear(page.getByRole("textbox", field));
  await page.user.click(page.getByRole("textbox", field));
  await page.user.paste("A blue\nboat");
  await show(page);
  const shown = await preview(page);
  shown.getByRole("img", { name: "A blue boat" });
  shown.getByText("A blue boat");
  await page.user.click(page.getByRole("button", { name: "Submit for review" }));
  await page.findByText(/^Submitted for review/);
  const all = await t.request(surveys.listMySurveys, { as: owner, query: { email: owner.email } });
  const stored = all.find(({ imageAlt }) => imageAlt === "A blue boat");
  expect(stored).toMatchObject({ Title: "Is it a boat?" });

  const review = await openPage(t, "/dashboard/admin/surveys?status=1", { as: admin });
  const [button] = await review.findAllByRole("button", { name: "publish: Is it a boat?" });
  await review.user.click(button as HTMLElement);
  const dialog = within(await review.findByRole("dialog"));
  dialog.getByRole("img", { name: "A blue boat" });
  dialog.getByText("A blue boat");

  const copy = await duplicate(stored?._id ?? "");
  expect(copy.getByRole("textbox", field)).toHaveProperty("value", "A blue boat");
  await show(copy);
  (await preview(copy)).getByRole("img", { name: "A blue boat" });
});

test("where answers are hidden, the form doesn't offer a picture from another site, says why, and shows one that was typed before", async () => {
  const { user, ...page } = await openPage(t, "/ask");
  const address = () => page.queryByLabelText("Or paste an image URL");
  const why = () => page.queryByText(/^Upload the picture\. With confidential or secret votes you can't use one/);
  await page.findByLabelText("Or paste an image URL");
  expect(why()).toBeNull();
  await user.click(page.getByRole("radio", { name: "Secret ballot" }));
  expect([address(), why() === null]).toEqual([null, false]);
  await expectAccessible();
  await user.click(page.getByRole("radio", { name: "Open vote" }));
  await user.type(page.getByLabelText("Or paste an image URL"), "https://pictures.example/a.webp");
  await user.click(page.getByRole("radio", { name: "Secret ballot" }));
  expect(address()).toHaveProperty("value", "https://pictures.example/a.webp");
  expect(why()).not.toBeNull();
  await user.click(page.getByRole("button", { name: "Remove" }));
  expect([address(), why() === null]).toEqual([null, false]);
});

test("decoration doesn't need words, and the text from before comes back", async () => {
  const page = await duplicate(await t.makeSurvey(owner, { Title: "Is it decoration?", imageAlt: "Balloons" }));
  await page.user.click(page.getByRole("checkbox", decoration));
  expect(page.queryByRole("textbox", field)).toBeNull();
  await page.user.click(page.getByRole("checkbox", decoration));
  expect(page.getByRole("textbox", field)).toHaveProperty("value", "Balloons");
  await page.user.click(page.getByRole("checkbox", decoration));
  await show(page);
  (await preview(page)).getByText(/^The picture is decoration only: /);
});

test("a translation describes the picture, too, and its description is kept when the question's own is too long", async () => {
  const polish = { language: "pl" as const, Title: "Czy to łódź?", Description: "", imageAlt: "Łódź" };
  const form = { Title: "Is this a boat?", imageAlt: "A boat", language: "en" as const, translations: [polish] };
  const page = await duplicate(await t.makeSurvey(owner, form));
  const other = page.getByRole("textbox", { name: /^What the picture shows, in Polish/ });
  expect(other.getAttribute("lang")).toBe("pl");
  await page.user.type(other, " z żaglem");
  await page.user.click(page.getByRole("textbox", field));
  await page.user.paste("x".repeat(250));
  await next(page);
  const summary = await page.findByRole("group", { name: /attention$/ });
  expect(summary.textContent).toContain("The description of the picture must be at most 250 characters");
  await page.user.clear(page.getByRole("textbox", field));
  await page.user.type(page.getByRole("textbox", field), "A boat with a sail");
  await show(page);
  const shown = await preview(page);
  shown.getByRole("img", { name: "A boat with a sail" });
  expect(within(page.getByRole("region", { name: "In other languages" })).getByText("Łódź z żaglem").lang).toBe("pl");
});

test("an edit of something else isn't held up, and after a vote the form says how the picture can still be described", async () => {
  const id = await t.makeSurvey(owner, { Title: "Is it edited?", publishedBy: admin });
  const page = await openPage(t, `/dashboard/surveyor/update/${id}`, { as: owner });
  await page.user.type(await page.findByLabelText(/^Description/), "More");
  await page.user.selectOptions(page.getByLabelText("Category"), category);
  await page.user.click(page.getByRole("button", { name: "Update survey" }));
  await page.findByRole("heading", { name: "Is it edited? is updated to the Survey." });

  await t.request(surveys.setSurveyStatus, { as: admin, params: { id }, body: { status: surveys.PUBLISHED } });
  await t.request(castVote, { as: await signUp(t), body: { SurveyID: id, vote: 1 } });
  const frozen = await openPage(t, `/dashboard/surveyor/update/${id}`, { as: owner });
  await frozen.findByText("You can still describe it in a note.");
  frozen.getByRole("img", { name: "A picture without a description" });
});
