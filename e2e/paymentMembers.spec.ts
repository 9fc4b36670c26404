import type { Locator, Page } from "@playwright/test";
import { newcomer } from "./accounts.ts";
import { becomeMember, cards, expectRole, fillIn, payButton, thanks } from "./cards.ts";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { endMembershipIn } from "./memberships.sql.ts";

const rows = (page: Page): Locator => page.getByRole("row").filter({ hasText: "pi_" });

test("members see when their membership ends, and no card form", async ({ sharedPage }) => {
  const page = await sharedPage("pro-user");
  await page.goto("/payment");
  await expect(page.getByRole("heading", { name: "You're already a PRO member" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/runs until \d\d-\d\d-\d{4}/);
  await expect(payButton(page)).toHaveCount(0);
});

test("in its last two weeks a membership can be renewed; the new year starts at its end", async ({ page, server }) => {
  const { email } = await becomeMember(page, "Rena Renew");
  endMembershipIn(server.dataDir, email, 10);
  for (const path of ["/dashboard/adminHome", "/profile"]) {
    await page.goto(path);
    await expect(page.getByText(/Your membership ends on \d\d-\d\d-\d{4}\. Renew it for another year\./)).toBeVisible();
  }
  await checkAxe(page);
  await page.goto("/membarShip");
  await page.getByRole("region", { name: "PRO" }).getByRole("link", { name: "Renew" }).click();
  await expect(page.getByRole("main")).toContainText("One more year, starting when the current one ends:");
  const end = (await page.getByRole("main").getByRole("time").nth(1).textContent()) ?? "";
  await fillIn(page, cards.good);
  await payButton(page).click();
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByRole("main").getByText(`PRO until ${end}`)).toBeVisible();
  await page.goto("/dashboard/adminHome");
  await expectRole(page, "pro-user");
  await expect(page.getByText(/Your membership ends on/)).toHaveCount(0);
});

test("an admin finds a payment by email and status, and refunds it; the membership ends", async ({
  page,
  sharedPage,
}) => {
  const { email, transactionId } = await becomeMember(page, "Gerda Given");
  await page.goto("/dashboard/adminHome");
  await expectRole(page, "pro-user");
  const admin = await sharedPage("admin");
  await admin.goto("/dashboard/user/paymentHistory");
  const sum = admin.getByText(/^Total collected \(net of refunds\): \$\d+\.00 from \d+ payments?$/);
  const before = (await sum.textContent()) ?? "";
  await admin.getByRole("searchbox", { name: "Search by email" }).fill(email);
  await admin.keyboard.press("Enter");
  await admin.getByRole("combobox", { name: "Status" }).selectOption("paid");
  await expect(admin).toHaveURL(/status=paid/);
  const row = admin.getByRole("row").filter({ hasText: transactionId });
  await expect(rows(admin)).toHaveCount(1);
  await row.getByRole("button", { name: `Refund ${transactionId} of ${email}` }).click();
  const dialog = admin.getByRole("dialog", { name: `Refund $12.00 to ${email}?` });
  await expect(dialog).toContainText("The membership that it paid for ends immediately.");
  await dialog.getByRole("button", { name: "Refund" }).click();
  await expect(admin.getByText(`The payment of ${email} was refunded.`)).toBeVisible();
  await expect(admin.getByText("No payments found")).toBeVisible();
  await expect(sum).not.toHaveText(before);
  await admin.goBack();
  await admin.reload();
  await expect(row).toContainText("refunded");
  await expect(row.getByRole("button", { name: /^Refund/ })).toHaveCount(0);
  await page.reload();
  await expectRole(page, "user");
  await page.goto("/payment");
  await expect(payButton(page)).toBeVisible();
});

test("where card payments are not configured, the page says so", async ({ page, context }) => {
  await newcomer(context, "Nele Nobody");
  // Changes the settings that the server sends; a real server sends these only in production.
  await page.route("**/payment", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"payments":{"by":"sandbox"}', '"payments":{"by":"none"}');
    await route.fulfill({ response, body });
  });
  await page.goto("/payment");
  await expect(page.getByText("Card payments are not set up here. Contact us")).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await checkAxe(page);
});
