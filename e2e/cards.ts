import type { Page } from "@playwright/test";
import { newcomer } from "./accounts.ts";
import { expect } from "./fixtures.ts";

/** The sandbox's test cards, by outcome. */
export const cards = {
  good: "4242 4242 4242 4242",
  slow: "4000 0000 0000 7775",
};

export const payButton = (page: Page) => page.getByRole("button", { name: "Pay $12.00" });
export const card = (page: Page) => page.getByRole("region", { name: "Your card" });
export const thanks = (page: Page) => page.getByRole("heading", { name: "Thank you pro user member" });
const soon = () => `12/${(new Date().getUTCFullYear() + 3) % 100}`;

export async function fillIn(page: Page, number: string): Promise<void> {
  await page.getByRole("button", { name: `Fill in ${number}` }).click();
  await expect(page.getByLabel("Card number")).toHaveValue(number);
}

/** Types a card that is not among the clickable test cards. */
export async function typeIn(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").clear();
  await page.getByLabel("Card number").pressSequentially(number.replaceAll(" ", ""));
  await expect(page.getByLabel("Card number")).toHaveValue(number);
  await page.getByLabel("Expiry").clear();
  await page.getByLabel("Expiry").pressSequentially(soon().replace("/", ""));
  await expect(page.getByLabel("Expiry")).toHaveValue(soon());
  await page.getByLabel("CVC").fill("123");
}

/** Counts the payments created from here on. */
export function countIntents(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/create-payment-intent")) count += 1;
  });
  return () => count;
}

export async function becomeMember(page: Page, name: string): Promise<{ email: string; transactionId: string }> {
  const email = await newcomer(page.context(), name);
  await page.goto("/payment");
  await fillIn(page, cards.good);
  await payButton(page).click();
  await expect(thanks(page)).toBeVisible();
  const transactionId = (await page.getByRole("main").locator("code").textContent()) ?? "";
  expect(transactionId).toMatch(/^pi_/);
  return { email, transactionId };
}

export const expectRole = (page: Page, role: string) =>
  expect(page.getByText(`You are signed in as ${role}.`)).toBeVisible();
