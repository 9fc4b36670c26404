import type { Answer, Call, Request } from "@survey-app/contract/call.ts";
import type { Problem } from "@survey-app/contract/refusals.ts";
import { createToken } from "@survey-app/contract/session.ts";
import { readToken, removeToken, storeToken, timeToRenewal } from "./token.ts";
import { setPictureOrigin } from "./ui/pictureAddress.ts";

/** The server's no, with its reasons. Anything else that goes wrong (no network, a cut connection) is another error. */
export class Refusal extends Error {
  readonly problem: Problem;
  readonly status: number;
  constructor(problem: Problem) {
    super(problem.detail || problem.title);
    this.name = "Refusal";
    this.problem = problem;
    this.status = problem.status;
  }
}

/** One page of a list, and where the next one starts. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
  total: number;
  /** There are more than `total`: the server stopped counting. */
  isCut: boolean;
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

let send: Fetch = (path, init) => fetch(path, init);
let base = "/api";

/**
 * Where calls go. The server sets its in-process door here before it renders; sharing it between renders is safe, as
 * every page is rendered for a visitor.
 */
export function connect(to: { apiBase: string; fetch?: Fetch }): void {
  base = to.apiBase;
  setPictureOrigin(base.startsWith("/") ? "" : new URL(base).origin);
  if (to.fetch) send = to.fetch;
}

/** How far this machine's clock is behind the server's. Deadlines go by the server's clock (product §5). */
let clockOffset = 0;

/** The server's clock, in ms. */
export function serverNow(): number {
  return Date.now() + clockOffset;
}

export function setServerClock(now: number): void {
  clockOffset = now - Date.now();
}

function readClock(response: Response): void {
  const date = Date.parse(response.headers.get("date") ?? "");
  // The header has whole seconds: smaller differences say nothing, and answers may have waited in a cache.
  const isFresh = !response.headers.has("age");
  if (isFresh && !Number.isNaN(date) && Math.abs(date - serverNow()) > 2000) setServerClock(date);
}

interface Holder {
  email: string;
  /** Asks the person to sign in again, and answers whether they did. */
  confirm: () => Promise<boolean>;
  onEnd: () => void;
}
let holder: Holder | null = null;

/** Whose tokens are renewed, and what happens once when the server says that the session is over. */
export function holdSession(of: Holder | null): void {
  holder = of;
}

/** Makes one call of the contract. @throws {Refusal} what the server refuses */
export async function api<const C extends Call>(
  call: C,
  request: Request<C>,
  signal?: AbortSignal,
): Promise<Answer<C>> {
  const response = await ask(call, request, signal);
  return (await response.json()) as Answer<C>;
}

/** Makes a call that answers a page of a list. @throws {Refusal} what the server refuses */
export async function apiPage<const C extends Call & { paged: true }>(
  call: C,
  request: Request<C>,
  signal?: AbortSignal,
): Promise<Page<Answer<C> extends (infer Row)[] ? Row : never>> {
  const response = await ask(call, request, signal);
  const rows = await response.json();
  const link = /<[^>]*[?&]cursor=([\w-]+)[^>]*>;\s*rel="?next"?/.exec(response.headers.get("link") ?? "");
  const total = response.headers.get("x-total-count") ?? String(rows.length);
  return { rows, next: link?.[1] ?? null, total: Number.parseInt(total, 10), isCut: total.endsWith("+") };
}

/** Asks a stand-in of a provider, which is no part of the contract and never there in production. */
export async function askSandbox(path: `/sandbox/${string}`, body: object): Promise<unknown> {
  const headers = { accept: "application/json", "content-type": "application/json" };
  const response = await accept(await send(path, { method: "POST", headers, body: JSON.stringify(body) }));
  return response.json();
}

async function ask(call: Call, request: Request<Call>, signal?: AbortSignal): Promise<Response> {
  const url = address(call, request);
  // Signing in and fetching tokens go by the cookie; everything else by the token.
  if (isByCookie(call)) return accept(await alone(() => send(url, init(call, request, null, signal))));

  let token = await freshToken();
  let response = await send(url, init(call, request, token, signal));
  if (response.status === 401 && token && (await renew())) {
    token = readToken();
    response = await send(url, init(call, request, token, signal));
  }
  if (token && (response.status === 401 || response.status === 403)) end();
  if ((await asksToSignInAgain(response)) && (await holder?.confirm())) return ask(call, request, signal);
  return accept(response);
}

