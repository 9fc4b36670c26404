import { expect, test } from "./fixtures.ts";

test("the footer leads to contact, privacy and terms, and from the dashboard too", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  const heading = page.getByRole("heading", { level: 1 });
  const footer = page.getByRole("navigation", { name: "About this site" });
  await page.goto("/");
  await footer.getByRole("link", { name: "Privacy" }).click();
  await expect(heading).toHaveText("Privacy");
  await expect(heading).toBeFocused();
  await expect(page.getByRole("heading", { level: 2, name: "What is stored" })).toBeVisible();
  await footer.getByRole("link", { name: "Terms" }).click();
  await expect(heading).toHaveText("Terms");
  await expect(page.getByRole("main")).toContainText("Each account has one vote on each survey.");
  await footer.getByRole("link", { name: "Contact" }).click();
  await expect(heading).toHaveText("Contact");
  await expect(page.getByRole("main")).toContainText("No contact address is published on this site.");

  const dashboard = await sharedPage("user");
  await dashboard.goto("/dashboard/adminHome");
  const slim = dashboard.getByRole("contentinfo");
  await expect(slim.getByText("Stay connected with us:")).toBeHidden();
  await slim.getByRole("link", { name: "Privacy" }).click();
  await expect(dashboard.getByRole("heading", { level: 1, name: "Privacy" })).toBeFocused();
});
