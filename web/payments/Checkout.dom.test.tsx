import {
  cancelPayment,
  confirmPayment,
  createPaymentIntent,
  getMyLatestPayment,
} from "@survey-app/contract/payments/payments.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SandboxStripe, startSandboxStripe } from "../../server/sandbox/payments/stripe.ts";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { Browser } from "../../server/testing/browser.ts";
import { paymentRequests } from "../../server/testing/paymentApp.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

const cards = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  poor: "4000 0000 0000 9995",
  asking: "4000 0025 0000 3155",
  slow: "4000 0000 0000 7775",
  slowlyDeclined: "4000 0000 0000 5555",
};
/** The time for which the slow cards' payments are processed. */
const PROCESSING_MS = 60_000;

let t: TestApp;
let stripe: SandboxStripe;
/** The time by which the provider's clock is ahead. */
let stripeAheadMs = 0;
beforeAll(async () => {
  const now = () => Date.now() + stripeAheadMs;
  stripe = await startSandboxStripe({ dataDir: null, webhookUrl: null, processingMs: PROCESSING_MS, now });
  t = await startServer({}, { stripe });
  stripe.setWebhookUrl(`${t.config.publicUrl}/api/stripe/webhook`);
});
afterAll(async () => {
  await t.close();
  await stripe.close();
});

const newcomer = () => signUp(t, { name: "Petra Payer" });

/**
 * Opens the payment page.
 * @param intercept responds to a request of the page instead of the server, or lets it through
 */
async function openPayment(
  as: Account,
  intercept: (path: string) => Promise<Response | undefined> | undefined = () => undefined,
) {
  const { user, browser, ...page } = await openPage(t, "/payment", { as });
  const send = browser.send.bind(browser);
  const sent: string[] = [];
  browser.send = async (address, init) => {
    const { pathname } = new URL(address);
    sent.push(pathname);
    return (await intercept(pathname)) ?? send(address, init);
  };
  const pay = async () => user.click(page.getByRole("button", { name: "Pay $12.00" }));
  return {
    ...page,
    user,
    pay,
    async payWith(card: string) {
      await user.click(await page.findByRole("button", { name: new RegExp(`^Fill in ${card}`) }));
      await pay();
    },
    /** Types a card that is not among the clickable test cards, and pays. */
    async payTyping(card: string) {
      await user.type(await page.findByLabelText("Card number"), card);
      await user.type(await page.findByLabelText("Expiry"), `12${(new Date().getUTCFullYear() + 3) % 100}`);
      await user.type(page.getByLabelText("CVC"), "123");
      await pay();
    },
    /** The number of the page's requests to `path`. */
    count: (path: string) => sent.filter((each) => each === path).length,
    number: () => page.getByLabelText<HTMLInputElement>("Card number"),
    thanks: () => page.findByRole("heading", { name: "Thank you pro user member" }),
  };
}

test("mistakes are shown before a payment is created; each refusal has the provider's words; all cards pay one payment", async () => {
  const { user, pay, payWith, ...page } = await openPayment(await newcomer());
  await page.findByLabelText("Card number");
  await pay();
  const summary = await page.findByRole("group", { name: /attention$/ });
  for (const message of ["Card number is required", "Expiry is required", "CVC is required"])
    expect(summary.textContent).toContain(message);
  await user.type(page.number(), "4242-4242-4242-4243");
  expect(page.number().value).toBe("4242 4242 4242 4243");
  await page.findAllByText("This card number isn't valid", { exact: false });
  await user.type(page.getByLabelText("Expiry"), "01/20");
  await page.findAllByText("This card has expired", { exact: false });
  expect(page.count("/api/create-payment-intent")).toBe(0);

  await payWith(cards.declined);
  await page.findByText("Your card was declined.");
  expect(page.number().value).toBe(cards.declined);
  await payWith(cards.poor);
  await page.findByText("Your card has insufficient funds.");
  await payWith(cards.asking);
  const bank = () => page.findByRole("dialog", { name: "Your bank needs your approval" });
  await user.click(within(await bank()).getByRole("button", { name: "Decline" }));
  await page.findByText("We are unable to authenticate your payment method.", { exact: false });
  await pay();
  await user.click(within(await bank()).getByRole("button", { name: "Approve" }));
  await page.thanks();
  expect(page.count("/api/create-payment-intent")).toBe(1);
});

test("a provider that can't be reached loses nothing typed; during a payment all is locked, and a second click does nothing", async () => {
  const detail = "The payment provider can't be reached.";
  const held: (() => void)[] = [];
  let isDown = true;
  const { user, pay, payWith, ...page } = await openPayment(await newcomer(), async (path) => {
    if (path === "/api/create-payment-intent" && isDown)
      return Response.json(
        { code: "providerDown", title: "Down", detail },
        {
          status: 503,
          headers: { "content-type": "application/problem+json" },
        },
      );
    if (path === "/sandbox/stripe/confirm") await new Promise<void>((resolve) => held.push(resolve));
    return undefined;
  });
  await payWith(cards.good);
  await page.findByText(detail);
  expect(page.number().value).toBe(cards.good);

  isDown = false;
  await pay();
  await page.findByText("Processing your payment … Keep this page open.");
  expect(page.getByRole("button", { name: "Pay $12.00" }).getAttribute("aria-busy")).toBe("true");
  expect(page.number().readOnly).toBe(true);
  await waitFor(() => expect(held).toHaveLength(1));
  await pay();
  await user.type(page.getByLabelText("CVC"), "{Enter}");
  for (const go of held) go();
  await page.thanks();
  expect(page.count("/sandbox/stripe/confirm")).toBe(1);
  // The first one was the provider's failure.
  expect(page.count("/api/create-payment-intent")).toBe(2);
});

