import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { chromiumArgs, wholeChromium } from "../tools/test/chromium.ts";
import { newcomer } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, PASSWORD } from "./people.ts";
import { makeInvitedSurvey } from "./surveys.ts";

// Browsers that don't store anything for a site: by a setting, in a private window, or because their disk is full.

const BLOCKED = "Your browser is blocking cookies, and without them you can't sign in.";

/** Removes everything from pages that browsers forbid together with storage. */
function forbidStorage(): void {
  const deny = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage", "BroadcastChannel"])
    Object.defineProperty(window, name, { get: deny, configurable: true });
  LockManager.prototype.request = async () => deny();
}

/** Storage that is full, as when the disk is. */
function fillStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
}

for (const [which, take] of Object.entries({ "forbids storage": forbidStorage, "has a full storage": fillStorage }))
  test(`a browser that ${which} shows surveys, signs in until the page is left, and votes`, async ({
    freshPage,
    newClient,
    publishSurvey,
  }) => {
    const title = `Is this kept in a browser that ${which}?`;
    await publishSurvey({ title });
    const email = await newcomer(await newClient(), "Stella Storage");
    const page = await freshPage();
    await page.addInitScript(take);
    await page.goto("/surveysPages");
    await page.getByRole("link", { name: title }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    const panel = page.getByRole("region", { name: "Result and vote" });
    await panel.getByRole("radio", { name: "Yes" }).check();
    await panel.getByRole("link", { name: "Sign in" }).click();
    await logIn(page, email);
    // The page's memory has kept the choice.
    await panel.getByRole("button", { name: "Vote Yes" }).click();
    await expect(panel).toContainText("You voted Yes");
    // The cookie signs in again after a reload.
    await page.reload();
    await expect(page.getByRole("button", { name: "Stella Storage Menu" })).toBeVisible();
    await page.getByRole("button", { name: "LogOut" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  });

test("a browser that can't store an opened invitation votes with it while its page is open", async ({
  freshPage,
  request,
  tokenFor,
}) => {
  const headers = bearer(await tokenFor("surveyor"));
  const id = await makeInvitedSurvey(request, headers, "Test: Is the invitation kept?");
  const admin = bearer(await tokenFor("admin"));
  await expect(await request.patch(`/api/surveys/${id}/status`, { headers: admin, data: { status: 2 } })).toBeOK();
  const made = await request.post(`/api/surveys/${id}/invitations/codes`, { headers, data: { count: 1 } });
  const codes = (await made.json()) as { code: string }[];
  const page = await freshPage();
  await page.addInitScript(forbidStorage);
  await page.goto(`/i#${codes[0]?.code}`);
  const panel = page.getByRole("region", { name: "Result and vote" });
  await panel.getByRole("radio", { name: "Yes" }).check();
  await panel.getByRole("button", { name: "Vote Yes" }).click();
  await expect(panel).toContainText("You voted Yes");
});

test("@nightly a browser that blocks all cookies reads every page as a visitor, and is told why it can't sign in", async ({
  server,
  publishSurvey,
  request,
}) => {
  const executablePath = wholeChromium();
  test.skip(!executablePath, "the headless shell has no settings for cookies");
  const title = "Does this need cookies at all?";
  const id = await publishSurvey({ title });
  const folder = mkdtempSync(join(tmpdir(), "survey-app-e2e-"));
  mkdirSync(join(folder, "Default"));
  const profile = { default_content_setting_values: { cookies: 2 } };
  writeFileSync(join(folder, "Default/Preferences"), JSON.stringify({ profile }));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: executablePath ?? "",
    args: chromiumArgs(),
    baseURL: server.url,
  });
  try {
    const errors: string[] = [];
    context.on("weberror", (error) => errors.push(error.error().message));
    const page = await context.newPage();
    await page.goto("/surveysPages");
    await page.getByRole("link", { name: title }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    for (const path of ["/", `/surveys/${id}/results`, "/membarShip", "/contact", "/v", "/i", "/check"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("progressbar")).toHaveCount(0);
    }

    await page.goto("/login");
    await logIn(page, "user@example.com");
    await expect(page.getByRole("alert")).toContainText(BLOCKED);

    await page.goto("/signup");
    const email = `nele.${crypto.randomUUID()}@example.org`;
    await page.getByLabel("Name").fill("Nele Nocookie");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("main").getByText(BLOCKED)).toBeVisible();
    // No account was made.
    const data = { email, password: PASSWORD };
    expect((await request.post("/api/auth/sign-in/email", { data })).status()).toBe(422);

    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill("user@example.com");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("status").filter({ hasText: "user@example.com" })).toBeVisible();
    expect(errors).toEqual([]);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
