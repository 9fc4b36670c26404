import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import { createUsersOfEveryRole } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await startServer({ languages: ["en", "de", "pl"], surveyors: "everyone" });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const polish = { language: "pl" as const, Title: "Czy herbata?", Description: "" };

test("an asker adds the question in other languages, sees them in the preview, and an admin sees all of them before publishing", async () => {
  const surveyor = await signUp(t, { role: "surveyor" });
  const { user, ...page } = await openPage(t, "/ask", { as: surveyor });
  await user.type(await page.findByRole("textbox", { name: /^Your question/ }), "Should there be tea?");
  await user.click(page.getByRole("radio", { name: "Open vote" }));
  await user.selectOptions(page.getByLabelText("Category"), "Beverage Makers");
  await user.click(page.getByText("Language"));
  const language = page.getByLabelText<HTMLSelectElement>("Language of the question");
  expect(language.selectedOptions[0]?.textContent).toBe("English");
  await user.selectOptions(page.getByLabelText("Add another language"), "Polski");
  const title = await page.findByRole("textbox", { name: "Question in Polish" });
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(title.getAttribute("lang")).toBe("pl");
  await expectAccessible();
  // Left empty, it is named beside the field and in the summary.
  await user.click(page.getByRole("button", { name: "Submit for review" }));
  await waitFor(() => expect(page.getAllByText("Title is required").length).toBeGreaterThan(1));
  await user.type(page.getByRole("textbox", { name: "Question in Polish" }), polish.Title);
  await user.selectOptions(page.getByLabelText("Add another language"), "Deutsch");
  await user.click(page.getByRole("button", { name: "Remove German" }));
  await user.click(page.getByRole("button", { name: "Preview" }));
  const others = within(await page.findByRole("region", { name: "In other languages" }));
  expect(others.getByText(polish.Title).getAttribute("lang")).toBe("pl");
  await user.click(page.getByRole("button", { name: "Submit for review" }));
  await page.findByText(/^Submitted for review/);

  const review = await openPage(t, "/dashboard/admin/surveys?status=1", { as: await signUp(t, { role: "admin" }) });
  await review.user.click(await review.findByRole("button", { name: "publish: Should there be tea?" }));
  const dialog = within(await review.findByRole("dialog"));
  expect(dialog.getByText(polish.Title)).toBeTruthy();
  expect(dialog.getByText("English")).toBeTruthy();
  const [stored] = await t.request(surveys.listAllSurveys, { as: people.admin, query: { q: "herbata" } });
  expect(stored).toMatchObject({ language: "en", translations: [polish] });
});

test("once published, the form says that the languages are fixed, and still changes their texts", async () => {
  const owner = await signUp(t, { role: "surveyor" });
  const Title = "Should there be juice?";
  const form = { Title, language: "en" as const, translations: [{ ...polish, Title: "Czy sok?" }] };
  const id = await t.makeSurvey(owner, { ...form, publishedBy: people.admin });
  const { user, ...page } = await openPage(t, `/dashboard/surveyor/update/${id}`, { as: owner });
  const title = await page.findByRole("textbox", { name: "Question in Polish" });
  page.getByText(/so its languages can no longer change/);
  expect(page.queryByLabelText("Add another language")).toBeNull();
  await user.clear(title);
  await user.type(title, "Czy kompot?");
  // In this DOM the form can't choose the stored category.
  await user.selectOptions(page.getByLabelText("Category"), "Food Preparation");
  await user.click(page.getByRole("button", { name: "Update survey" }));
  const read = () => t.request(surveys.getSurvey, { as: owner, params: { id } });
  await waitFor(async () => expect((await read()).translations[0]?.Title).toBe("Czy kompot?"));
});

test("where only one language is offered, the form asks for none", async () => {
  const single = await startServer({ languages: ["en"], surveyors: "everyone" });
  try {
    const page = await openPage(single, "/ask");
    await page.findByRole("textbox", { name: /^Your question/ });
    expect(page.queryByText("Language")).toBeNull();
  } finally {
    await single.close();
  }
});

test("a reader lists only surveys in their languages, and the browser remembers that until the reader wants all again", async () => {
  const publish = (Title: string, language: "en" | "de") =>
    t.makeSurvey(people.surveyor, { Title, language, category: "Cleaning Tools", publishedBy: people.admin });
  await publish("Is the sponge new?", "en");
  await publish("Ist der Schwamm neu?", "de");
  const list = "/surveysPages?category=Cleaning+Tools";
  const { user, ...page } = await openPage(t, list);
  await page.findByText("2 surveys");
  await user.click(page.getByRole("link", { name: "In my languages" }));
  await page.findByText("1 survey");
  expect(page.queryByText("Ist der Schwamm neu?")).toBeNull();
  expect(document.cookie).toContain("survey-app.listed=en");
  await expectAccessible();
  await user.click(page.getByRole("link", { name: "In my languages" }));
  await page.findByText("2 surveys");
  expect(document.cookie).not.toContain("survey-app.listed");
});
