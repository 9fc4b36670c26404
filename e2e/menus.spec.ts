import { expect, test } from "./fixtures.ts";
import type { DemoRole } from "./people.ts";

/** The sidebar's entries in the spec's order (spec §2): label, URL and heading. */
const menus: Record<DemoRole, [label: string, path: string, heading: string][]> = {
  admin: [
    ["Home", "adminHome", "Overview"],
    ["Manage users", "admin/users", "Manage users"],
    ["Manage surveys Status", "admin/surveys", "Manage surveys Status"],
    ["Payment", "user/paymentHistory", "Payment"],
    ["responses of surveys", "admin/responses", "responses of surveys"],
  ],
  surveyor: [
    ["Home", "adminHome", "Overview"],
    ["ADD a survey", "surveyAdd", "ADD a survey"],
    ["update survey", "surveyor/allupdate", "update survey"],
    ["responses of surveys", "surveyor/surveys", "responses of surveys"],
    ["feedbacks", "surveyor/feedbacks", "feedbacks"],
  ],
  "pro-user": [
    ["Home", "adminHome", "Overview"],
    ["Participate in surveys", "user/surveys", "Participate in surveys"],
    ["Reported surveys", "user/my-reports", "Reported surveys"],
    ["Commented on surveys", "user/comments", "Commented on surveys"],
    ["Payment History", "user/pro/paymentHistory", "Payment History"],
  ],
  user: [
    ["Home", "adminHome", "Overview"],
    ["Participate in surveys", "user/surveys", "Participate in surveys"],
    ["Reported surveys", "user/my-reports", "Reported surveys"],
  ],
};

const ownActivity: [label: string, path: string][] = [
  ["Participate in surveys", "user/surveys"],
  ["Reported surveys", "user/my-reports"],
  ["Commented on surveys", "user/comments"],
  ["Payment History", "user/pro/paymentHistory"],
];

/** The links on the dashboard's home page for roles whose menu does not have them. */
const besideTheMenu: Partial<Record<DemoRole, [label: string, path: string][]>> = {
  admin: [["Audit log", "audit"], ...ownActivity],
  surveyor: ownActivity,
};

/** Pages that only other roles may see. */
const foreign: Record<DemoRole, string[]> = {
  admin: [],
  surveyor: ["/dashboard/admin/users", "/dashboard/admin/responses", "/dashboard/user/paymentHistory"],
  "pro-user": ["/dashboard/surveyor/feedbacks", "/dashboard/surveyAdd", "/dashboard/user/paymentHistory"],
  user: ["/dashboard/admin/surveys", "/dashboard/surveyor/surveys", "/surveys"],
};

for (const role of Object.keys(menus) as DemoRole[]) {
  // The menu of a phone is the same for all roles: one with all kinds of pages stands for them.
  const tag = role === "surveyor" ? "@phone" : "@phone-nightly";
  test(`${tag} every entry of the menu of role ${role} opens its page, and those of others say so`, async ({
    sharedPage,
    isMobile,
  }) => {
    const page = await sharedPage(role);
    await page.goto("/dashboard/adminHome");
    const openMenu = async () => {
      if (isMobile) await page.getByRole("button", { name: "Menu" }).click();
      return page.getByRole("navigation", { name: "Dashboard" }).filter({ visible: true });
    };
    await expect((await openMenu()).getByRole("link")).toHaveText(menus[role].map(([label]) => label));
    await page.keyboard.press("Escape");
    // Home last: it is the current page.
    for (const [label, path, heading] of menus[role].toReversed()) {
      await (await openMenu()).getByRole("link", { name: label, exact: true }).click();
      await expect(page).toHaveURL(`/dashboard/${path}`);
      await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeFocused();
      await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toHaveCount(0);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `sideways scroll on ${path}`).toBeLessThanOrEqual(0);
    }
    // The layout makes no difference to the other pages.
    if (isMobile) return;
    for (const [label, path] of besideTheMenu[role] ?? []) {
      await page.getByRole("main").getByRole("link", { name: label, exact: true }).click();
      await expect(page).toHaveURL(`/dashboard/${path}`);
      await expect(page.getByRole("heading", { level: 1, name: label, exact: true })).toBeFocused();
      await page.goBack();
    }
    for (const path of foreign[role]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: "You don't have access to this page" })).toBeVisible();
      await expect(page.getByRole("main")).toContainText(`You are signed in as ${role}`);
    }
    if (!foreign[role].length) return;
    await page.getByRole("link", { name: "Go to your dashboard" }).click();
    await expect(page).toHaveURL("/dashboard/adminHome");
  });
}
