import { expect, test } from "./fixtures.ts";
import { signIn, signUp } from "./people.ts";

test("the sidebar appears even if its code loads late", async ({ page, context }) => {
  await signIn(context, "user");
  await page.route("**/assets/DashboardLayout*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "ADMIN", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Home" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeFocused();
});

test("on a narrow screen one menu has the bar's links and the dashboard's, closes on Esc, and navigates", async ({
  sharedPage,
}) => {
  const page = await sharedPage("admin");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const button = page.getByRole("button", { name: "Menu" });
  const menu = page.getByRole("navigation", { name: "Menu" });
  await button.click();
  await menu.getByRole("link", { name: "ADMIN", exact: true }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeFocused();
  // The dashboard's footer has only its links.
  await expect(page.getByText("Stay connected with us:")).toBeHidden();
  await button.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Home" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await menu.getByRole("link", { name: "Manage users" }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Manage users" })).toBeVisible();
});

test("only pro members can comment, and their comment is in the table", async ({
  page: user,
  context,
  sharedPage,
  publishSurvey,
}) => {
  const id = await publishSurvey({ title: "May members comment here?" });
  const page = await sharedPage("pro-user");
  await signIn(context, "user");

  await page.goto(`/surveydetails/${id}`);
  await page.getByRole("radio", { name: "Yes" }).check();
  await page.getByText("Add a comment").click();
  await page.getByLabel("Result and vote").getByLabel("Comment").fill("We tried it for a year.\nIt works.");
  await page.getByRole("button", { name: "Vote", exact: true }).click();
  await expect(page.getByText("You voted Yes")).toBeVisible();
  const own = page.getByRole("row", { name: /Pia Pro/ });
  await expect(own).toContainText("We tried it for a year.");
  await expect(own).toContainText("pro@example.com");

  await user.goto(`/surveydetails/${id}`);
  await expect(user.getByRole("row", { name: /Pia Pro/ })).toContainText("We tried it for a year.");
  await expect(user.getByRole("row", { name: /Pia Pro/ })).toContainText("p•••@e•••.com");
  await expect(user.getByRole("button", { name: "Vote", exact: true })).toBeVisible();
  await expect(user.getByLabel("Result and vote").getByLabel("Comment")).toHaveCount(0);
  await user.getByRole("button", { name: "Report" }).click();
  await user.getByLabel("What is inappropriate?").fill("It shows my kitchen.");
  await user.getByRole("dialog").getByRole("button", { name: "Report", exact: true }).click();
  await user.getByRole("radio", { name: "No" }).check();
  await user.getByRole("button", { name: "Vote", exact: true }).click();
  await expect(user.getByText("You voted No")).toBeVisible();

  // Another user signs in in another tab: they must not see the first user's data.
  const tab = await user.context().newPage();
  await tab.goto("/");
  await tab.getByRole("button", { name: "LogOut" }).click();
  await expect(user.getByText("You voted No")).toHaveCount(0);
  await signUp(user.context(), "Nora Next");
  await tab.goto("/");
  await expect(user.getByRole("banner").getByText("Nora Next")).toBeVisible();
  await expect(user.getByRole("button", { name: "Vote", exact: true })).toBeVisible();
  await expect(user.getByRole("radio", { name: "No" })).not.toBeChecked();
  await expect(user.getByText("You voted No")).toHaveCount(0);
  await expect(user.getByRole("button", { name: "Report this survey" })).toBeVisible();

  // Only the owner and the admins can read the report.
  await page.reload();
  await expect(page.getByRole("row", { name: /Uli User/ })).toBeVisible();
  await expect(page.getByText("It shows my kitchen.")).toHaveCount(0);
  for (const role of ["surveyor", "admin"] as const) {
    const reader = await sharedPage(role);
    await reader.goto(`/surveydetails/${id}`);
    await expect(reader.getByRole("row", { name: /Uli User/ })).toContainText("It shows my kitchen.");
    await expect(reader.getByRole("row", { name: /Uli User/ })).toContainText("user@example.com");
  }
});
