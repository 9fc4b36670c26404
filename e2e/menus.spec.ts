import { expect, test } from "./fixtures.ts";

/** The sidebar's entries in the spec's order (spec §2): label, URL and heading. Other roles' are checked without a browser. */
const menu = [
  ["Home", "adminHome", "Overview"],
  ["ADD a survey", "surveyAdd", "ADD a survey"],
  ["update survey", "surveyor/allupdate", "update survey"],
  ["responses of surveys", "surveyor/surveys", "responses of surveys"],
  ["feedbacks", "surveyor/feedbacks", "feedbacks"],
] as const;

/** The links on the dashboard's home page that the menu does not have. */
const besideTheMenu = [
  ["Participate in surveys", "user/surveys"],
  ["Reported surveys", "user/my-reports"],
  ["Commented on surveys", "user/comments"],
  ["Payment History", "user/pro/paymentHistory"],
] as const;

/** Pages that only other roles may see. */
const foreign = ["/dashboard/admin/users", "/dashboard/admin/responses", "/dashboard/user/paymentHistory"];

test("@phone every entry of the menu of role surveyor opens its page, and those of others say so", async ({
  sharedPage,
  isMobile,
}) => {
  const page = await sharedPage("surveyor");
  await page.goto("/dashboard/adminHome");
  const openMenu = async () => {
    if (isMobile) await page.getByRole("button", { name: "Menu" }).click();
    return page.getByRole("navigation", { name: "Dashboard" }).filter({ visible: true });
  };
  await expect((await openMenu()).getByRole("link")).toHaveText(menu.map(([label]) => label));
  await page.keyboard.press("Escape");
  // Home last: it is the current page.
  for (const [label, path, heading] of menu.toReversed()) {
    await (await openMenu()).getByRole("link", { name: label, exact: true }).click();
    await expect(page).toHaveURL(`/dashboard/${path}`);
    await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeFocused();
    await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toHaveCount(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `sideways scroll on ${path}`).toBeLessThanOrEqual(0);
  }
  // The layout makes no difference to the other pages.
  if (isMobile) return;
  for (const [label, path] of besideTheMenu) {
    await page.getByRole("main").getByRole("link", { name: label, exact: true }).click();
    await expect(page).toHaveURL(`/dashboard/${path}`);
    await expect(page.getByRole("heading", { level: 1, name: label, exact: true })).toBeFocused();
    await page.goBack();
  }
  for (const path of foreign) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "You don't have access to this page" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText("You are signed in as surveyor");
  }
  await page.getByRole("link", { name: "Go to your dashboard" }).click();
  await expect(page).toHaveURL("/dashboard/adminHome");
});
