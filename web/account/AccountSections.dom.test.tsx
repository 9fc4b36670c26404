import { getMyAccount, requestPasswordReset } from "@survey-app/contract/account/account.ts";
import { castVote, YES } from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { catchDownloads } from "../testing/catchDownloads.ts";
import { mailedLink } from "../testing/mailedLink.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer({ languages: ["en", "de", "ar"] });
});
afterAll(() => t.close());

const signInStatus = async (email: string, password: string) =>
  (await t.app.inject({ method: "POST", url: "/api/auth/sign-in/email", payload: { email, password } })).statusCode;

// Security: R34
test("passwords are hidden, can be pasted, are never truncated, and have the right autocomplete hints", async () => {
  const expectField = (field: HTMLElement, autocomplete: string) => {
    expect(field.getAttribute("type")).toBe("password");
    expect(field.getAttribute("autocomplete")).toBe(autocomplete);
  };
  const login = await openPage(t, "/login");
  expect(login.getByLabelText("Email").getAttribute("autocomplete")).toBe("username webauthn");
  expectField(login.getByLabelText("Password"), "current-password");
  const signup = await openPage(t, "/signup");
  expectField(signup.getByLabelText("Password"), "new-password");
  const account = await signUp(t, { name: "Pia Paste" });
  await t.request(requestPasswordReset, { body: { email: account.email } });
  const reset = await openPage(t, await mailedLink(t, account.email, "Set a new password"));
  expectField(await reset.findByLabelText("New password"), "new-password");

  const { user, ...page } = await openPage(t, "/profile", { as: account });
  await user.click(await page.findByRole("button", { name: "Change the password" }));
  const dialog = await page.findByRole("dialog", { name: "Change your password" });
  expect(dialog.querySelector<HTMLInputElement>("input[autocomplete=username]")?.value).toBe(account.email);
  const [current, next] = [
    within(dialog).getByLabelText("Current password"),
    within(dialog).getByLabelText("New password"),
  ];
  expectField(current, "current-password");
  expectField(next, "new-password");
  const password = "  Heron DUSK-9! ";
  await user.type(current, PASSWORD);
  await user.click(next);
  await user.paste(password);
  await user.click(within(dialog).getByRole("button", { name: "Change the password" }));
  await page.findByText("Password changed.", { exact: false });
  const tried = [password, password.trim(), password.toLowerCase()];
  expect(await Promise.all(tried.map((each) => signInStatus(account.email, each)))).toEqual([200, 422, 422]);
});

test("a user chooses the language of pages and emails by its own name, and a link in the footer stores it, too", async () => {
  const pia = await signUp(t, { name: "Pia Polyglot" });
  const stored = async () => (await t.request(getMyAccount, { as: pia })).language;
  const { user, ...page } = await openPage(t, "/profile", { as: pia });
  await user.selectOptions(await page.findByRole("combobox", { name: "Language" }), "Deutsch");
  await waitFor(async () => expect(await stored()).toBe("de"));
  await waitFor(() => expect(location.search).toBe("?lang=de"));

  const { user: later, ...listing } = await openPage(t, "/surveysPages", { as: pia });
  await listing.findByRole("button", { name: /Pia Polyglot/ });
  await later.click(listing.getByText("العربية"));
  await waitFor(async () => expect(await stored()).toBe("ar"));
  await waitFor(() => expect(location.search).toBe("?lang=ar"));
});

test("users can download everything that is stored about them", async () => {
  const admin = await signUp(t, { role: "admin" });
  const id = await t.makeSurvey(admin, { publishedBy: admin });
  const pia = await signUp(t, { name: "Pia Pro" });
  await t.request(castVote, { as: pia, body: { SurveyID: id, vote: YES } });
  const { user, ...page } = await openPage(t, "/profile", { as: pia });
  const files = catchDownloads();
  await user.click(await page.findByRole("button", { name: "Download my data" }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe("survey-app-data.json");
  expect(JSON.parse((await files[0]?.blob.text()) ?? "")).toMatchObject({
    user: { email: pia.email, name: pia.name },
    votes: [{ surveyId: id }],
  });
});

test("a deleted account's vote stays counted under the name of a deleted user", async () => {
  const owner = await signUp(t, { role: "surveyor" });
  const admin = await signUp(t, { role: "admin" });
  const id = await t.makeSurvey(owner, { publishedBy: admin });
  const leaving = await signUp(t, { name: "Lena Leaving" });
  await t.request(castVote, { as: leaving, body: { SurveyID: id, vote: YES } });

  const { user, ...page } = await openPage(t, "/profile", { as: leaving });
  await user.click(await page.findByRole("button", { name: "Delete my account" }));
  const dialog = await page.findByRole("dialog", { name: "Delete your account?" });
  const form = within(dialog);
  expect(dialog.textContent).toContain("Your votes will still count");
  const submit = form.getByRole("button", { name: "Delete my account" });
  await user.type(form.getByLabelText("Your email address"), "somebody@example.org");
  await user.click(submit);
  await waitFor(() => expect(dialog.textContent).toContain("That's not your email address"));
  expect(dialog.textContent).toContain("Password is required");
  await user.clear(form.getByLabelText("Your email address"));
  await user.type(form.getByLabelText("Your email address"), leaving.email);
  await user.type(form.getByLabelText("Your password"), "Wrong1!");
  await user.click(submit);
  await waitFor(() => expect(dialog.textContent).toContain("That's not your password."));
  await user.clear(form.getByLabelText("Your password"));
  await user.type(form.getByLabelText("Your password"), PASSWORD);
  await user.click(submit);
  await page.findByRole("dialog", { name: "Account deleted." });
  expect(location.pathname).toBe("/");

  const survey = await openPage(t, `/surveydetails/${id}`);
  await survey.findByText("Deleted user");
  expect(document.body.textContent).toContain("Yes leads, 1 to 0");
  expect(document.body.textContent).not.toContain("Lena Leaving");
});

test("the last admin's account can't be deleted, and the dialog says so", async () => {
  const alone = await startServer();
  try {
    const admin = await signUp(alone, { role: "admin" });
    const { user, ...page } = await openPage(alone, "/profile", { as: admin });
    await user.click(await page.findByRole("button", { name: "Delete my account" }));
    const dialog = await page.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Your email address"), admin.email);
    await user.type(within(dialog).getByLabelText("Your password"), PASSWORD);
    await user.click(within(dialog).getByRole("button", { name: "Delete my account" }));
    await waitFor(() => expect(dialog.textContent).toContain("The last admin can't be"));
  } finally {
    await alone.close();
  }
});
