import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { apiError } from "../http/apiError.ts";
import { type SandboxOptions, type SandboxStripe, startSandboxStripe } from "../sandbox/payments/stripe.ts";
import { startFaultyWebhooks } from "./faultyWebhooks.ts";
import { bodyOf, startProxy } from "./proxy.ts";
import { type Dice, type Faults, makeDice, noFaults } from "./stripeFaults.ts";

/** The sandbox provider with faults between it and the app, as a test sets them. */
export interface FaultyStripe extends SandboxStripe {
  faults: Faults;
}

/** Starts the sandbox behind two proxies, one for its API and one for its webhooks, which inject the faults. */
export async function startFaultyStripe(options: SandboxOptions): Promise<FaultyStripe> {
  const faults = noFaults();
  const dice = makeDice(faults);
  const webhooks = await startFaultyWebhooks(faults, dice, options.webhookUrl);
  const stripe = await startSandboxStripe({ ...options, webhookUrl: options.webhookUrl && webhooks.url });
  const api = await startProxy(proxyApi(`http://${stripe.host}:${stripe.port}`, faults, dice));
  api.server.on("connection", (socket) => {
    if (faults.isDown) socket.resetAndDestroy();
  });
  const faulty = async <T>(answer: () => Promise<T>): Promise<T> => {
    if (faults.isDown) throw apiError("providerDown");
    const answered = await answer();
    await sleep(faults.answerDelayMs);
    return answered;
  };
  return {
    ...stripe,
    port: api.port,
    faults,
    cards: {
      confirm: (...args) => faulty(() => stripe.cards.confirm(...args)),
      authenticate: (...args) => faulty(() => stripe.cards.authenticate(...args)),
    },
    setWebhookUrl(url) {
      webhooks.setUrl(url);
      stripe.setWebhookUrl(url && webhooks.url);
    },
    async close() {
      api.close();
      await stripe.close();
      webhooks.close();
    },
  };
}

interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

const failure = (status: number, type: string, message: string, code?: string): Answer => ({
  status,
  body: JSON.stringify({ error: { type, message, ...(code && { code }) } }),
});
const TOO_FAST = failure(429, "invalid_request_error", "Request rate limit exceeded.", "rate_limit");
const BROKEN = failure(500, "api_error", "An unknown error occurred");
const keyInUse = (key: string) =>
  failure(
    409,
    "idempotency_error",
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    "idempotency_key_in_use",
  );

/** Passes API requests on to the sandbox, and answers some of them with faults. */
function proxyApi(target: string, faults: Faults, dice: Dice): RequestListener {
  /** Idempotency keys whose response is delayed. */
  const inUse = new Set<string>();
  /** Idempotency keys that a stored 500 is the response for. */
  const failed = new Set<string>();

  function fail(key: string | undefined): Answer {
    if (faults.keepsFailures && key !== undefined) failed.add(key);
    return BROKEN;
  }

  async function answer(request: IncomingMessage): Promise<Answer | "silence" | "cut"> {
    const body = await bodyOf(request);
    if (faults.isDown) return "cut";
    const key = request.headers["idempotency-key"]?.toString();
    if (key !== undefined && failed.has(key)) return { ...BROKEN, headers: { "idempotent-replayed": "true" } };
    if (key !== undefined && inUse.has(key)) return keyInUse(key);
    const isMeant = faults.only?.test(`${request.method} ${request.url}`) ?? true;
    if (!isMeant) return forward(target, request, body);
    if (dice("answersTooFast")) return TOO_FAST;
    if (dice("staysSilentBefore")) return "silence";
    if (key !== undefined && faults.answerDelayMs > 0) inUse.add(key);
    const result = dice("failsBefore") ? fail(key) : await forward(target, request, body);
    if (faults.answerDelayMs > 0) await sleep(faults.answerDelayMs);
    if (key !== undefined) inUse.delete(key);
    if (dice("staysSilentAfter")) return "silence";
    if (dice("cutsOffAfter")) return "cut";
    return dice("failsAfter") ? fail(key) : result;
  }

  return async (request, response) => {
    const result = await answer(request);
    if (result === "cut") request.socket.resetAndDestroy();
    else if (result !== "silence") send(response, result);
  };
}

async function forward(target: string, { method = "GET", url = "/", headers }: IncomingMessage, body: string) {
  const passed = ["authorization", "content-type", "idempotency-key"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  const response = await fetch(target + url, { method, headers: passed, ...(method !== "GET" && { body }) });
  const own = [...response.headers].filter(([name]) => /^(stripe|request|original|idempoten)/.test(name));
  return { status: response.status, body: await response.text(), headers: Object.fromEntries(own) };
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}
