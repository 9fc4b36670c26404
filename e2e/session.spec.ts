import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { PASSWORD, people, signIn } from "./people.ts";
import { demoSurvey } from "./surveys.ts";

const token = (page: Page) => page.evaluate(() => localStorage.getItem("access-token"));

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.locator("form").getByRole("button", { name: "Login" }).click();
}

test("pages that need a sign-in lead to the login page and back", async ({ page }) => {
  const survey = await demoSurvey(page.request, "running");
  for (const path of [`/vote/${survey._id}`, "/dashboard/admin/surveys"]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(path)}`);
    await expect(page.getByText("Sign in to continue.")).toBeVisible();
  }
  // Via the sign-up page and back: the return URL is kept.
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL("/signup?returnTo=%2Fdashboard%2Fadmin%2Fsurveys");
  await page.getByRole("main").getByRole("link", { name: "Login" }).click();
  await logIn(page, people.admin.email);
  await expect(page.getByRole("dialog", { name: "User Login Successful." })).toBeVisible();
  await expect(page).toHaveURL("/dashboard/admin/surveys");
  await expect(page.getByRole("heading", { level: 1, name: "Manage surveys Status" })).toBeVisible();
  // It closes automatically, like a toast.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // The login page is no longer in the history.
  await page.goBack();
  await expect(page).not.toHaveURL(/\/login/);
});

// Security: R51
test("the access token is in local storage while signed in, and every tab follows", async ({
  page,
  context,
  expectTrouble,
}) => {
  // A request that is under way when the session ends is answered with 401, which the browser logs.
  expectTrouble(/401 \(Unauthorized\)/);
  await page.goto("/login");
  expect(await token(page)).toBeNull();
  await page.getByRole("button", { name: `Use ${people.user.email}` }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByText(people.user.name)).toBeVisible();
  expect(await token(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);

  const other = await context.newPage();
  await other.goto("/dashboard/adminHome");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await expect(other.getByRole("banner").getByText(people.user.name)).toBeVisible();
  // The announcement of the login closes automatically.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("banner").getByRole("button", { name: "LogOut" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page).toHaveURL("/");
  // The link shows while the server ends the session, and the token goes after that.
  await expect.poll(() => token(page)).toBeNull();
  await expect(other.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(other).toHaveURL(/^[^?]*\/login/);
  // The cookie is gone as well.
  await page.reload();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
});

test("a session ended on the server signs out once, says why, and continues after signing in", async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(/401/);
  await signIn(context, "admin");
  await page.goto("/dashboard/adminHome");
  await expect(page.getByRole("heading", { name: /awaiting review/ })).toBeVisible();
  expect((await context.request.post("/api/auth/sign-out", { data: {} })).status()).toBe(200);
  const signOuts: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/sign-out")) signOuts.push(request.url());
  });
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Manage users" }).click();
  await expect(page).toHaveURL("/login?returnTo=%2Fdashboard%2Fadmin%2Fusers");
  await expect(page.getByText("Your session has ended, so you were signed out.")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  expect(await token(page)).toBeNull();
  await logIn(page, people.admin.email);
  await expect(page).toHaveURL("/dashboard/admin/users");
  await expect(page.getByRole("table", { name: "Users" })).toBeVisible();
  expect(signOuts).toHaveLength(1);
});

test("a visitor's choice survives signing in, and one click on Confirm casts the vote", async ({
  page,
  publishSurvey,
}) => {
  const id = await publishSurvey({ title: "Is a choice kept while signing in?" });
  await page.goto("/surveysPages");
  await page.getByRole("link", { name: "No: Test: Is a choice kept while signing in?" }).click();
  await expect(page).toHaveURL(`/surveydetails/${id}`);
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
  await page.getByLabel("Result and vote").getByRole("link", { name: "Log in" }).click();
  await page.getByRole("button", { name: `Use ${people["pro-user"].email}` }).click();
  await expect(page).toHaveURL(`/surveydetails/${id}`);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("You voted No")).toBeVisible();
  await expect(page.getByLabel("Result and vote")).toContainText("1 vote, for No");
  // It is there after a reload, so it came from the server.
  await page.reload();
  await expect(page.getByText("You voted No")).toBeVisible();
});

/** Clicks controls and counts them. */
function countPresses() {
  const counted = { presses: 0 };
  const press = async (control: Locator) => {
    counted.presses += 1;
    await control.click();
  };
  return { counted, press };
}

test("@phone a visitor's vote takes 4 presses and 3 fields by email, from the card on", async ({
  page,
  publishSurvey,
}) => {
  const title = "How far is it from a card to a vote?";
  await publishSurvey({ title });
  const { counted, press } = countPresses();
  const panel = page.getByLabel("Result and vote");
  const email = `vera.${crypto.randomUUID()}@example.org`;

  await page.goto("/surveysPages");
  await press(page.getByRole("link", { name: `Yes: Test: ${title}` }));
  await press(panel.getByRole("link", { name: "Sign up with email" }));
  await page.getByLabel("Name").fill("Vera Newcomer");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await expect(page.getByRole("main").locator('img[src^="/avatars/"]')).toBeVisible();
  await press(page.getByRole("button", { name: "Create account" }));
  await press(panel.getByRole("button", { name: "Confirm" }));
  await expect(panel).toContainText("You voted Yes");
  await expect(panel).toContainText(`We sent a confirmation to ${email}.`);
  expect(counted.presses).toBe(4);
});

test("@phone-nightly a visitor's vote takes 3 presses by Google, from the card on", async ({ page, publishSurvey }) => {
  const title = "How far is it from a card to a vote by Google?";
  await publishSurvey({ title });
  const { counted, press } = countPresses();
  const panel = page.getByLabel("Result and vote");

  await page.goto("/surveysPages");
  await press(page.getByRole("link", { name: `Yes: Test: ${title}` }));
  await press(panel.getByRole("button", { name: "Continue with Google" }));
  // The provider's own page.
  await page.getByLabel("Name", { exact: true }).fill("Gil Google");
  await page.getByLabel(/^Email/).fill(`gil.${crypto.randomUUID()}@example.org`);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await press(panel.getByRole("button", { name: "Confirm" }));
  await expect(panel).toContainText("You voted Yes");
  expect(counted.presses).toBe(3);
});

test("a draft survives a session that ended on the server", async ({ page, context, publishSurvey, expectTrouble }) => {
  expectTrouble(/401/);
  const id = await publishSurvey({ title: "Is typed text kept?" });
  await signIn(context, "pro-user");
  await page.goto(`/surveydetails/${id}`);
  await page.getByRole("radio", { name: "Yes" }).check();
  await page.getByText("Add a comment").click();
  await page.getByLabel("Result and vote").getByLabel("Comment").fill("Typed once, and once only.");
  await context.request.post("/api/auth/sign-out", { data: {} });
  await page.getByRole("button", { name: "Vote", exact: true }).click();
  await expect(page.getByText("Your session has ended, so you were signed out.")).toBeVisible();
  await logIn(page, people["pro-user"].email);
  await expect(page).toHaveURL(`/surveydetails/${id}`);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("Result and vote").getByLabel("Comment")).toHaveValue("Typed once, and once only.");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("You voted Yes")).toBeVisible();
  await expect(page.getByRole("table", { name: "All votes" })).toContainText("Typed once, and once only.");
});

test("a failed sign-up shows its reason beside the field and in a toast until the next attempt, and keeps the input", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/422/);
  const photo = "https://pictures.example/uli.svg";
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
  await page.route(photo, (route) => route.fulfill({ contentType: "image/svg+xml", body }));
  await page.goto("/signup");
  await page.getByLabel("Name").fill("Uli Again");
  await page.getByText("Use another picture").click();
  await page.getByLabel("Photo URL").fill(photo);
  await page.getByLabel("Email").fill(people.user.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.locator("form").getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("link", { name: "This email address has an account" })).toBeVisible();
  const failure = page.getByRole("status").filter({ has: page.getByRole("button", { name: "Dismiss" }) });
  await expect(failure).toHaveText("This email address has an account");
  await expect(page).toHaveURL("/signup");
  await expect(page.getByLabel("Name")).toHaveValue("Uli Again");
  // After a reload too, except the password.
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue("Uli Again");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");

  await page.getByLabel("Email").fill(`uli.${crypto.randomUUID()}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill("Password1!");
  await page.locator("form").getByRole("button", { name: "Create account" }).click();
  await expect(failure).toHaveText(/^This password/);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.locator("form").getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("banner").getByText("Uli Again")).toBeVisible();
  await expect(failure).toHaveCount(0);
});