/**
 * One of the browser's tabs at a time goes by the cookie: while the answer to one brings a new session, another would
 * still send the old one, and be taken for a visitor. Browsers have no locks on plain http.
 */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request("cookie", work) : work();
}

async function asksToSignInAgain(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  return problemOf(response.status, await response.clone().text()).code === "signInAgain";
}

const isByCookie = (call: Call) => call.path.startsWith("/auth/") || call.path === createToken.path;

/** Where a call is made. For what takes an address only, like streams of events; everything else goes by `api`. */
export function address<const C extends Call>(call: C, { params, query }: Request<C>): string {
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as unknown as Record<string, unknown>)[name])),
  );
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value != null);
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return `${base}${path}${search && `?${search}`}`;
}

function init(call: Call, request: Request<Call>, token: string | null, signal?: AbortSignal): RequestInit {
  const headers: Record<string, string> = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const hasBody = call.method !== "GET";
  if (hasBody) headers["content-type"] = "application/json";
  return {
    method: call.method,
    headers,
    credentials: isByCookie(call) ? "include" : "same-origin",
    ...(hasBody && { body: JSON.stringify(request.body ?? {}) }),
    ...(signal && { signal }),
  };
}

async function accept(response: Response): Promise<Response> {
  readClock(response);
  if (response.ok) return response;
  throw new Refusal(await problemOf(response.status, await response.text()));
}

function problemOf(status: number, text: string): Problem {
  try {
    const problem = JSON.parse(text) as Partial<Problem>;
    if (problem.code && problem.title) return { ...problem, status } as Problem;
  } catch {
    // A proxy's own page, not ours: said in our words below.
  }
  const code = status === 503 || status === 502 || status === 504 ? "busy" : "unexpected";
  const detail = code === "busy" ? "The service is busy. Please try again in a moment." : "Something went wrong.";
  return { type: "about:blank", title: detail, status, detail, code, requestId: "" };
}

async function freshToken(): Promise<string | null> {
  const token = readToken();
  if (token && holder && timeToRenewal(token, serverNow()) === 0) await renew().catch(() => false);
  return readToken();
}

let renewal: Promise<boolean> | null = null;

/** Fetches a new token, once for all calls that wait for it. False when the session is over. */
function renew(): Promise<boolean> {
  if (!holder) return Promise.resolve(false);
  const { email } = holder;
  renewal ??= api(createToken, { body: { email } })
    .then(({ token }) => {
      storeToken(token);
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof Refusal && (error.status === 401 || error.status === 403)) return false;
      throw error; // no answer says nothing about the session
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

function end(): void {
  removeToken();
  const ended = holder;
  holder = null; // once, however many calls come back refused
  ended?.onEnd();
}

/** Sends a file as the field `image`, telling how much of it is through (0–1). @throws {Refusal} */
export async function upload<const C extends Call & { body: "image" }>(
  call: C,
  file: File,
  onProgress: (part: number) => void,
): Promise<Answer<C>> {
  const token = await freshToken();
  let sent = await sendFile(call, file, token, onProgress);
  if (sent.status === 401 && token && (await renew())) sent = await sendFile(call, file, readToken(), onProgress);
  if (token && (sent.status === 401 || sent.status === 403)) end();
  if (sent.status >= 300) throw new Refusal(problemOf(sent.status, sent.responseText));
  return JSON.parse(sent.responseText) as Answer<C>;
}

async function sendFile(
  { method, path }: Call,
  file: File,
  token: string | null,
  onProgress: (part: number) => void,
): Promise<XMLHttpRequest> {
  // fetch can't tell how much of a body has been sent.
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.set("image", file);
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total ? loaded / total : 0));
  request.open(method, `${base}${path}`);
  if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
  await new Promise<void>((resolve, reject) => {
    request.addEventListener("load", () => resolve());
    request.addEventListener("error", () => reject(new Error("The connection was lost.")));
    request.send(form);
  });
  return request;
}
