import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Api, handlerOf } from "./stripeApi.ts";
import { invalid, StripeApiError } from "./stripeErrors.ts";
import { type Form, parseForm } from "./stripeForm.ts";
import { API_VERSION, newId } from "./stripeObjects.ts";
import { ANSWERS_KEPT_MS } from "./stripeStore.ts";

export interface ServerOptions {
  api: Api;
  secretKey: string;
  /** Called with the request that causes the next events. */
  onKey: (idempotencyKey: string | null) => void;
}

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const BODY_MAX_BYTES = 64 * 1024;

/** Serves Stripe's API over HTTP. */
export function makeStripeServer(options: ServerOptions): Server {
  return createServer((request, response) => {
    void answer(request, options)
      .catch(answerTo)
      .then((result) => send(response, result));
  });
}

async function answer(request: IncomingMessage, options: ServerOptions): Promise<Answer> {
  const { method = "GET" } = request;
  const text = await bodyOf(request);
  const url = new URL(request.url ?? "/", "http://stripe");
  requireKey(request.headers.authorization, options.secretKey);
  const handle = handlerOf(method, url.pathname);
  if (!handle) {
    const message = `Unrecognized request URL (${method}: ${url.pathname}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
    throw new StripeApiError(404, "invalid_request_error", message);
  }
  const key = method === "POST" ? headerOf(request, "idempotency-key") : null;
  const form = parseForm(method === "POST" ? text : url.search.slice(1));
  return once(options, { handle, form, key, line: `${method} ${url.pathname}`, print: printOf(method, url, text) });
}

interface ParsedRequest {
  handle: (api: Api, form: Form) => object;
  form: Form;
  key: string | null;
  line: string;
  print: string;
}

/** Handles a request, or repeats the stored response of its idempotency key. */
function once({ api, onKey }: ServerOptions, parsed: ParsedRequest): Answer {
  const { handle, form, key } = parsed;
  const { store } = api;
  const requestId = newId("req");
  const own = { "request-id": requestId, ...(key !== null && { "idempotency-key": key }) };
  const kept = key === null ? undefined : store.answers.get(key);
  if (kept && kept.at > api.now() - ANSWERS_KEPT_MS) {
    requireSameRequest(kept.request, parsed);
    const again = { "idempotent-replayed": "true", "original-request": kept.requestId };
    return { status: kept.status, body: kept.body, headers: { ...own, ...again } };
  }
  onKey(key);
  let answered: Answer;
  try {
    answered = { status: 200, body: structuredClone(handle(api, form)) };
  } catch (error) {
    answered = answerTo(error);
    if (!(error instanceof StripeApiError)) throw error;
    // Keys are used up by executed requests, not by invalid ones.
    if (!error.wasTried) return { ...answered, headers: own };
  } finally {
    onKey(null);
    store.commit();
  }
  keep(api, parsed, requestId, answered);
  return { ...answered, headers: own };
}

function keep({ store, now }: Api, { key, print }: ParsedRequest, requestId: string, { status, body }: Answer): void {
  if (key === null) return;
  store.answers.put({ id: key, request: print, requestId, status, body, at: now() });
  store.commit();
}

function requireSameRequest(before: string, { key, print, line }: ParsedRequest): void {
  if (before === print) return;
  const same = before.startsWith(`${line} `)
    ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
    : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${before.split(" ").slice(0, 2).join(" ")}'). Try using a key other than '${key}' if you meant to execute a different request.`;
  throw new StripeApiError(400, "idempotency_error", same);
}

function requireKey(authorization: string | undefined, secretKey: string): void {
  const given = /^Bearer (.+)$/.exec(authorization ?? "")?.[1];
  if (given === secretKey) return;
  if (given === undefined) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (given.startsWith("pk_")) {
    throw unauthorized(
      "This API call cannot be made with a publishable API key. Please use a secret API key.",
      "secret_key_required",
    );
  }
  throw unauthorized(`Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`);
}

const unauthorized = (message: string, code?: string) =>
  new StripeApiError(401, "invalid_request_error", message, { code });

/** A hash that identifies a request; its content is not stored. */
function printOf(method: string, url: URL, text: string): string {
  const digest = createHash("sha256").update(url.search).update("\n").update(text).digest("hex");
  return `${method} ${url.pathname} ${digest}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > BODY_MAX_BYTES) throw invalid("Request body too large");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === "string" ? value : null;
}

function answerTo(error: unknown): Answer {
  if (error instanceof StripeApiError) return { status: error.status, body: error.body };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { status: 500, body: { error: { type: "api_error", message: `The stand-in has a bug: ${message}` } } };
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response
    .writeHead(status, {
      "content-type": "application/json",
      "stripe-version": API_VERSION,
      "request-id": newId("req"),
      ...headers,
    })
    .end(JSON.stringify(body, null, 2));
}
