import { newcomer } from "./accounts.ts";
import { card, cards, countIntents, expectRole, fillIn, payButton, thanks, typeIn } from "./cards.ts";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";

test("@phone a user pays with a card, is thanked with the transaction id, and is a pro-user everywhere immediately", async ({
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
  await expect(page.getByRole("main")).toContainText(/A year from today: \d\d-\d\d-\d{4} to \d\d-\d\d-\d{4}/);
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
  await page.getByRole("link", { name: "Your history" }).click();
  const row = page.getByRole("row", { name: new RegExp(id) });
  await expect(row).toContainText("$12.00");
  await expect(row).toContainText("paid");
});

test("mistakes are said before anybody is asked; refusals in the provider's words; another card pays the same payment", async ({
  page,
  context,
}) => {
  await newcomer(context, "Dora Declined");
  const intents = countIntents(page);
  await page.goto("/payment");
  await test.step("typed wrong", async () => {
    await payButton(page).click();
    const summary = page.getByRole("alert");
    for (const message of ["Card number is required", "Expiry is required", "CVC is required"])
      await expect(summary).toContainText(message);
    await checkAxe(page);
    await page.getByLabel("Card number").fill("4242-4242-4242-4243");
    await expect(page.getByLabel("Card number")).toHaveValue("4242 4242 4242 4243");
    await expect(summary).toContainText("This card number has a mistake in it");
    // The caret stays where the correction is made.
    await page.getByLabel("Card number").press("Home");
    for (let place = 0; place < 6; place += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("9");
    await expect(page.getByLabel("Card number")).toHaveValue("4242 9242 4242 4243");
    await page.getByLabel("Expiry").fill("01/20");
    await expect(summary).toContainText("This card has expired");
    expect(intents()).toBe(0);
  });
  await test.step("declined", async () => {
    await fillIn(page, cards.declined);
    await payButton(page).click();
    await expect(card(page).getByRole("alert")).toHaveText("Your card was declined.");
    await expect(page.getByLabel("Card number")).toHaveValue(cards.declined);
    await fillIn(page, cards.poor);
    await payButton(page).click();
    await expect(card(page).getByRole("alert")).toHaveText("Your card has insufficient funds.");
  });
  await test.step("the bank's question answered with a no, with Esc, and with a yes", async () => {
    await fillIn(page, cards.asking);
    const bank = page.getByRole("dialog", { name: "Your bank asks" });
    const refusals: (() => Promise<void>)[] = [
      () => bank.getByRole("button", { name: "Refuse" }).click(),
      () => page.keyboard.press("Escape"),
    ];
    for (const refuse of refusals) {
      await payButton(page).click();
      await expect(bank).toContainText("Sandbox");
      await refuse();
      await expect(bank).toBeHidden();
      await expect(card(page).getByRole("alert")).toContainText("We are unable to authenticate your payment method.");
    }
    await payButton(page).click();
    await bank.getByRole("button", { name: "Approve" }).click();
    await expect(thanks(page)).toBeVisible();
  });
  expect(intents()).toBe(1);
});

test("a provider that can't be reached loses nothing typed; while it is being paid all is locked, a second press does nothing", async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(/503/);
  await newcomer(context, "Lena Locked");
  await page.goto("/payment");
  await fillIn(page, cards.good);
  await page.route("**/api/create-payment-intent", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      body: JSON.stringify({ code: "providerDown", title: "Down", detail: "The payment provider can't be reached." }),
    }),
  );
  await payButton(page).click();
  await expect(card(page).getByRole("alert")).toHaveText("The payment provider can't be reached.");
  await expect(page.getByLabel("Card number")).toHaveValue(cards.good);
  await page.unroute("**/api/create-payment-intent");

  const intents = countIntents(page);
  const held: (() => void)[] = [];
  await page.route("**/sandbox/stripe/confirm", async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await payButton(page).click();
  await expect(payButton(page)).toHaveAttribute("aria-busy", "true");
  await expect(page.getByLabel("Card number")).toHaveAttribute("readonly", "");
  await expect(card(page).getByRole("status")).toHaveText("Paying … please keep this page open.");
  await expect.poll(() => held.length).toBe(1);
  await payButton(page).click({ force: true });
  await page.getByLabel("CVC").press("Enter");
  for (const go of held) go();
  await expect(thanks(page)).toBeVisible();
  expect(held).toHaveLength(1);
  expect(intents()).toBe(1);
});

test("a payment that takes its time is waited for; declined after a while, it leads back to the card", async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(/402/);
  await newcomer(context, "Silke Slow");
  await page.goto("/payment");
  await typeIn(page, cards.slowlyDeclined);
  await payButton(page).click();
  await expect(page.getByRole("heading", { name: "Your payment is being processed …" })).toBeVisible();
  await checkAxe(page);
  await expect(card(page).getByRole("alert")).toContainText("did not go through", { timeout: 30_000 });
  await typeIn(page, cards.slow);
  await payButton(page).click();
  await expect(page.getByRole("heading", { name: "Your payment is being processed …" })).toBeVisible();
  await expect(thanks(page)).toBeVisible({ timeout: 30_000 });
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
    later.getByRole("heading", { name: /^(Thank you pro user member|You are a pro member already)$/ }),
  ).toBeVisible();
  await later.goto("/dashboard/adminHome");
  await expectRole(later, "pro-user");
});

test("an unfinished payment can be continued, or canceled and started over, and is in no history", async ({
  page,
  context,
}) => {
  await newcomer(context, "Berta Begun");
  const unfinished = page.getByRole("heading", { name: "Unfinished payment" });
  const intents = countIntents(page);
  await page.goto("/payment");
  await fillIn(page, cards.declined);
  await payButton(page).click();
  await expect(card(page).getByRole("alert")).toBeVisible();
  await page.reload();
  await expect(unfinished).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await checkAxe(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await fillIn(page, cards.asking);
  await payButton(page).click();
  await expect(page.getByRole("dialog", { name: "Your bank asks" })).toBeVisible();
  // Leaving the page closes the bank's question; its payment stays open.
  await page.goto("/dashboard/user/pro/paymentHistory");
  await expect(page.getByText("No payments yet")).toBeVisible();
  await page.goto("/payment");
  await expect(unfinished).toBeVisible();
  await page.getByRole("button", { name: "Cancel and start over" }).click();
  await fillIn(page, cards.good);
  await payButton(page).click();
  await expect(thanks(page)).toBeVisible();
  expect(intents()).toBe(3);
  await page.getByRole("link", { name: "Your history" }).click();
  await expect(page.getByRole("row").filter({ hasText: "pi_" })).toHaveCount(1);
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
  await expect(thanks(page)).toBeVisible({ timeout: 30_000 });
  await expect(
    other.getByRole("heading", { name: /^(Thank you pro user member|You are a pro member already)$/ }),
  ).toBeVisible();
});
