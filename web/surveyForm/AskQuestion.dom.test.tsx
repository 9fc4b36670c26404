import * as requests from "@survey-app/contract/surveyorRequests.ts";
import * as surveys from "@survey-app/contract/surveys.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { PASSWORD, signUp } from "../../server/testing/accounts.ts";
import { setEmailVerified } from "../../server/testing/identities.sql.ts";
import { bilevelPng } from "../../server/testing/png.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
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

/** This DOM draws and loads no pictures. Each becomes the same one; call it after `openPage`. */
function drawPictures() {
  vi.stubGlobal("createImageBitmap", async () => ({ width: 60, height: 40, close: () => {} }));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => ({ fillRect: () => {}, drawImage: () => {} }),
    toDataURL: () => `data:image/jpeg;base64,${bilevelPng(60, 40).toString("base64")}`,
  });
  // Takes forever to load: an upload can be sent before.
  globalThis.Image = class {
    src = "";
  } as never;
}

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

test("who asks a first question for invited people fills its list while it awaits review", async () => {
  const nora = await signUp(t, { name: "Nora New" });
  const body = { ...form, electorate: "invited" } as const;
  const { insertedId: id } = await t.request(requests.createSurveyorRequest, { as: nora, body });
  const asked = await openPage(t, "/ask", { as: nora });
  const link = await asked.findByRole("link", { name: "Invited people" });
  expect(link.getAttribute("href")).toBe(`/dashboard/surveyor/invitations/${id}`);
  const { user, ...page } = await openPage(t, `/dashboard/surveyor/invitations/${id}`, { as: nora });
  await user.click(await page.findByLabelText("Names and email addresses"));
  await user.paste("ada@example.org");
  await user.click(page.getByRole("button", { name: "Check the list" }));
  await user.click(await page.findByRole("button", { name: "Add 1 person" }));
  await page.findByText("1 person was added.");
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
  await own.findByRole("radio", { name: "Yes" });
  expect(location.pathname).toBe(`/surveydetails/${id}`);
});

/** Waits until a page that was reached within the app has focused its heading: before that, typing would end early. */
async function headingFocused(page: Pick<Awaited<ReturnType<typeof openPage>>, "findByRole">, name: string) {
  const heading = await page.findByRole("heading", { level: 1, name });
  await waitFor(() => expect(document.activeElement).toBe(heading));
}

/** Writes a question as a visitor, from the home page on, and counts each press and each field that is filled in. */
async function writeQuestion(app: TestApp, Title: string) {
  const { user, browser, ...page } = await openPage(app, "/");
  drawPictures();
  const by = {
    count: 0,
    async press(button: HTMLElement) {
      by.count += 1;
      await user.click(button);
    },
    async fill(field: HTMLElement, text: string) {
      by.count += 1;
      await user.type(field, text);
    },
  };
  await by.press(within(page.getByRole("banner")).getByRole("link", { name: "Ask a question" }));
  await by.fill(await page.findByRole("textbox", { name: /^Your question/ }), Title);
  by.count += 1;
  await user.selectOptions(page.getByLabelText("Category"), "Features");
  // The browser's dialog, and the file in it.
  by.count += 2;
  await user.upload(page.getByLabelText("Choose a picture"), new File(["any"], "wide.png", { type: "image/png" }));
  await page.findByText(/^The picture is saved on this device\./);
  await by.press(page.getByRole("button", { name: "Continue" }));
  await page.findByText(/^Your question is saved\./);
  await headingFocused(page, "Create an account");
  /** After signing in nothing was sent yet: the question is there again, and one press submits it. */
  const submit = async (name: string) => {
    const notice = (await page.findByText(/^You're signed in as /)).parentElement as HTMLElement;
    expect(page.getByRole("textbox", { name: /^Your question/ })).toHaveProperty("value", Title);
    await by.press(await within(notice).findByRole("button", { name }));
  };
  return { by, page, submit };
}

test("a visitor's question is submitted for review within 12 interactions, signing up included", async () => {
  const Title = "Should the meeting end at six?";
  const { by, page, submit } = await writeQuestion(t, Title);
  await by.fill(page.getByLabelText("Name"), "Nils Newcomer");
  await by.fill(page.getByLabelText("Email"), `nils.${crypto.randomUUID()}@example.org`);
  await by.fill(page.getByLabelText("Password"), PASSWORD);
  await by.press(page.getByRole("button", { name: "Create account" }));
  await submit("Submit for review");
  await page.findByRole("heading", { name: "Submitted for review" });
  // The form's draft went with it.
  expect(page.queryByText(/The question you wrote just now/)).toBeNull();
  page.getByRole("heading", { name: Title, level: 2 });
  expect(by.count).toBeLessThanOrEqual(12);
});

test("where everyone may ask, a visitor's question is public within 12 interactions, signing in included", async () => {
  const { email } = await signUp(open, { name: "Eva Everyone" });
  await setEmailVerified(open.database, email, true);
  const Title = "Is it public at once?";
  const { by, page, submit } = await writeQuestion(open, Title);
  await by.press(within(page.getByRole("main")).getByRole("link", { name: "Login" }));
  await headingFocused(page, "Login");
  await by.fill(page.getByLabelText("Email"), email);
  await by.fill(page.getByLabelText("Password"), PASSWORD);
  await by.press(page.getByRole("button", { name: "Login" }));
  await submit("Publish");
  await by.press(await page.findByRole("link", { name: "See the survey" }));
  await page.findByRole("heading", { level: 1, name: Title });
  expect(by.count).toBeLessThanOrEqual(12);

  const visitor = await openPage(open, location.pathname);
  visitor.getByRole("heading", { level: 1, name: Title });
  expect(visitor.getAllByRole("radio")).toHaveLength(2);
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
