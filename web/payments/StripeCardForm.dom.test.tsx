import { waitFor } from "@testing-library/dom";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { sandboxStripeProvider } from "../../server/payments/stripe.ts";
import { type SandboxStripe, startSandboxStripe } from "../../server/sandbox/payments/stripe.ts";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let sandbox: SandboxStripe;
beforeAll(async () => {
  sandbox = await startSandboxStripe({ dataDir: null, webhookUrl: null });
  const { secretKey: secret, webhookSecret: webhook } = sandbox;
  const keys = { secret, publishable: "pk_test_double", webhook };
  t = await startServer({ stripe: keys }, { payments: sandboxStripeProvider(sandbox) });
});
afterAll(async () => {
  await t.close();
  await sandbox.close();
});

/** The page's calls, with the arguments that matter. */
let calls: unknown[][];
/** The numbers of the cards with which the user pays. */
let cards: string[];
beforeEach(() => {
  calls = [];
  cards = [];
});

/**
 * The functions that Stripe's script defines; the sandbox confirms its payments. `e2e/stripeElements.spec.ts` loads a
 * script.
 */
function Stripe(key: string) {
  calls.push(["Stripe", key]);
  return {
    elements: () => ({
      create(type: string) {
        calls.push(["create", type]);
        const listeners = new Map<string, () => void>();
        return {
          on: (event: string, listener: () => void) => listeners.set(event, listener),
          mount: () => setTimeout(() => listeners.get("ready")?.()),
          update: () => {},
          destroy: () => {},
        };
      },
    }),
    async confirmCardPayment(
      secret: string,
      { payment_method: { card, ...method } }: { payment_method: object & { card?: object } },
    ) {
      calls.push(["confirmCardPayment", method, typeof card]);
      const typed = { number: cards.shift() ?? "", expMonth: 12, expYear: new Date().getFullYear() + 3, cvc: "123" };
      const answer = await sandbox.cards.confirm(secret, typed);
      const [id] = secret.split("_secret_");
      return answer?.error ? { error: answer.error } : { paymentIntent: { id, status: answer?.status } };
    },
  };
}
Stripe.version = "endive";

function defineStripe(): void {
  Object.assign(globalThis, { Stripe });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "Stripe"));
}

async function openPayment(as: Account) {
  const page = await openPage(t, "/payment", { as });
  return { ...page, payButton: () => page.getByRole("button", { name: "Pay $12.00" }) };
}
type Page = Awaited<ReturnType<typeof openPayment>>;
const whenReady = (page: Page) => waitFor(() => expect(page.payButton().hasAttribute("aria-busy")).toBe(false));

test("a decline shows Stripe's message, and the payment is confirmed by secret, email and name", async () => {
  defineStripe();
  const as = await signUp(t, { name: "Stina Stripe" });
  const { email } = as;
  const page = await openPayment(as);
  const send = page.browser.send.bind(page.browser);
  const reports: unknown[] = [];
  page.browser.send = (address, init) => {
    if (address.endsWith("/api/payments")) reports.push(JSON.parse(String(init?.body)));
    return send(address, init);
  };
  await whenReady(page);
  expect(page.getByRole("main").textContent).not.toContain("Sandbox");
  await expectAccessible();
  expect(calls).toEqual([
    ["Stripe", "pk_test_double"],
    ...["cardNumber", "cardExpiry", "cardCvc"].map((type) => ["create", type]),
  ]);

  cards = ["4000000000000002", "4242424242424242"];
  await page.user.type(page.getByLabelText(/^Name on card/), "S. Stripe");
  await page.user.click(page.payButton());
  expect((await page.findByRole("alert")).textContent).toBe("Your card was declined.");
  expect(reports).toEqual([]);
  await page.user.click(page.payButton());
  await page.findByRole("heading", { name: "Thank you pro user member" });
  // The sandbox knows both by their secret.
  const confirmed = ["confirmCardPayment", { billing_details: { email, name: "S. Stripe" } }, "object"];
  expect(calls.slice(4)).toEqual([confirmed, confirmed]);
  const transactionId = expect.stringMatching(/^pi_/);
  expect(reports).toEqual([
    { transactionId, price: 12, email, date: expect.any(String), member: "pro-user", status: "pending" },
  ]);
});

test("when Stripe's script can't be loaded, the page says so and offers a retry", async () => {
  const page = await openPayment(await signUp(t, { name: "Stella Offline" }));
  // This DOM doesn't load scripts. Stripe's package tries twice.
  let failed: Element | null = null;
  for (let attempt = 1; attempt <= 2; attempt++) {
    const script = await waitFor(() => {
      const found = document.querySelector('script[src^="https://js.stripe.com/"]');
      expect(found && found !== failed).toBe(true);
      return found;
    });
    expect(page.getByText("Loading").getAttribute("role")).toBe("status");
    script?.dispatchEvent(new Event("error"));
    failed = script;
  }
  expect((await page.findByRole("alert")).textContent).toContain("Stripe's card form can't be reached.");
  expect(page.payButton().getAttribute("aria-busy")).toBe("true");
  expect(page.queryByText("Loading")).toBeNull();
  defineStripe();
  await page.user.click(page.getByRole("button", { name: "Try again" }));
  await whenReady(page);
  expect(page.queryByRole("alert")).toBeNull();
});
