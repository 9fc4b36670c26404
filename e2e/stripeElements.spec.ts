import type { Page } from "@playwright/test";
import { newcomer } from "./accounts.ts";
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
  window.Stripe = function () {
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
            update: ({ style }) => style && calls.push(["update", type, style.base.color]),
            destroy: () => frame.remove(),
          };
        },
      }),
      async confirmCardPayment() {
        await fetch("https://api.stripe.com/v1/payment_intents/pi_double/confirm", { method: "POST" });
        return { paymentIntent: { id: "pi_double", status: "succeeded" } };
      },
    };
  };
  window.Stripe.version = "endive";
`;

/** Replaces Stripe and the server's payments with test doubles. Returns the requests to Stripe's hosts. */
async function doubleStripe(page: Page): Promise<string[]> {
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
  await page.route("**/api/create-payment-intent", (route) =>
    route.fulfill({ json: { clientSecret: "pi_double_secret_1" } }),
  );
  await page.route("**/api/payments", (route) =>
    route.fulfill({ json: { paymentResult: { insertedId: "1" }, status: "paid" } }),
  );
  return asked;
}

/** The calls of one function of the fields: its name, the field and the color of its text. */
async function callsOf(page: Page, what: "create" | "update"): Promise<string[][]> {
  const calls = await page.evaluate(() => (window as unknown as { stripeCalls: string[][] }).stripeCalls);
  return calls.filter(([name]) => name === what);
}

test("@phone Stripe's script is only loaded on the payment page, reached by a link, by Back, or by signing in", async ({
  page,
  context,
  expectTrouble,
}) => {
  // From the two attempts to add a script of another site.
  expectTrouble(/the 'default' policy failed to execute/);
  const asked = await doubleStripe(page);
  const email = await newcomer(context, "Stella Stripe");
  const policyOf = async (path: string) => (await page.request.get(path)).headers()["content-security-policy"];
  for (const path of ["/", "/surveysPages", "/profile", "/dashboard/adminHome", "/membarShip", "/login"])
    expect(await policyOf(path), path).not.toContain("stripe");
  const policy = await policyOf("/payment");
  expect(policy).toContain("script-src 'self' 'sha256-");
  expect(policy).toContain(" https://js.stripe.com");
  expect(policy).toContain("require-trusted-types-for 'script'");

  await page.goto("/membarShip");
  await page.getByRole("link", { name: "Choose PRO" }).hover();
  expect(asked).toEqual([]);
  await page.getByRole("link", { name: "Choose PRO" }).click();
  await expect(payButton(page)).not.toHaveAttribute("aria-busy");
  expect(asked).toContainEqual(expect.stringContaining("https://js.stripe.com/endive/stripe.js"));
  expect(asked).toContainEqual("https://js.stripe.com/endive/further.js");
  // Only Stripe's script may add such scripts to the page.
  expect(await page.evaluate(canAddScript, "https://evil.example/a.js")).toBe(false);
  expect(await page.evaluate(canAddScript, "https://js.stripe.com.evil.example/a.js")).toBe(false);

  // The fields have the page's colors.
  const [created] = await callsOf(page, "create");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(async () => (await callsOf(page, "update")).at(-1)?.[2] ?? created?.[2]).not.toBe(created?.[2]);
  await payButton(page).click();
  await expect(page.getByRole("heading", { name: "Thank you pro user member" })).toBeVisible();
  expect(asked).toContainEqual("https://api.stripe.com/v1/payment_intents/pi_double/confirm");

  // Leaving the page removes Stripe's script.
  await page.getByRole("link", { name: "Vote and comment" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "All surveys" })).toBeVisible();
  expect(await page.evaluate(() => "Stripe" in window)).toBe(false);
  await page.goBack();
  await expect(payButton(page)).not.toHaveAttribute("aria-busy");

  // A visitor passes through the login page, which only has our own script.
  await context.clearCookies();
  await page.goto("/payment");
  await expect(page).toHaveURL("/login?returnTo=%2Fpayment");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("Passw0rd!");
  await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/payment");
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
