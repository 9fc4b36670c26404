import type { Endpoint, RequestOf, ResponseOf } from "@survey-app/contract/endpoint.ts";
import type { ProblemDetails } from "@survey-app/contract/errors.ts";
import { createAccessToken } from "@survey-app/contract/session.ts";
import { setPictureOrigin } from "../ui/pictureAddress.ts";
import { inTime, isOffline, NoAnswer, NotSent } from "./noAnswer.ts";
import { isTokenOf, readToken, removeToken, storeToken, timeToRenewal, userIdOf } from "./token.ts";

/** How long the server has to answer, in ms: an action's button waits for it; a long list or an export takes longer. */
const ACTION_MS = 8000;
const READ_MS = 20_000;

/** The server's no, with its reasons. Where it gave no answer, the error is `NoAnswer` or `NotSent`. */
export class ApiRequestError extends Error {
  readonly problem: ProblemDetails;
  readonly status: number;
  constructor(problem: ProblemDetails) {
    super(problem.detail || problem.title);
    this.name = "Refusal";
    this.problem = problem;
    this.status = problem.status;
  }
}

/** An action of a person who has left meanwhile: another one may be sitting here. Its outcome is shown to nobody. */
export class PersonLeft extends Error {
  override readonly name = "PersonLeft";
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
  /** Null if the token does not tell. */
  userId: string | null;
  /** Asks the person to sign in again, and answers whether they did. */
  confirm: () => Promise<boolean>;
  /** @param status 401: the session ended; 403: its person may not do that */
  onEnd: (status: 401 | 403) => void;
}
let holder: Holder | null = null;

/** Whose tokens are renewed, and what happens once when the server refuses them. Answers whose they were before. */
export function holdSession(of: Holder | null): Holder | null {
  const before = holder;
  holder = of;
  return before;
}

/**
 * Makes one call of the contract.
 * @throws {ApiRequestError} what the server refuses
 * @throws {NotSent} an action while the browser is offline
 * @throws {NoAnswer} when the server can't be reached, or is silent
 */
export async function api<const C extends Endpoint>(
  endpoint: C,
  request: RequestOf<C>,
  signal?: AbortSignal,
): Promise<ResponseOf<C>> {
  const response = await ask(endpoint, request, signal);
  return (await response.json()) as ResponseOf<C>;
}

/** Makes a call that answers a page of a list. @throws {ApiRequestError} what the server refuses */
export async function apiPage<const C extends Endpoint & { paginated: true }>(
  call: C,
  request: RequestOf<C>,
  signal?: AbortSignal,
): Promise<Page<ResponseOf<C> extends (infer Row)[] ? Row : never>> {
  const response = await ask(call, request, signal);
  const rows = await response.json();
  const link = /<[^>]*[?&]cursor=([\w-]+)[^>]*>;\s*rel="?next"?/.exec(response.headers.get("link") ?? "");
  const total = response.headers.get("x-total-count") ?? String(rows.length);
  return { rows, next: link?.[1] ?? null, total: Number.parseInt(total, 10), isCut: total.endsWith("+") };
}

