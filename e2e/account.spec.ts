import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { elsewhere, expectSignedOut, logIn, newcomer, openProfile, section } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, PASSWORD, people, signIn, signUp } from "./people.ts";

const NEW_PASSWORD = "Kettle-off7!";

test("changing the password immediately signs out every other device", async ({
  page,
  context,
  newSessionPage,
  expectTrouble,
}) => {
  expectTrouble(/401|422/);
  const email = await newcomer(context, "Paula Password");
  const other = await elsewhere(newSessionPage, email);
  await openProfile(page);
  await section(page, "Password").getByRole("button", { name: "Change the password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change your password" });
  const submit = dialog.getByRole("button", { name: "Change the password" });
  await submit.click();
  await expect(dialog.getByRole("alert")).toBeFocused();
  await dialog.getByLabel("Current password").fill("Wrong1!");
  await dialog.getByLabel("New password").fill(NEW_PASSWORD);
  await submit.click();
  await expect(dialog.getByRole("alert")).toContainText("That is not your password.");
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(section(page, "Password")).toContainText("Password changed. Other devices are signed out.");
  await expectSignedOut(other);
  // This session stays signed in.
  await page.reload();
  await expect(section(page, "Where you are signed in").getByRole("listitem")).toHaveCount(1);
});

// Security: R34
test("passwords are hidden, can be pasted, are never truncated, and have the right autocomplete hints", async ({
  page,
  context,
}) => {
  const expectField = async (within: Page | Locator, label: string, autocomplete: string) => {
    const field = within.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute("type", "password");
    await expect(field).toHaveAttribute("autocomplete", autocomplete);
  };
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username");
  await expectField(page, "Password", "current-password");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL("/signup");
  await expectField(page, "Password", "new-password");
  await page.goto(`/reset-password#${"x".repeat(43)}`);
  await expectField(page, "New password", "new-password");

  const email = await newcomer(context, "Pia Paste");
  await openProfile(page);
  await section(page, "Password").getByRole("button", { name: "Change the password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change your password" });
  await expect(dialog.locator("input[autocomplete=username]")).toHaveValue(email);
  await expectField(dialog, "Current password", "current-password");
  await expectField(dialog, "New password", "new-password");
  const password = "  Heron DUSK-9! ";
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), password);
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByLabel("New password").press("ControlOrMeta+v");
  await dialog.getByRole("button", { name: "Change the password" }).click();
  await expect(section(page, "Password")).toContainText("Password changed.");
  const statuses = [password, password.trim(), password.toLowerCase()].map(async (tried) => {
    const data = { email, password: tried };
    return (await page.request.post("/api/auth/sign-in/email", { data })).status();
  });
  expect(await Promise.all(statuses)).toEqual([200, 422, 422]);
});

