import type { Page } from "@playwright/test";
import { newcomer } from "./accounts.ts";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";

/*
 * Paying through Stripe, with a test double in place of Stripe's script. The double does everything for which the real
 * script needs permission (another script, frames, a request to its API), so a policy that forbids it fails the test.
 */
test.use({
  serverEnv: {
    STRIPE_SECRET_KEY: "sk_test_double",
    STRIPE_PUBLISHABLE_KEY: "pk_test_double",
    STRIPE_WEBHOOK_SECRET: "whsec_double",
  },
});

const payButton = (page: Page) => page.getByRole("button", { name: "Pay $12.00" });

/** The test double's script: a plain script, like the real one. */
const script = `
  const calls = (window.stripeCalls = []);
  window.Stripe = function (key) {
    calls.push(["Stripe", key]);
    const more = document.createElement("script");
    more.src = "https://js.stripe.com/endive/further.js";
    document.head.append(more);
    return {
      _registerWrapper() {},
      elements: () => ({
        create(type, options) {
          calls.push(["create", type, options.style.base.color]);
          const on = {};
          let frame;
          return {
            on: (event, listener) => (on[event] = listener),
            mount(place) {
              frame = document.createElement("iframe");
              frame.title = "Secure " + type + " input frame";
              frame.src = "https://js.stripe.com/endive/" + type + ".html";
              frame.width = "100%";
              frame.height = "24";
              frame.addEventListener("load", () => on.ready && on.ready({}));
              place.append(frame);
            },
            update: (options) => calls.push(["update", type, options.style ? options.style.base.color : options]),
            destroy: () => frame.remove(),
          };
        },
      }),
      async confirmCardPayment(secret, { payment_method: { card, ...method } }) {
        calls.push(["confirmCardPayment", secret, method, typeof card.mount]);
        await fetch("https://api.stripe.com/v1/payment_intents/pi_double/confirm", { method: "POST" });
        return window.stripeAnswers.shift();
      },
    };
  };
  window.Stripe.version = "endive";
`;

interface Doubled extends Window {
  stripeCalls: unknown[][];
  stripeAnswers: unknown[];
}

/** Replaces Stripe by the test double. Returns the requests to Stripe's hosts. */
async function doubleStripe(page: Page, answers: unknown[]): Promise<string[]> {
  const asked: string[] = [];
  const cors = { "access-control-allow-origin": "*" };
  page.on("request", (request) => {
    if (/stripe\.(com|network)/.test(new URL(request.url()).host)) asked.push(request.url());
  });
  await page.route("https://js.stripe.com/**", (route) => {
    const isFrame = route.request().resourceType() === "document";
    return route.fulfill(
      isFrame
        ? { contentType: "text/html", body: '<html lang="en"><title>Field</title><input aria-label="Field"></html>' }
        : { contentType: "text/javascript", body: /stripe\.js/.test(route.request().url()) ? script : "" },
    );
  });
  await page.route("https://api.stripe.com/**", (route) => route.fulfill({ headers: cors, json: {} }));
  await page.addInitScript((given) => {
    (window as unknown as Doubled).stripeAnswers = given;
  }, answers);
  await page.route("**/api/create-payment-intent", (route) =>
    route.fulfill({ json: { clientSecret: "pi_double_secret_1" } }),
  );
  return asked;
}

const callsOf = (page: Page) => page.evaluate(() => (window as unknown as Doubled).stripeCalls);

