import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { apiError } from "../http/apiError.ts";
import { type SandboxOptions, type SandboxStripe, startSandboxStripe } from "../sandbox/payments/stripe.ts";
import { startFaultyWebhooks } from "./faultyWebhooks.ts";
import { bodyOf, startProxy } from "./proxy.ts";
import { type Dice, type FaultName, type Faults, makeDice, noFaults } from "./stripeFaults.ts";

/** The sandbox provider with faults between it and the app, as a test sets them. */
export interface FaultyStripe extends SandboxStripe {
  faults: Faults;
  /** The random faults that have happened so far. */
  happened: ReadonlySet<FaultName>;
}

/** Starts the sandbox behind two proxies, one for its API and one for its webhooks, which inject the faults. */
export async function startFaultyStripe(options: SandboxOptions): Promise<FaultyStripe> {
  const faults = noFaults();
  const happened = new Set<FaultName>();
  const dice = makeDice(faults, happened);
  const webhooks = await startFaultyWebhooks(faults, dice, options.webhookUrl);
  const stripe = await startSandboxStripe({ ...options, webhookUrl: options.webhookUrl && webhooks.url });
  const api = await startProxy(proxyApi(`http://${stripe.host}:${stripe.port}`, faults, dice));
  api.server.on("connection", (socket) => {
    if (faults.isDown) socket.resetAndDestroy();
  });
  const faulty = async <T>(answer: () => Promise<T>): Promise<T> => {
    if (faults.isDown) throw apiError("providerDown");
    return answer();
  };
  return {
    ...stripe,
    port: api.port,
    faults,
    happened,
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

const BROKEN: Answer = {
  status: 500,
  body: JSON.stringify({ error: { type: "api_error", message: "An unknown error occurred" } }),
};

/** Passes API requests on to the sandbox, and answers some of them with faults. */
function proxyApi(target: string, faults: Faults, dice: Dice): RequestListener {
  async function answer(request: IncomingMessage): Promise<Answer | "cut"> {
    const body = await bodyOf(request);
    if (faults.isDown) return "cut";
    const result = dice("failsBefore") ? BROKEN : await forward(target, request, body);
    if (dice("cutsOffAfter")) return "cut";
    return dice("failsAfter") ? BROKEN : result;
  }

  return async (request, response) => {
    const result = await answer(request);
    if (result === "cut") request.socket.resetAndDestroy();
    else send(response, result);
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
