import * as requests from "@survey-app/contract/surveys/surveyorRequests.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, signUp } from "../../server/testing/accounts.ts";
import { setEmailVerified } from "../../server/testing/identities.sql.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { moveToTimeZone } from "../testing/moveToTimeZone.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
/** With SURVEYORS=admins. */
let closed: TestApp;
/** With SURVEYORS=everyone. */
let open: TestApp;
beforeAll(async () => {
  t = await startServer();
  closed = await startServer({ surveyors: "admins" });
  open = await startServer({ surveyors: "everyone", surveyReview: "off" });
});
afterAll(async () => {
  await t.close();
  await closed.close();
  await open.close();
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
  await surveyor.findByRole("button", { name: "Publish" });
});

test("an incomplete question is not continued, and each missing field is named", async () => {
  const { user, ...page } = await openPage(t, "/ask");
  // A show of hands is in no list that has categories.
  await user.click(await page.findByRole("radio", { name: "Open vote" }));
  await user.click(page.getByRole("button", { name: "Continue" }));
  const summary = await page.findByRole("group", { name: /attention$/ });
  for (const message of ["Title is required", "Choose a category"]) expect(summary.textContent).toContain(message);
  // The category's drawing is the picture.
  expect(summary.textContent).not.toContain("Image");
  expect(location.pathname).toBe("/ask");
});

test("the owner of a first question for invited people fills its list while it awaits review", async () => {
  const nora = await signUp(t, { name: "Nora New" });
  const body = { ...form, electorate: "invited" } as const;
  const { insertedId: id } = await t.request(requests.createSurveyorRequest, { as: nora, body });
  const asked = await openPage(t, "/ask", { as: nora });
  const link = await asked.findByRole("link", { name: "Invited people" });
  expect(link.getAttribute("href")).toBe(`/dashboard/surveys/${id}/people`);
  const { user, ...page } = await openPage(t, `/dashboard/surveys/${id}/people`, { as: nora });
  await user.click(await page.findByLabelText("Names and email addresses"));
  await user.paste("ada@example.org");
  await user.click(page.getByRole("button", { name: "Check the list" }));
  await user.click(await page.findByRole("button", { name: "Add 1 person" }));
  await page.findByText("1 person added.");
  await page.findByText("1 person on the list");
});

test("a user whose question was sent back reads the note, changes the question and submits it again, or withdraws it", async () => {
  const nora = await signUp(t, { name: "Nora New" });
  const admin = await signUp(t, { role: "admin" });
  const { insertedId: id } = await t.request(requests.createSurveyorRequest, { as: nora, body: form });
  const body = { status: surveys.WAITING, feedback: "Ask one thing only" } as const;
  await t.request(surveys.setSurveyStatus, { as: admin, params: { id }, body });
  const { user, ...page } = await openPage(t, "/dashboard", { as: nora });
  await page.findByRole("heading", { name: "Your question needs a change" });
  await user.click(page.getByRole("link", { name: "View" }));
  await page.findByText("Ask one thing only");
  const question = page.getByRole("textbox", { name: /^Your question/ });
  expect(question).toHaveProperty("value", form.Title);
  await expectAccessible();
  await user.clear(question);
  await user.type(question, "Is it good?");
  // In this DOM the form can't choose the stored category.
  await user.selectOptions(page.getByLabelText("Category"), form.category);
  await user.click(page.getByRole("button", { name: "Submit for review" }));
  await page.findByRole("heading", { name: "Submitted for review" });
  expect(await t.request(surveys.getSurvey, { as: admin, params: { id } })).toMatchObject({
    Title: "Is it good?",
    status: surveys.WAITING,
  });
  await user.click(page.getByRole("button", { name: "Withdraw" }));
  await user.click(within(await page.findByRole("dialog")).getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(page.getByRole("textbox", { name: /^Your question/ })).toHaveProperty("value", ""));
  expect(await t.refused(surveys.getSurvey, { as: admin, params: { id } })).toMatchObject({ status: 404 });
});