// Security: R44
test("sessions are listed, and can be ended one by one or all but the current one", async ({
  page,
  context,
  newSessionPage,
  newClient,
  expectTrouble,
}) => {
  expectTrouble(/401/);
  const email = await newcomer(context, "Dora Devices");
  const other = await elsewhere(newSessionPage, email);
  await openProfile(page);
  const devices = section(page, "Where you are signed in");
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await expect(devices.getByText("This device")).toHaveCount(1);
  await devices.getByRole("button", { name: /^Sign out: / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await devices.getByRole("button", { name: /^Sign out: / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await expectSignedOut(other);

  const clients = [await newClient(), await newClient()];
  for (const { request } of clients)
    await expect(await request.post("/api/auth/sign-in/email", { data: { email, password: PASSWORD } })).toBeOK();
  await page.reload();
  await expect(devices.getByRole("listitem")).toHaveCount(3);
  await devices.getByRole("button", { name: "Sign out all other devices" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign them out" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  for (const { request } of clients) expect(await (await request.get("/api/auth/get-session")).json()).toBeNull();
});

test("what is stored about a person is theirs to take along", async ({ sharedPage }) => {
  const page = await sharedPage("pro-user");
  await openProfile(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download my data" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("survey-app-data.json");
  const data = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(data).toMatchObject({ user: { email: people["pro-user"].email, name: people["pro-user"].name } });
  expect(data.votes.length).toBeGreaterThan(0);
});

test("a deleted account's vote stays counted under the name of a deleted user", async ({
  page,
  context,
  publishSurvey,
  expectTrouble,
}) => {
  expectTrouble(/422/);
  const id = await publishSurvey({ title: "Is my vote still there?" });
  const token = await signUp(context, "Lena Leaving");
  const voted = await page.request.post("/api/serveyVoting", {
    headers: bearer(token),
    data: { SurveyID: id, vote: 1 },
  });
  await expect(voted).toBeOK();
  await openProfile(page);
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog).toContainText("Your votes stay counted");
  const submit = dialog.getByRole("button", { name: "Delete my account" });
  await dialog.getByLabel("Your email address").fill("somebody@example.org");
  await submit.click();
  await expect(dialog.getByRole("alert")).toContainText("That is not your email address");
  await expect(dialog.getByRole("alert")).toContainText("Password is required");
  const own = await context.request.get("/api/auth/get-session");
  await dialog.getByLabel("Your email address").fill((await own.json()).user.email);
  await dialog.getByLabel("Your password").fill("Wrong1!");
  await submit.click();
  await expect(dialog.getByRole("alert")).toContainText("That is not your password.");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await submit.click();
  const done = page.getByRole("dialog", { name: "Your account is deleted." });
  await expect(done).toBeVisible();
  await expect(page).toHaveURL("/");
  await done.getByRole("button", { name: "OK" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await page.goto(`/surveydetails/${id}`);
  await expect(page.getByLabel("Result and vote")).toContainText("100% yes of 1 vote");
  await expect(page.getByRole("table", { name: "All votes" })).toContainText("Deleted user");
  await expect(page.getByRole("main")).not.toContainText("Lena Leaving");
});

test("the last admin's account can't be deleted, and the dialog says so", async ({ page, context, expectTrouble }) => {
  expectTrouble(/409/);
  await signIn(context, "admin");
  await openProfile(page);
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your email address").fill(people.admin.email);
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The last admin can't be");
});

test("an admin blocks a user, who is signed out immediately, unblocks them, and ends their sessions", async ({
  page,
  context,
  newSessionPage,
  expectTrouble,
}) => {
  expectTrouble(/401|422/);
  const person = await newSessionPage();
  const email = await newcomer(person.context(), "Bob Blocked");
  await openProfile(person);
  await signIn(context, "admin");
  await page.goto(`/dashboard/admin/users?q=${email}`);
  const row = page.getByRole("row", { name: email });
  const choose = async (action: string) => {
    await row.getByRole("button", { name: "More: Bob Blocked" }).click();
    await row.getByRole("button", { name: `${action}: Bob Blocked` }).click();
    await page.getByRole("dialog").getByRole("button", { name: action }).click();
  };
  await choose("Block");
  await expect(page.getByText("Bob Blocked is blocked.")).toBeVisible();
  await expect(row).toContainText("Blocked");
  await expect(row.getByRole("button", { name: "More: Bob Blocked" })).toBeFocused();
  await expectSignedOut(person);
  await logIn(person, email, PASSWORD);
  await expect(person.getByRole("alert")).toContainText("This account is blocked.");
  await choose("Unblock");
  await expect(page.getByText("Bob Blocked is no longer blocked.")).toBeVisible();
  await expect(row).toContainText("Verified");
  await person.locator("form").getByRole("button", { name: "Login" }).click();
  await expect(person.getByRole("banner").getByText("Bob Blocked")).toBeVisible();
  await openProfile(person);
  await choose("End sessions");
  await expect(page.getByText("All sessions of Bob Blocked are ended.")).toBeVisible();
  await expectSignedOut(person);
});
