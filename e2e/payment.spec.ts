import { newcomer } from "./accounts.ts";
import { card, cards, countIntents, expectRole, fillIn, payButton, thanks, typeIn } from "./cards.ts";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";

test("@phone-nightly a user pays with a card, is thanked with the transaction id, and is a pro-user everywhere immediately", async ({
  page,
  context,
  isMobile,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await newcomer(context, "Petra Payer");
  const other = await context.newPage();
  await other.goto("/dashboard/adminHome");
  await expectRole(other, "user");
  const intents = countIntents(page);
  await page.goto("/membarShip");
  await page.getByRole("link", { name: "Choose PRO" }).click();
  await expect(page.getByRole("main")).toContainText("$12.00 / year");
  await expect(page.getByRole("main")).toContainText(/One year from today: \d\d-\d\d-\d{4} to \d\d-\d\d-\d{4}/);
  await expect(card(page)).toContainText("Sandbox");
  expect(intents()).toBe(0);
  await typeIn(page, cards.good);
  const recorded = page.waitForRequest((request) => request.url().endsWith("/api/payments"));
  await payButton(page).click();
  await expect(thanks(page)).toBeVisible();
  await expect(thanks(page)).toBeFocused();
  expect((await recorded).postDataJSON()).toMatchObject({ price: 12, member: "pro-user", status: "pending" });
  const id = String((await recorded).postDataJSON().transactionId);
  await page.getByRole("button", { name: `Copy the transaction id ${id}` }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await expect(page.getByRole("main").getByText(/PRO until \d\d-\d\d-\d{4}/)).toBeVisible();
  await expectRole(other, "pro-user");
  if (!isMobile) await expect(other.getByRole("complementary").getByText(/PRO until/)).toBeVisible();
  await page.getByRole("link", { name: "Your payments" }).click();
  const row = page.getByRole("row", { name: new RegExp(id) });
  await expect(row).toContainText("$12.00");
  await expect(row).toContainText("paid");
});

test("closing the tab right after paying loses nothing: the provider notifies the server", async ({
  page,
  context,
}) => {
  await newcomer(context, "Clara Closed");
  await page.goto("/payment");
  await fillIn(page, cards.good);
  // The page's report never reaches the server.
  await page.route("**/api/payments", () => undefined);
  const report = page.waitForRequest((request) => request.url().endsWith("/api/payments"));
  await payButton(page).click();
  await report;
  await page.close();
  const later = await context.newPage();
  await later.goto("/payment");
  await expect(
    later.getByRole("heading", { name: /^(Thank you pro user member|You're already a PRO member)$/ }),
  ).toBeVisible();
  await later.goto("/dashboard/adminHome");
  await expectRole(later, "pro-user");
});

test("the page waits for a payment that is in progress in another tab, and does not pay again", async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(/409/);
  await newcomer(context, "Tina Twotabs");
  const other = await context.newPage();
  for (const each of [page, other]) await each.goto("/payment");
  await typeIn(page, cards.slow);
  await fillIn(other, cards.good);
  await payButton(page).click();
  await expect(page.getByRole("heading", { name: "Your payment is being processed …" })).toBeVisible();
  await payButton(other).click();
  await expect(other.getByRole("heading", { name: "Unfinished payment" })).toBeVisible();
  for (const each of [page, other]) await checkAxe(each);
  await expect(thanks(page)).toBeVisible({ timeout: 30_000 });
  await expect(
    other.getByRole("heading", { name: /^(Thank you pro user member|You're already a PRO member)$/ }),
  ).toBeVisible();
});
