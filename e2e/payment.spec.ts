import type { Page } from "@playwright/test";
import { newcomer } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";

const card = (page: Page) => page.getByRole("region", { name: "Your card" });
const expiry = () => `12/${(new Date().getUTCFullYear() + 3) % 100}`;

const expectRole = (page: Page, role: string) => expect(page.getByText(`You are signed in as ${role}.`)).toBeVisible();

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").pressSequentially(number.replaceAll(" ", ""));
  await expect(page.getByLabel("Card number")).toHaveValue(number);
  await page.getByLabel("Expiry").pressSequentially(expiry().replace("/", ""));
  await expect(page.getByLabel("Expiry")).toHaveValue(expiry());
  await page.getByLabel("CVC").fill("123");
}

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
  let intents = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/create-payment-intent")) intents += 1;
  });
  await page.goto("/membarShip");
  await page.getByRole("link", { name: "Choose PRO" }).click();
  await expect(page.getByRole("main")).toContainText("$12.00 / year");
  await expect(page.getByRole("main")).toContainText(/One year from today: \d\d-\d\d-\d{4} to \d\d-\d\d-\d{4}/);
  await expect(card(page)).toContainText("Sandbox");
  expect(intents).toBe(0);
  await typeCard(page, "4242 4242 4242 4242");
  const recorded = page.waitForRequest((request) => request.url().endsWith("/api/payments"));
  await page.getByRole("button", { name: "Pay $12.00" }).click();
  await expect(page.getByRole("region", { name: "Thank you pro user member" })).toBeFocused();
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
