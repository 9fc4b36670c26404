import { expect, test } from "./fixtures.ts";

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
  await expect(page.getByRole("contentinfo").getByText("Stay connected with us:")).toBeVisible();
  await button.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("link", { name: "Home" }).first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await menu.getByRole("link", { name: "Manage users" }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Manage users" })).toBeVisible();
});