test("a payment that is declined after a while leads back to the card", async () => {
  const page = await openPayment(await newcomer());
  await page.payTyping(cards.slowlyDeclined);
  await page.findByRole("heading", { name: "Your payment is being processed …" });
  stripeAheadMs += PROCESSING_MS;
  await page.findByText("didn't go through", { exact: false });
  const number = (await page.findByLabelText("Card number")) as HTMLInputElement;
  expect(number.value).toBe("");
});

/** The provider finishes what it processes, when the server asks for this payment. */
async function finishProcessing(as: Account, transactionId: string): Promise<void> {
  stripeAheadMs += PROCESSING_MS;
  await t.request(confirmPayment, { as, body: { transactionId, price: 12 } });
}

test("a payment that takes time is shown as being processed until it is paid", async () => {
  const account = await newcomer();
  const page = await openPayment(account);
  await page.payTyping(cards.slow);
  await page.findByRole("heading", { name: "Your payment is being processed …" });
  await expectAccessible();
  await finishProcessing(account, page.getByText(/^pi_/).textContent);
  await page.thanks();
});

test("the page waits for a payment that is in progress in another tab, and does not pay again", async () => {
  const account = await newcomer();
  const page = await openPayment(account);
  await page.findByLabelText("Card number");
  const { clientSecret } = await t.request(createPaymentIntent, { as: account, body: { price: 12 } });
  const card = {
    number: cards.slow.replaceAll(" ", ""),
    expMonth: 12,
    expYear: new Date().getFullYear() + 3,
    cvc: "123",
  };
  const payload = { clientSecret, ...card };
  const paid = await t.app.inject({ method: "POST", url: "/sandbox/stripe/confirm", payload });
  expect(paid.json()).toMatchObject({ status: "processing" });

  await page.payWith(cards.good);
  await page.findByRole("heading", { name: "Unfinished payment" });
  await expectAccessible();
  await finishProcessing(account, clientSecret.replace(/_secret_.*$/, ""));
  await page.thanks();
  expect(page.count("/sandbox/stripe/confirm")).toBe(0);
});

test("closing the tab right after paying loses nothing: the provider notifies the server", async () => {
  const account = await newcomer();
  const { promise: reported, resolve } = Promise.withResolvers<void>();
  // The page's report never reaches the server.
  const page = await openPayment(account, (path) => {
    if (path !== "/api/payments") return undefined;
    resolve();
    return new Promise(() => {});
  });
  await page.payWith(cards.good);
  await reported;
  await expect.poll(() => t.request(getMyLatestPayment, { as: account })).toMatchObject({ status: "paid" });
  const later = await openPayment(account);
  await later.findByRole("heading", { name: "You're already a PRO member" });
  const home = await openPage(t, "/dashboard/adminHome", { as: account });
  await home.findByText("You are signed in as pro-user.");
});

test("a payment that is settled while the page loads shows the membership, not the card form", async () => {
  const account = await newcomer();
  const browser = new Browser();
  const send = browser.send.bind(browser);
  let hasPaid = false;
  browser.send = async (address, init) => {
    if (new URL(address).pathname === "/api/me/payment" && !hasPaid) {
      hasPaid = true;
      // On another device, so this page isn't notified.
      await paymentRequests(() => ({ t, payer: account })).buy();
    }
    return send(address, init);
  };
  const page = await openPage(t, "/payment", { as: account, browser });
  await page.findByRole("heading", { name: "You're already a PRO member" });
  expect(page.queryByRole("button", { name: "Pay $12.00" })).toBeNull();
});

test("an unfinished payment can be continued, or canceled and started over, and is in no history", async () => {
  const account = await newcomer();
  const first = await openPayment(account);
  await first.payWith(cards.declined);
  await first.findByText("Your card was declined.");

  const second = await openPayment(account);
  await second.findByRole("heading", { name: "Unfinished payment" });
  expect(second.queryByRole("button", { name: "Pay $12.00" })).toBeNull();
  await second.user.click(second.getByRole("button", { name: "Continue" }));
  await second.payWith(cards.asking);
  await second.findByRole("dialog", { name: "Your bank needs your approval" });
  // Leaving the page closes the bank's question; its payment stays open.
  const history = await openPage(t, "/dashboard/user/pro/paymentHistory", { as: account });
  await history.findByText("No payments yet");

  const third = await openPayment(account);
  await third.user.click(await third.findByRole("button", { name: "Cancel and start over" }));
  await third.payWith(cards.good);
  await third.thanks();
  expect(third.count("/api/create-payment-intent")).toBe(1);
  await third.user.click(third.getByRole("link", { name: "Your payments" }));
  expect(await third.findAllByText(/^pi_/)).toHaveLength(1);
});

test("after canceling an unfinished payment nothing says that it failed, even if its end is known before the response", async () => {
  const account = await newcomer();
  await t.request(createPaymentIntent, { as: account, body: { price: 12 } });
  const { promise: isKnown, resolve: answer } = Promise.withResolvers<void>();
  let told = "";
  const page = await openPayment(account, async (path) => {
    const latest = await t.request(getMyLatestPayment, { as: account });
    if (path === "/api/me/payment") told = latest?.status ?? "";
    if (!path.endsWith("/cancel")) return undefined;
    const canceled = await t.request(cancelPayment, { as: account, params: { id: latest?._id ?? "" } });
    await isKnown;
    return Response.json(canceled);
  });
  await page.user.click(await page.findByRole("button", { name: "Cancel and start over" }));
  await waitFor(() => expect(told).toBe("failed"));
  answer();
  await page.findByLabelText("Card number");
  expect(page.queryByText("didn't go through", { exact: false })).toBeNull();
});