/** Asks a stand-in of a provider, which is no part of the contract and never there in production. */
export async function askSandbox(path: `/sandbox/${string}`, body: object): Promise<unknown> {
  const headers = { accept: "application/json", "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await reach(true, undefined, (signal) => send(path, { ...init, signal }));
  return (await accept(response)).json();
}

/** Whether the page's own address can be loaded anew: its server is there, and the browser is not offline. */
export async function canReload(): Promise<boolean> {
  const init = { method: "HEAD", cache: "no-store" } as const;
  try {
    return (await reach(true, undefined, (signal) => send(location.href, { ...init, signal }))).status < 500;
  } catch {
    return false;
  }
}

async function ask(endpoint: Endpoint, request: RequestOf<Endpoint>, signal?: AbortSignal): Promise<Response> {
  const isAction = endpoint.method !== "GET";
  const send = () => reach(isAction, signal, (inTime) => sendSigned(endpoint, request, inTime));
  const response = await (isAction && !isByCookie(endpoint) ? forWhoeverActs(send) : send());
  // Whoever is asked may take as long as they like.
  if ((await asksToSignInAgain(response)) && (await holder?.confirm())) return ask(endpoint, request, signal);
  return accept(response);
}

/** Sends by `work`. An action fails at once while the browser is offline; nothing is ever sent later. */
async function reach(
  isAction: boolean,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  if (isAction && isOffline()) throw new NotSent();
  try {
    const answer = await inTime({ ms: isAction ? ACTION_MS : READ_MS, isAction, signal }, work);
    // The words of a proxy: the server behind it is away, or was cut off at its work.
    if (isAction && answer.status >= 500 && !isProblem(answer)) throw new NoAnswer(true);
    return answer;
  } catch (error) {
    if (error instanceof TypeError) throw new NoAnswer(isAction);
    throw error;
  }
}

const isProblem = (response: Response) => response.headers.get("content-type")?.includes("problem+json") ?? false;

async function sendSigned(endpoint: Endpoint, request: RequestOf<Endpoint>, signal: AbortSignal): Promise<Response> {
  const url = address(endpoint, request);
  // Signing in and fetching tokens go by the cookie; everything else by the token.
  if (isByCookie(endpoint)) return alone(signal, () => send(url, init(endpoint, request, null, signal)));

  return withToken((token) => send(url, init(endpoint, request, token, signal)));
}

/**
 * Sends an action of the person whom this page belongs to. Another tab, or another person in this one, may have signed out
 * or in before it is sent, or while the server is at it.
 * @throws {PersonLeft}
 */
export async function forWhoeverActs<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  const userId = holder?.userId ?? null;
  const before = readToken();
  if (before && !isTokenOf(before, userId)) throw new PersonLeft();
  const answer = await send();
  const after = readToken();
  // A refusal that ended the session has removed the token: the person is still here, and is told.
  const hasLeft = after ? !isTokenOf(after, userId) : before !== null && answer.status < 400;
  if (hasLeft) throw new PersonLeft();
  return answer;
}

/**
 * Sends by `attempt` with the token, renewed if need be. Where the server refuses it, the session is over. What was sent with
 * one person's token is never sent again with the next one's, nor ends the next one's session.
 */
export async function withToken<T extends { status: number }>(
  attempt: (token: string | null) => Promise<T>,
): Promise<T> {
  const token = await freshToken();
  const isStillHere = () => token !== null && isTokenOf(readToken(), userIdOf(token));
  let answer = await attempt(token);
  if (answer.status === 401 && isStillHere() && (await renew()) && isStillHere()) answer = await attempt(readToken());
  if ((answer.status === 401 || answer.status === 403) && isStillHere()) end(answer.status);
  return answer;
}

/**
 * One of the browser's tabs at a time goes by the cookie: while the answer to one brings a new session, another would
 * still send the old one, and be taken for a visitor. Browsers have no locks on plain http.
 */
function alone<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request("cookie", { signal }, work) : work();
}

async function asksToSignInAgain(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  return problemOf(response.status, await response.clone().text()).code === "signInAgain";
}

const isByCookie = (endpoint: Endpoint) =>
  endpoint.path.startsWith("/auth/") || endpoint.path === createAccessToken.path;

/** Where a call is made. For what takes an address only, like streams of events; everything else goes by `api`. */
export function address<const C extends Endpoint>(endpoint: C, { params, query }: RequestOf<C>): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as unknown as Record<string, unknown>)[name])),
  );
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value != null);
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return `${base}${path}${search && `?${search}`}`;
}

function init(
  endpoint: Endpoint,
  request: RequestOf<Endpoint>,
  token: string | null,
  signal: AbortSignal,
): RequestInit {
  const headers: Record<string, string> = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const hasBody = endpoint.method !== "GET";
  if (hasBody) headers["content-type"] = "application/json";
  return {
    method: endpoint.method,
    headers,
    credentials: isByCookie(endpoint) ? "include" : "same-origin",
    ...(hasBody && { body: JSON.stringify(request.body ?? {}) }),
    signal,
  };
}

async function accept(response: Response): Promise<Response> {
  readClock(response);
  if (response.ok) return response;
  throw new ApiRequestError(await problemOf(response.status, await response.text()));
}

export function problemOf(status: number, text: string): ProblemDetails {
  try {
    const problem = JSON.parse(text) as Partial<ProblemDetails>;
    if (problem.code && problem.title) return { ...problem, status } as ProblemDetails;
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
  renewal ??= api(createAccessToken, { body: { email } })
    .then(({ token }) => {
      storeToken(token);
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof ApiRequestError && (error.status === 401 || error.status === 403)) return false;
      throw error; // no answer says nothing about the session
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

function end(status: 401 | 403): void {
  removeToken();
  const ended = holder;
  holder = null; // once, however many calls come back refused
  ended?.onEnd(status);
}
