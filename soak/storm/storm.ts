import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { randomFrom } from "@survey-app/contract/testing/randomFrom.ts";
import Stripe from "stripe";
import type { Database } from "../../server/database/database.ts";
import { createSettlement } from "../../server/payments/settlement.ts";
import { sandboxStripeProvider } from "../../server/payments/stripe.ts";
import type { SandboxStripe } from "../../server/sandbox/payments/stripe.ts";
import { createTokens } from "../../server/session/tokens.ts";
import { freePort } from "../../server/testing/browser.ts";
import { startFaultyStripe } from "../../server/testing/faultyStripe.ts";
import { booksOf } from "../../server/testing/memberships.sql.ts";
import { makePerson, type Person } from "../../server/testing/people.ts";
import { noFaults } from "../../server/testing/stripeFaults.ts";
import { PUBLIC_URL, SECRET } from "../../server/testing/testConfig.ts";

const AT_ONCE = 16;
const CARD = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" };
const DECLINED = { ...CARD, number: "4000000000000002" };

export interface StormOptions {
  database: Database;
  databaseUrl: string | null;
  dataDir: string;
  payments: number;
  /** The number of times that the server is killed. */
  crashes: number;
  seed: number;
  onProgress?: (done: number) => void;
}

/** The comparison of the provider's payments with ours at the end. Everything but the counts should be empty. */
export interface StormReport {
  begun: number;
  paid: number;
  crashes: number;
  /** Paid at the provider but not in our database, or vice versa. */
  missed: string[];
  /** Payments that bought more or fewer than one membership. */
  doubled: string[];
  /** Charged at the provider, but missing in our database. */
  unknown: string[];
  centsAtProvider: number;
  centsInBooks: number;
  /** The faults that happened. */
  faults: string[];
}

/**
 * Users pay while faults are injected: webhooks get lost, arrive twice, late and in another order, the provider cuts
 * connections, browsers close or report twice, and the server is killed repeatedly.
 */
export async function storm(options: StormOptions): Promise<StormReport> {
  const { database, payments, crashes, seed } = options;
  const random = randomFrom(seed);
  const stripe = await startFaultyStripe({ dataDir: null, webhookUrl: null, webhookRetryMs: 50, webhookTries: 4 });
  const chance = { losesWebhooks: 0.25, doublesWebhooks: 0.2, delaysWebhooks: 0.2, reordersWebhooks: 0.2 };
  const breaks = { failsBefore: 0.02, failsAfter: 0.02, cutsOffAfter: 0.02 };
  Object.assign(stripe.faults, { seed, webhookDelayMs: 100, ...chance, ...breaks });
  const server = await startServer(options, stripe);
  stripe.setWebhookUrl(`${server.url}/api/stripe/webhook`);
  const tokens = createTokens(SECRET, PUBLIC_URL);
  let done = 0;
  let crashed = 0;
  try {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (done < payments) {
          const index = done++;
          options.onProgress?.(index);
          if (crashed < crashes && index >= ((crashed + 1) * payments) / (crashes + 1)) {
            crashed++;
            await server.crash();
          }
          await payOnce(server.url, stripe, await makePerson(database, tokens), random);
        }
      }),
    );
    Object.assign(stripe.faults, noFaults());
    await sleep(1000); // for delayed webhooks
    await createSettlement(database, sandboxStripeProvider(stripe)).reconcile({
      ignoreSchedule: true,
      max: payments * 2,
    });
    return { ...(await compareBooks(database, stripe)), crashes: crashed, faults: [...stripe.happened] };
  } finally {
    await server.stop();
    await stripe.close();
  }
}

/** Simulates one user from the price page on; some users don't complete the payment. */
async function payOnce(url: string, stripe: SandboxStripe, person: Person, random: () => number): Promise<void> {
  const call = async (path: string, body: object): Promise<Record<string, string> | null> => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${person.token}` };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
    return response?.ok ? ((await response.json()) as Record<string, string>) : null;
  };
  const sendUntilDone = async (path: string, body: object) => {
    for (let tries = 0; tries < 300; tries++) {
      const answer = await call(path, body);
      if (answer) return answer;
      await sleep(100);
    }
    return null;
  };
  const windows = random() < 0.2 ? 2 : 1;
  const started = await Promise.all(
    Array.from({ length: windows }, () => sendUntilDone("/api/create-payment-intent", { price: 12 })),
  );
  if (random() < 0.05) return; // the user changed their mind
  for (const answer of started) {
    const clientSecret = answer?.clientSecret;
    if (!clientSecret) continue;
    if (random() < 0.1) await stripe.cards.confirm(clientSecret, DECLINED);
    await stripe.cards.confirm(clientSecret, CARD);
    const reports = random() < 0.4 ? 0 : random() < 0.5 ? 1 : 3;
    const [transactionId = ""] = clientSecret.split("_secret_");
    await Promise.all(Array.from({ length: reports }, () => call("/api/payments", { transactionId, price: 12 })));
  }
}

async function compareBooks(
  database: Database,
  stripe: SandboxStripe,
): Promise<Omit<StormReport, "crashes" | "faults">> {
  const sdk = new Stripe(stripe.secretKey, {
    host: stripe.host,
    port: stripe.port,
    protocol: "http",
    telemetry: false,
  });
  const charged = new Map<string, number>();
  for await (const { id, status, amount_received } of sdk.paymentIntents.list({ limit: 100 })) {
    if (status === "succeeded") charged.set(id, amount_received);
  }
  const books = await booksOf(database);
  const paid = books.filter(({ status }) => status === "paid");
  const ourIds = new Set(books.map(({ transactionId }) => transactionId));
  const sum = (all: Iterable<number>) => [...all].reduce((total, each) => total + each, 0);
  return {
    begun: books.length,
    paid: paid.length,
    missed: books
      .filter(({ transactionId, status }) => charged.has(transactionId) !== (status === "paid"))
      .map(({ transactionId }) => transactionId),
    doubled: books
      .filter(({ status, memberships }) => memberships !== (status === "paid" ? 1 : 0))
      .map(({ transactionId }) => transactionId),
    unknown: [...charged.keys()].filter((id) => !ourIds.has(id)),
    centsAtProvider: sum(charged.values()),
    centsInBooks: sum(paid.map(({ cents }) => cents)),
  };
}

/** Our server, at the same address after every restart. */
async function startServer({ databaseUrl, dataDir }: StormOptions, stripe: SandboxStripe) {
  const port = await freePort();
  const { host, port: stripePort, secretKey, publishableKey, webhookSecret } = stripe;
  const settings = JSON.stringify({
    databaseUrl,
    dataDir,
    port,
    stripe: { host, port: stripePort, secretKey, publishableKey, webhookSecret },
  });
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  const start = async () => {
    child = spawn(process.execPath, [join(import.meta.dirname, "stormServer.ts"), settings], { stdio: "inherit" });
    while (!(await fetch(`${url}/livez`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`);
      await sleep(20);
    }
  };
  const kill = async () => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  await start();
  return {
    url,
    async crash() {
      await kill();
      await start();
    },
    stop: kill,
  };
}
