import { expect, test } from "./fixtures.ts";
import { specRoutes } from "./specRoutes.ts";

test("every page that needs a sign-in sends visitors to /login and remembers where they were going", async ({
  sharedPage,
}) => {
  const page = await sharedPage("visitor");
  const forSignedIn = specRoutes.filter(({ role }) => role !== "visitor");
  await page.goto("/membarShip");
  for (const path of new Set(forSignedIn.map((route) => route.path))) {
    const address = path.replace(/\{\w+\}/, "a");
    // As links do, without reloading the page.
    await page.evaluate((to) => history.pushState(null, "", to), address);
    await expect(page, path).toHaveURL(`/login?${new URLSearchParams({ returnTo: address })}`);
  }
});

test("any other path is the 404 page with a link home", async ({ sharedPage, expectTrouble }) => {
  const page = await sharedPage("visitor");
  expectTrouble(/status of 404/);
  const noSurvey = "/surveydetails/0190aaaa-0000-7000-8000-000000000000";
  for (const path of ["/no/such/page", "/dashboard/nothing", "/surveydetails", "/membarShip/x", noSurvey]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found", level: 1 })).toBeVisible();
    await expect(page).toHaveTitle("Survey App || Page not found");
  }
  await page.getByRole("main").getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveTitle("Survey App || Home");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("the layout has the elements of spec §1 and §2", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Get Survey-02" })).toHaveAttribute("href", "/surveysPages");
  await expect(page.getByRole("heading", { name: /^voted surveys of \d+$/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^recently surveys of \d+$/ })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveText([
    "Introduction",
    "feedback",
    "Tinsights",
    "Analysis",
    "Experience",
    "Conclusion",
  ]);
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText("Stay connected with us:");
  await expect(footer.getByRole("listitem").getByRole("link")).toHaveCount(3);
  await expect(footer).toContainText(/all rights reserved/i);

  await page.goto("/login");
  const main = page.getByRole("main");
  await expect(main.getByRole("textbox", { name: "Email" })).toHaveAttribute("type", "email");
  await expect(main.getByRole("button", { name: "Login" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Forgot password?" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Create an account" })).toHaveAttribute("href", "/signup");
});
