import type { Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { people } from "./people.ts";

const button = (page: Page, provider: string) =>
  page.getByRole("main").getByRole("button", { name: `Continue with ${provider}` });

/** Enters a new user at the sandbox provider. */
async function continueAs(page: Page, name: string, email: string, isConfirmed = true): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel(/^Email/).fill(email);
  await page.getByRole("checkbox").setChecked(isConfirmed);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

const newAddress = () => `${crypto.randomUUID()}@example.net`;
const token = (page: Page) => page.evaluate(() => localStorage.getItem("access-token"));

for (const [provider, tag] of [
  ["Google", "@phone-nightly"],
  ["Facebook", "@nightly"],
] as const) {
  test(`${tag} a new user signs in with ${provider} and lands on the requested page`, async ({ page, isMobile }) => {
    const recorded: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/user")) recorded.push(request.postDataJSON());
    });
    await page.goto("/dashboard/user/surveys");
    await expect(page).toHaveURL("/login?returnTo=%2Fdashboard%2Fuser%2Fsurveys");
    await expect(button(page, provider)).toContainText("Sandbox");
    await button(page, provider).click();
    await expect(page.getByRole("heading", { level: 1, name: `Continue with ${provider}` })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/sandbox/${provider.toLowerCase()}/choice/`));
    const email = newAddress();
    await continueAs(page, "Nora Newcomer", email);
    await expect(page).toHaveURL("/dashboard/user/surveys");
    await expect(page.getByRole("heading", { level: 1, name: "Participate in surveys" })).toBeVisible();
    if (!isMobile) await expect(page.getByRole("banner").getByText("Nora Newcomer")).toBeVisible();
    expect(await token(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    // Spec §4: success posts a user record.
    expect(recorded).toEqual([{ email, name: "Nora Newcomer", role: "user", status: "Verified" }]);
    // The session persists, and neither the login page nor a failed request is in the history.
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Participate in surveys" })).toBeVisible();
  });
}

test("a user with a demo account is connected to it, and the sign-up page offers the provider too", async ({
  page,
}) => {
  await page.goto("/signup");
  await button(page, "Google").click();
  await page.getByRole("button", { name: /^Continue as Uli User/ }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByText(people.user.name)).toBeVisible();
  // The password still opens the same account.
  await page.getByRole("banner").getByRole("button", { name: "LogOut" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await page.goto("/login");
  await page.getByRole("button", { name: `Use ${people.user.email}` }).click();
  await expect(page.getByRole("banner").getByText(people.user.name)).toBeVisible();
});

test("@phone-nightly a user who cancels stays signed out, sees why once, and keeps the return URL", async ({
  page,
}) => {
  await page.goto("/login?returnTo=%2Fprofile");
  await button(page, "Facebook").click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toHaveText("You canceled at Facebook, so you aren't signed in.");
  await expect(page).toHaveURL("/login?returnTo=%2Fprofile");
  expect(await token(page)).toBeNull();
  await page.reload();
  await expect(button(page, "Facebook")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await button(page, "Facebook").click();
  await continueAs(page, "Second Thought", newAddress());
  await expect(page).toHaveURL("/profile");
});

test("the sandbox provider shows validation errors and keeps the input", async ({ page, expectTrouble }) => {
  expectTrouble(/422/);
  await page.goto("/login");
  await button(page, "Google").click();
  await continueAs(page, "Tim Typo", "tim at example.net", false);
  await expect(page.getByRole("alert")).toHaveText("Enter a valid email address");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Tim Typo");
  await expect(page.getByRole("checkbox")).not.toBeChecked();
  await checkAxe(page);
  await continueAs(page, "Tim Typo", newAddress());
  await expect(page.getByRole("banner").getByText("Tim Typo")).toBeVisible();
});