test("an admin accepts a first question with the person who asks it, whose role shows without signing in again", async () => {
  const nora = await signUp(t, { name: "Nora Newcomer" });
  const { insertedId: id } = await t.request(requests.createSurveyorRequest, {
    as: nora,
    body: { ...form, Title: "Should the meeting end at five?" },
  });
  const admin = await openPage(t, "/dashboard/admin/surveys?status=1", { as: await signUp(t, { role: "admin" }) });
  await admin.user.click(await admin.findByRole("button", { name: "publish: Should the meeting end at five?" }));
  const dialog = within(await admin.findByRole("dialog", { name: "Accept this person and publish the survey?" }));
  const who = dialog.getByRole("region", { name: "Who asks" });
  for (const text of ["Nora Newcomer", nora.email, "email address not confirmed"])
    expect(who.textContent).toContain(text);
  await expectAccessible();
  await admin.user.click(dialog.getByRole("button", { name: "Accept and publish" }));
  await admin.findByText(/^Nora Newcomer is an surveyor Now!/);

  const page = await openPage(t, "/dashboard", { as: nora });
  await page.findByText("You are signed in as surveyor.");
  const own = await openPage(t, "/dashboard/surveyor/surveys", { browser: page.browser });
  await own.user.click(await own.findByRole("link", { name: "Should the meeting end at five?" }));
  await own.findByRole("link", { name: "See the survey" });
  expect(location.pathname).toBe(`/dashboard/surveys/${id}`);
});

/** Waits until a page that was reached within the app has focused its heading: before that, typing would end early. */
async function headingFocused(page: Pick<Awaited<ReturnType<typeof openPage>>, "findByRole">, name: string) {
  const heading = await page.findByRole("heading", { level: 1, name });
  await waitFor(() => expect(document.activeElement).toBe(heading));
}