test("Stripe's script is loaded on the payment page alone, reached by a link, by Back, or by signing in", async ({
  page,
  context,
  expectTrouble,
}) => {
  // From the two attempts to add a script of another site.
  expectTrouble(/the 'default' policy failed to execute/);
  const asked = await doubleStripe(page, []);
  const email = await newcomer(context, "Stella Stripe");
  const policies: Record<string, string> = {};
  page.on("response", (response) => {
    if (response.request().resourceType() === "document" && response.url().startsWith("http://localhost"))
      policies[new URL(response.url()).pathname] = response.headers()["content-security-policy"] ?? "";
  });
  for (const path of ["/", "/surveysPages", "/profile", "/dashboard/adminHome", "/membarShip"]) await page.goto(path);
  await page.getByRole("link", { name: "Choose PRO" }).hover();
  expect(asked).toEqual([]);
  await page.getByRole("link", { name: "Choose PRO" }).click();
  await expect(payButton(page)).not.toHaveAttribute("aria-busy");
  expect(asked).toContainEqual(expect.stringContaining("https://js.stripe.com/endive/stripe.js"));
  expect(asked).toContainEqual("https://js.stripe.com/endive/further.js");
  expect(policies["/payment"]).toContain("script-src 'self' 'sha256-");
  expect(policies["/payment"]).toContain(" https://js.stripe.com");
  expect(policies["/payment"]).toContain("require-trusted-types-for 'script'");
  expect(policies["/membarShip"]).not.toContain("stripe");
  // Only Stripe's script may add such scripts to the page.
  expect(await page.evaluate(canAddScript, "https://evil.example/a.js")).toBe(false);
  expect(await page.evaluate(canAddScript, "https://js.stripe.com.evil.example/a.js")).toBe(false);

  // Leaving the page removes Stripe's script.
  await page.getByRole("banner").getByRole("link", { name: "All Surveys" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "All surveys" })).toBeVisible();
  expect(await page.evaluate(() => "Stripe" in window)).toBe(false);
  await page.goBack();
  await expect(payButton(page)).not.toHaveAttribute("aria-busy");

  // A visitor passes through the login page, which only has our own script.
  await page.getByRole("banner").getByRole("button", { name: "LogOut" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^One question/ })).toBeVisible();
  await page.goto("/payment");
  await expect(page).toHaveURL("/login?returnTo=%2Fpayment");
  await expect(page.getByText("Sign in to continue.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("Passw0rd!");
  await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/payment");
  await expect(payButton(page)).not.toHaveAttribute("aria-busy");
});

test("@phone-nightly a decline shows Stripe's message, and the payment is confirmed by secret, email and name", async ({
  page,
  context,
}) => {
  await doubleStripe(page, [
    { error: { type: "card_error", code: "card_declined", message: "Your card was declined." } },
    { paymentIntent: { id: "pi_double", status: "succeeded" } },
  ]);
  const reports: unknown[] = [];
  await page.route("**/api/payments", (route) => {
    reports.push(route.request().postDataJSON());
    return route.fulfill({ json: { paymentResult: { insertedId: "1" }, status: "paid" } });
  });
  const email = await newcomer(context, "Stina Stripe");
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/payment");
  await expect(payButton(page)).not.toHaveAttribute("aria-busy");
  await expect(page.getByRole("main")).not.toContainText("Sandbox");
  const light = (await callsOf(page)).filter(([what]) => what === "create");
  expect(light.map(([, type]) => type)).toEqual(["cardNumber", "cardExpiry", "cardCvc"]);
  await checkAxe(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect
    .poll(async () => (await callsOf(page)).some(([what, , now]) => what === "update" && now !== light[0]?.[2]))
    .toBe(true);
  await page.getByLabel("Name on card").fill("S. Stripe");
  await payButton(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Your card was declined.");
  await payButton(page).click();
  await expect(page.getByRole("heading", { name: "Thank you pro user member" })).toBeVisible();
  const confirmed = [
    "confirmCardPayment",
    "pi_double_secret_1",
    { billing_details: { email, name: "S. Stripe" } },
    "function",
  ];
  expect((await callsOf(page)).filter(([what]) => what === "confirmCardPayment")).toEqual([confirmed, confirmed]);
  expect((await callsOf(page))[0]).toEqual(["Stripe", "pk_test_double"]);
  expect(reports).toEqual([
    { transactionId: "pi_double", price: 12, email, date: expect.any(String), member: "pro-user", status: "pending" },
  ]);
});

test("when Stripe's script can't be loaded, the page says so and offers a retry", async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(/js\.stripe\.com/);
  await doubleStripe(page, []);
  await newcomer(context, "Stella Offline");
  await page.route("https://js.stripe.com/**", (route) => route.abort());
  await page.goto("/payment");
  await expect(page.getByRole("alert")).toContainText("Stripe's card form can't be reached.");
  await page.unroute("https://js.stripe.com/**");
  await doubleStripe(page, []);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(payButton(page)).not.toHaveAttribute("aria-busy");
});

/** Whether the page may add a script with this URL. */
function canAddScript(address: string): boolean {
  try {
    document.createElement("script").src = address;
    return true;
  } catch {
    return false;
  }
}
