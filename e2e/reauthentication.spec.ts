import type { Locator, Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, PASSWORD, people, signUp } from "./people.ts";
import { ageSignIns } from "./sessions.sql.ts";
import { demoSurvey } from "./surveys.ts";

const admin = people.admin.email;
const reauthentication = (page: Page) => page.getByRole("dialog", { name: "Confirm it's you" });

/** Adds a survey that awaits review. Returns its title. */
async function waitingSurvey(page: Page, token: string): Promise<string> {
  const Title = `Test: Is it you? ${crypto.randomUUID().slice(0, 8)}`;
  const { image } = await demoSurvey(page.request, "running");
  const data = { Title, category: "Cleaning Tools", image };
  await expect(await page.request.post("/api/surveysForm", { headers: bearer(token), data })).toBeOK();
  return Title;
}

// Security: R42
test("@phone-nightly an admin who signed in yesterday types the password again, and the survey is published once", async ({
  page,
  context,
  tokenFor,
  server,
  expectTrouble,
}) => {
  // The rejected publication, and the wrong password.
  expectTrouble(/status of (409|422)/);
  const title = await waitingSurvey(page, await tokenFor("surveyor"));
  const data = { email: admin, password: PASSWORD };
  await expect(await context.request.post("/api/auth/sign-in/email", { data })).toBeOK();
  ageSignIns(server.dataDir, admin, 13);

  await page.goto(`/dashboard/admin/surveys?q=${encodeURIComponent(title)}`);
  await page.getByRole("button", { name: `publish: ${title}` }).click();
  const publishing = page.getByRole("dialog", { name: "Publish this survey?" });
  await publishing.getByLabel("Feedback to the owner").fill("Well asked");
  await publishing.getByRole("button", { name: "publish" }).click();

  const dialog = reauthentication(page);
  const password = dialog.getByLabel("Your password");
  await expect(password).toBeFocused();
  await expect(dialog).toContainText(admin);
  await checkAxe(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(publishing.getByRole("alert")).toContainText("Sign in again");
  await expect(publishing.getByLabel("Feedback to the owner")).toHaveValue("Well asked");
  await expect(publishing.getByRole("button", { name: "publish" })).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(password).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(password).toHaveAccessibleDescription("Password is required");
  await password.fill("Wr0ng!word");
  await page.keyboard.press("Enter");
  await expect(password).toHaveAccessibleDescription("That's not your password.");
  await expect(password).toBeFocused();
  await password.fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Feedback Successfully")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: `unpublish: ${title}` })).toBeVisible();
  await page.goto(`/dashboard/audit?q=${encodeURIComponent(title)}`);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(page.locator("tbody tr")).toContainText("Well asked");
});

// Security: R42
test("an admin without a password signs in again through the provider, and sees an error for a wrong account", async ({
  page,
  newClient,
  tokenFor,
  server,
  expectTrouble,
}) => {
  expectTrouble(/status of 409/);
  const email = `${crypto.randomUUID()}@example.net`;
  await page.goto("/login");
  await continueWithGoogle(page, page.getByRole("main"), email);
  await expect(page).toHaveURL("/");
  const { user } = await (await page.request.get("/api/auth/get-session")).json();
  const headers = bearer(await tokenFor("admin"));
  // A changed role invalidates the server's session cache.
  const becomeAdminOfYesterday = async (before: "user" | "surveyor") => {
    ageSignIns(server.dataDir, email, 13);
    for (const role of [before, "admin"])
      await expect(await page.request.patch(`/api/users/admin/${user.id}`, { headers, data: { role } })).toBeOK();
  };
  const name = `Paul Promoted ${crypto.randomUUID().slice(0, 8)}`;
  await signUp(await newClient(), name);
  const users = `/dashboard/admin/users?q=${name.slice(-8)}`;
  const changeRole = async () => {
    await page.goto(users);
    await page.getByRole("button", { name: new RegExp(`^Make (surveyor|user): ${name}`) }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  };

  await becomeAdminOfYesterday("user");
  await changeRole();
  await expect(reauthentication(page)).toContainText(`Sign in as ${email} again`);
  await checkAxe(page);
  await continueWithGoogle(page, reauthentication(page), email);
  await expect(page).toHaveURL(users);
  await changeRole();
  await expect(page.getByText(`${name} is an surveyor Now!`)).toBeVisible();

  await becomeAdminOfYesterday("surveyor");
  await changeRole();
  // At the provider, another user is signed in now.
  await page.context().clearCookies({ path: /^\/sandbox/ });
  await continueWithGoogle(page, reauthentication(page), `other.${email}`);
  await expect(page.getByRole("dialog", { name: "That was another account" })).toContainText(`as other.${email} now`);
});

/** Clicks the button within `within`, and signs in as that user at the sandbox provider. */
async function continueWithGoogle(page: Page, within: Locator, email: string): Promise<void> {
  await within.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Gerda Google");
  await page.getByLabel(/^Email/).fill(email);
  await page.getByRole("checkbox").setChecked(true);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}