/** Writes a question as a visitor, from the home page on, and counts each press and each field that is filled in. */
async function writeQuestion(app: TestApp, Title: string, isListed: boolean) {
  const { user, ...page } = await openPage(app, "/");
  const by = {
    presses: 0,
    fields: 0,
    async press(button: HTMLElement) {
      by.presses += 1;
      await user.click(button);
    },
    async fill(field: HTMLElement, text: string) {
      by.fields += 1;
      await user.type(field, text);
    },
  };
  await by.press(within(page.getByRole("banner")).getByRole("link", { name: "Ask a question" }));
  // The home page has a field of this name, too, which goes with it.
  await page.findByRole("radio", { name: "Show of hands" });
  await by.fill(page.getByRole("textbox", { name: /^Your question/ }), Title);
  if (isListed) {
    await by.press(page.getByRole("radio", { name: "Open vote" }));
    // Opening the list, and choosing.
    by.presses += 2;
    await user.selectOptions(page.getByLabelText("Category"), "Features");
  }
  await by.press(page.getByRole("button", { name: "Continue" }));
  await page.findByText(/^Your question is saved\./);
  await headingFocused(page, "Create an account");
  /** After signing in nothing was sent yet: the question's page is previewed, and one press submits it. */
  const submit = async (name: string) => {
    const preview = within(await page.findByRole("region", { name: "Check your question" }));
    preview.getByText(/^You're signed in as /);
    preview.getByRole("heading", { name: Title });
    await by.press(preview.getByRole("button", { name }));
  };
  return { by, page, submit };
}

test("a visitor's question is submitted for review with 4 presses and 1 field at most, besides signing up", async () => {
  const Title = "Should the meeting end at six?";
  const { by, page, submit } = await writeQuestion(t, Title, false);
  const before = { presses: by.presses, fields: by.fields };
  await by.fill(page.getByLabelText("Name"), "Nils Newcomer");
  await by.fill(page.getByLabelText("Email"), `nils.${crypto.randomUUID()}@example.org`);
  await by.fill(page.getByLabelText("Password"), PASSWORD);
  await by.press(page.getByRole("button", { name: "Create account" }));
  Object.assign(by, before);
  await submit("Submit for review");
  await page.findByRole("heading", { name: "Submitted for review" });
  // The form's draft went with it.
  expect(page.queryByText(/The question you wrote just now/)).toBeNull();
  page.getByRole("heading", { name: Title, level: 2 });
  expect(by.presses).toBeLessThanOrEqual(4);
  expect(by.fields).toBeLessThanOrEqual(1);
});

test("where everyone may ask, a visitor's question is public with 12 presses and fields, signing in included", async () => {
  const { email } = await signUp(open, { name: "Eva Everyone" });
  await setEmailVerified(open.database, email, true);
  const Title = "Is it public at once?";
  const { by, page, submit } = await writeQuestion(open, Title, true);
  await by.press(within(page.getByRole("main")).getByRole("link", { name: "Login" }));
  await headingFocused(page, "Login");
  await by.fill(page.getByLabelText("Email"), email);
  await by.fill(page.getByLabelText("Password"), PASSWORD);
  await by.press(page.getByRole("button", { name: "Login" }));
  await submit("Publish");
  await by.press(await page.findByRole("link", { name: "See the survey" }));
  await page.findByRole("heading", { level: 1, name: Title });
  expect(by.presses + by.fields).toBeLessThanOrEqual(12);

  const visitor = await openPage(open, location.pathname);
  visitor.getByRole("heading", { level: 1, name: Title });
  expect(visitor.getAllByRole("radio")).toHaveLength(2);
});

test("a secret ballot sets the end it needs, and says so; a single setting is never blocked by another", async () => {
  const { user, ...page } = await openPage(t, "/ask");
  const radio = (name: string | RegExp) => page.getByRole<HTMLInputElement>("radio", { name });
  const row = (name: string) => page.getByText(name, { selector: "summary span" }).parentElement?.textContent;
  expect((await page.findByRole<HTMLInputElement>("radio", { name: "Show of hands" })).checked).toBe(true);
  expect(row("Ends")).toBe("Ends tomorrow, at the end of the day");
  await user.click(radio("Open vote"));
  expect(radio("No end").checked).toBe(true);
  expect(row("Ends")).toBe("Ends when you close it");
  await user.click(radio("Secret ballot"));
  expect(row("Ends")).toMatch(/^Ends on \d\d-\d\d-\d{4}, at the end of the day$/);
  expect(row("Result")).toBe("Result when voting ends, if at least 5 people voted");
  expect(radio("1 week").checked).toBe(true);
  expect(page.queryByRole("radio", { name: "No end" })).toBeNull();
  for (const each of page.getAllByRole<HTMLInputElement>("radio")) expect(each.disabled).toBe(false);
  await expectAccessible();

  await user.click(radio("Each person after their own vote"));
  await page.findByText("Votes are named.");
  // The promise of the open vote holds, for the people on the list.
  expect(radio("Open vote").checked).toBe(true);
  page.getByText("People on your list. Names and votes are shown with the result.");
  await user.click(radio(/^Confidential/));
  await page.findByText("The result appears when voting ends.", { selector: "[role=status]" });
  expect(radio("Your own settings").checked).toBe(true);
  page.getByText("Invited people only · Result when voting ends · Yes or No · Confidential votes");
  await user.click(radio("Open vote"));
  expect(page.queryByRole("radio", { name: "Your own settings" })).toBeNull();
});

test.each([
  ["room", "Show of hands", /^Ends tomorrow, /],
  ["association", "Secret ballot", /^Ends on /],
  ["team", "Open vote", /^Ends when you close it$/],
])("a question for a %s begins with: %s, and ends on a day of the reader's time zone", async (what, who, ends) => {
  moveToTimeZone("Pacific/Auckland");
  const page = await openPage(t, `/ask?for=${what}`);
  expect(await page.findByRole("radio", { name: who })).toHaveProperty("checked", true);
  const row = () => page.getByText("Ends", { selector: "summary span" }).parentElement?.textContent;
  await waitFor(() => expect(row()).toMatch(ends));
});

test("a result that opens at the end isn't continued without an end, and the end names the reason", async () => {
  const { user, ...page } = await openPage(t, "/ask");
  await user.type(await page.findByLabelText(/^Your question/), "Does it end?");
  await user.click(page.getByRole("radio", { name: "Secret ballot" }));
  await user.click(page.getByRole("radio", { name: "On a date" }));
  await user.clear(await page.findByLabelText(/^Deadline/));
  await user.click(page.getByRole("button", { name: "Continue" }));
  const summary = await page.findByRole("group", { name: /attention$/ });
  expect(summary.textContent).toContain("Choose an end: the result appears when voting ends.");
  await user.click(page.getByRole("radio", { name: "1 day" }));
  await user.click(page.getByRole("button", { name: "Continue" }));
  await headingFocused(page, "Create an account");
});

test("an end that is typed in part is asked for instead of being no end", async () => {
  const surveyor = await signUp(t, { role: "surveyor" });
  const { user, ...page } = await openPage(t, "/dashboard/surveyAdd", { as: surveyor });
  await user.type(await page.findByLabelText(/^Your question/), "Is a date asked for?");
  await user.selectOptions(page.getByLabelText("Category"), "Features");
  await user.click(page.getByRole("checkbox", { name: "Use our drawing" }));
  await user.click(page.getByRole("radio", { name: "On a date" }));
  const date = await page.findByLabelText<HTMLInputElement>(/^Deadline/);
  // happy-dom doesn't have a field in which a part of a date can be typed.
  Object.defineProperty(date, "validity", { value: { badInput: true } });
  await user.click(page.getByRole("button", { name: "Submit for review" }));
  await page.findAllByText("This date or time is incomplete. Complete it, or clear it.");
  expect(page.queryByRole("heading", { name: /is added/ })).toBeNull();
});

test("the card of a question in review says that it awaits review, and doesn't offer the vote", async () => {
  const nils = await signUp(t, { name: "Nils New" });
  await t.request(requests.createSurveyorRequest, { as: nils, body: form });
  const page = await openPage(t, "/ask", { as: nils });
  const card = (await page.findByRole("heading", { name: form.Title, level: 2 })).closest("article");
  expect(card?.textContent).toContain("Awaiting review");
  expect(card?.textContent).not.toContain("continiu");
  expect(card?.querySelector("a[href*='vote=']")).toBeNull();
});

test("with ASK_UNLISTED=confirmed and SURVEYORS=admins users ask only people on a list, and read how to ask everyone", async () => {
  const confirmed = await startServer({ surveyors: "admins", askUnlisted: "confirmed" });
  try {
    const nora = await signUp(confirmed, { name: "Nora New" });
    await setEmailVerified(confirmed.database, nora.email, true);
    const { user, ...page } = await openPage(confirmed, "/ask", { as: nora });
    await page.findByText(/Only surveyors can ask everyone; an admin decides who becomes one\./);
    expect(page.queryByRole("radio", { name: "Everyone with an account" })).toBeNull();
    expect(page.queryByRole("checkbox", { name: "Show it in public lists" })).toBeNull();
    await page.findByText(/^Only surveyors can add a picture\./);
    await user.type(page.getByLabelText(/Your question/), "Is this asked?");
    await user.click(page.getByRole("radio", { name: "Secret ballot" }));
    await user.selectOptions(page.getByLabelText("Category"), "Efficiency");
    await user.click(page.getByRole("button", { name: "Publish" }));
    await page.findByText("Your survey is published. Share it so people can vote.");
    const [own] = await confirmed.request(surveys.listMySurveys, { as: nora, query: { email: nora.email } });
    expect(own).toMatchObject({ Title: "Is this asked?", listed: false, unreviewed: true });

    // Its owner changes it on the same page as surveyors.
    const settings = await openPage(confirmed, `/dashboard/surveys/${own?._id}/settings`, { as: nora });
    const title = await settings.findByLabelText(/Your question/);
    await settings.user.clear(title);
    await settings.user.type(title, "Is this changed?");
    // In this DOM the form can't choose the stored category.
    await settings.user.selectOptions(settings.getByLabelText("Category"), "Efficiency");
    await settings.user.click(settings.getByRole("button", { name: "Update survey" }));
    await settings.findAllByText(/Is this changed\? is updated to the Survey\./);
  } finally {
    await confirmed.close();
  }
});

test("a user who waits for the review of a first question can still ask people on a list", async () => {
  const confirmed = await startServer({ askUnlisted: "confirmed" });
  try {
    const nora = await signUp(confirmed, { name: "Nora New" });
    await confirmed.request(requests.createSurveyorRequest, { as: nora, body: form });
    await (await openPage(confirmed, "/ask", { as: nora })).findByRole("heading", { name: "Submitted for review" });
    const page = await openPage(confirmed, "/ask?to=list", { as: nora });
    expect(await page.findByRole("radio", { name: "Secret ballot" })).toHaveProperty("checked", true);
  } finally {
    await confirmed.close();
  }
});
