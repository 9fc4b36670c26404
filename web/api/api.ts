import type { Endpoint, RequestOf, ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import type { ProblemDetails } from "@survey-app/contract/http/errors.ts";
import { createAccessToken } from "@survey-app/contract/session/session.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { setPictureOrigin } from "../ui/pictureAddress.ts";
import { localizeProblem } from "./localizeErrors.ts";
import { inTime, isOffline, NoResponse, NotSent } from "./noResponse.ts";
import { isTokenOf, readToken, removeToken, storeToken, timeToRenewal, userIdOf } from "./token.ts";

/** Time limits for responses, in ms: an action's button waits for it; long lists and exports take longer. */
const ACTION_MS = 8000;
const READ_MS = 20_000;

/** The server rejected the request. Without a response the error is `NoResponse` or `NotSent`. */
export class ApiRequestError extends Error {
  readonly problem: ProblemDetails;
  readonly status: number;
  constructor(problem: ProblemDetails) {
    super(problem.detail || problem.title);
    this.name = "ApiRequestError";
    this.problem = problem;
    this.status = problem.status;
  }
}

/**
 * The user who started the action has signed out meanwhile; another one may be signed in, so its result is not shown.
 */
export class UserChanged extends Error {
  override readonly name = "UserChanged";
}

/** An endpoint whose response isn't a list: pages of lists are read with `apiPage`. */
export type Unpaged = Endpoint & { paginated?: never };

/** The request of a page. It names its length: without `limit`, some lists respond with up to `WHOLE_LIST_ROWS`. */
type PageRequest<E extends Endpoint> = RequestOf<E> & { query: { limit: number } };

/** One page of a list, with the cursor of the next one. */
export interface ListPage<Row> {
  rows: Row[];
  next: string | null;
  total: number;
  /** Whether there are more than `total`, where the server stopped counting. */
  isMinimum: boolean;
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

let fetchResponse: Fetch = (path, init) => fetch(path, init);
let base = "/api";

/**
 * Sets the API's base URL. The server sets a `fetch` here before it renders, which finds the in-process requests of
 * that render.
 */
export function configureApi(to: { apiBase: string; fetch?: Fetch }): void {
  base = to.apiBase;
  setPictureOrigin(base.startsWith("/") ? "" : new URL(base).origin);
  if (to.fetch) fetchResponse = to.fetch;
}

/** Sends a request. Only an error from here means that the request failed on its way. @throws {NoResponse} */
async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetchResponse(path, init);
  } catch (error) {
    if (error instanceof TypeError) throw new NoResponse(init.method !== "GET");
    throw error;
  }
}

/**
 * Reads a response.
 * @throws {NoResponse} if it was cut off, or isn't our server's, such as the sign-in page of a hotel's network
 */
async function readJson(response: Response, { method }: { method: string }): Promise<unknown> {
  try {
    return parseJson(await response.text());
  } catch {
    throw new NoResponse(method !== "GET");
  }
}

/**
 * Parses an API response. If pages of other origins use the API too, it has absolute addresses of our pictures, which
 * become the paths that our pages know.
 */
export function parseJson(text: string): unknown {
  const ours = RegExp(`("(image|photoURL|display_url)":")${globalThis.location?.origin}/`, "g");
  return JSON.parse(text.replace(ours, "$1/"));
}

/**
 * The lag of this machine's clock behind the server's, in ms. Deadlines use the server's clock (specification §4.4).
 */
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
  // The header has whole seconds, so smaller differences mean nothing; a cached response has an old date.
  const isFresh = !response.headers.has("age");
  if (isFresh && !Number.isNaN(date) && Math.abs(date - serverNow()) > 2000) setServerClock(date);
}

/** The user whose token this page sends. */
interface SessionUser {
  email: string;
  /** Null if the token does not contain it. */
  userId: string | null;
  /** Asks the user to sign in again; resolves to whether they did. */
  signInAgain: () => Promise<boolean>;
  /** @param status 401: the session ended; 403: the user's role does not permit the request */
  onEnd: (status: 401 | 403) => void;
}
let sessionUser: SessionUser | null = null;

/** Sets the user whose token this page sends and renews. @returns the previous one */
export function setSessionUser(user: SessionUser | null): SessionUser | null {
  const before = sessionUser;
  sessionUser = user;
  return before;
}

/**
 * Sends a request to an endpoint of the contract.
 * @throws {ApiRequestError} the server rejected it
 * @throws {NotSent} an action while the browser is offline
 * @throws {NoResponse} the server is unreachable or did not respond in time
 */
export async function api<const E extends Unpaged>(
  endpoint: E,
  request: RequestOf<E>,
  signal?: AbortSignal,
): Promise<ResponseOf<E>> {
  const response = await fetchEndpoint(endpoint, request, signal);
  return (await readJson(response, endpoint)) as ResponseOf<E>;
}

/**
 * Sends a request with the token of an opened invitation, or without one; never with an account's. It is independent of
 * the session: neither a sign-out nor a rejection of this token changes anything there.
 * @throws as `api` does
 */
export async function apiWithBearer<const E extends Unpaged>(
  bearer: string | null,
  endpoint: E,
  request: RequestOf<E>,
  signal?: AbortSignal,
): Promise<ResponseOf<E>> {
  const response = await fetchWithBearer(bearer, endpoint, request, signal);
  return (await readJson(response, endpoint)) as ResponseOf<E>;
}

async function fetchWithBearer(
  bearer: string | null,
  endpoint: Endpoint,
  request: RequestOf<Endpoint>,
  signal?: AbortSignal,
): Promise<Response> {
  const response = await withTimeLimit(endpoint.method !== "GET", signal, (inTime) =>
    send(address(endpoint, request), init(endpoint, request, bearer, inTime)),
  );
  return requireOk(response);
}

/**
 * Requests one page of a list.
 * @param bearer the token of an opened invitation, instead of the account's
 * @throws {ApiRequestError} the server rejected it
 */
export async function apiPage<const E extends Endpoint & { paginated: true }>(
  endpoint: E,
  request: PageRequest<E>,
  signal?: AbortSignal,
  bearer: string | null = null,
): Promise<ListPage<ResponseOf<E> extends (infer Row)[] ? Row : never>> {
  const response = await (bearer === null
    ? fetchEndpoint(endpoint, request, signal)
    : fetchWithBearer(bearer, endpoint, request, signal));
  const rows = (await readJson(response, endpoint)) as (ResponseOf<E> extends (infer Row)[] ? Row : never)[];
  const link = /<[^>]*[?&]cursor=([\w-]+)[^>]*>;\s*rel="?next"?/.exec(response.headers.get("link") ?? "");
  const total = response.headers.get("x-total-count") ?? String(rows.length);
  return { rows, next: link?.[1] ?? null, total: Number.parseInt(total, 10), isMinimum: total.endsWith("+") };
}

/**
 * Requests a file. The response is read by the caller; aborting stops it. @throws {ApiRequestError} the server rejected
 * it
 */
export function apiFile<const E extends Endpoint & { file: string }>(
  endpoint: E,
  request: RequestOf<E>,
  signal: AbortSignal,
): Promise<Response> {
  return fetchEndpoint(endpoint, request, signal);
}

/** Sends a request to a sandbox provider, which is not part of the contract and never exists in production. */
export async function sandboxRequest(path: `/sandbox/${string}`, body: object): Promise<unknown> {
  const headers = { accept: "application/json", "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await withTimeLimit(true, undefined, (signal) => send(path, { ...init, signal }));
  return readJson(await requireOk(response), init);
}

/** Whether the page can be reloaded: its server responds, and the browser is not offline. */
export async function canReload(): Promise<boolean> {
  const init = { method: "HEAD", cache: "no-store" } as const;
  try {
    return (await withTimeLimit(true, undefined, (signal) => send(location.href, { ...init, signal }))).status < 500;
  } catch {
    return false;
  }
}

async function fetchEndpoint(
  endpoint: Endpoint,
  request: RequestOf<Endpoint>,
  signal?: AbortSignal,
): Promise<Response> {
  const isAction = endpoint.method !== "GET";
  const attempt = () => withTimeLimit(isAction, signal, (inTime) => sendAuthenticated(endpoint, request, inTime));
  const response = await (isAction && !usesCookie(endpoint) ? forCurrentUser(attempt) : attempt());
  // No time limit while the user signs in again.
  if ((await asksToSignInAgain(response)) && (await sessionUser?.signInAgain()))
    return fetchEndpoint(endpoint, request, signal);
  return requireOk(response);
}

/**
 * Runs `work`, which sends a request, with a time limit. An action fails immediately while the browser is offline;
 * nothing is queued.
 */
async function withTimeLimit(
  isAction: boolean,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  if (isAction && isOffline()) throw new NotSent();
  const response = await inTime({ ms: isAction ? ACTION_MS : READ_MS, isAction, signal }, work);
  // A proxy's error page: the server behind it is unreachable, or stopped while it handled the request.
  if (isAction && response.status >= 500 && !isProblem(response)) throw new NoResponse(true);
  return response;
}

const isProblem = (response: Response) => response.headers.get("content-type")?.includes("problem+json") ?? false;

async function sendAuthenticated(
  endpoint: Endpoint,
  request: RequestOf<Endpoint>,
  signal: AbortSignal,
): Promise<Response> {
  const url = address(endpoint, request);
  // Endpoints for signing in and for tokens use the cookie, all others the token.
  if (usesCookie(endpoint))
    return withLock("cookie", { signal }, () => send(url, init(endpoint, request, null, signal)));
  return withToken((token) => send(url, init(endpoint, request, token, signal)));
}

/**
 * Sends an action of the user to whom this page belongs. Another tab may sign out or sign another user in before the
 * request is sent or while it is handled.
 * @throws {UserChanged}
 */
export async function forCurrentUser<T extends { status: number }>(attempt: () => Promise<T>): Promise<T> {
  const userId = sessionUser?.userId ?? null;
  const before = readToken();
  if (before && !isTokenOf(before, userId)) throw new UserChanged();
  const response = await attempt();
  const after = readToken();
  // A rejection that ended the session has removed the token: this is still the same user, who sees the error.
  const hasLeft = after ? !isTokenOf(after, userId) : before !== null && response.status < 400;
  if (hasLeft) throw new UserChanged();
  return response;
}

/**
 * Sends by `attempt` with the token, renewed if needed. If the server rejects the token, the session has ended. A
 * request sent with one user's token is never repeated with the next user's, and never ends the next user's session.
 */
export async function withToken<T extends { status: number }>(
  attempt: (token: string | null) => Promise<T>,
): Promise<T> {
  const token = await freshToken();
  const isSameUser = () => token !== null && isTokenOf(readToken(), userIdOf(token));
  let response = await attempt(token);
  if (response.status === 401 && isSameUser() && (await renew()) && isSameUser()) response = await attempt(readToken());
  if ((response.status === 401 || response.status === 403) && isSameUser()) endSession(response.status);
  return response;
}

/**
 * Runs `work` in one tab of the browser at a time; without waiting on plain HTTP, where browsers don't have locks.
 * @param name `cookie`: while a response brings a new session, another tab would still send the old one and be treated
 *   as a visitor; `question`: two tabs could show the same question when one of them has just published it
 */
export function withLock<T>(name: "cookie" | "question", options: LockOptions, work: () => Promise<T>): Promise<T> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request(name, options, work).catch((error: Error) => {
    // Browsers that block cookies block locks, too.
    if (error.name === "SecurityError") return work();
    throw error;
  });
}

async function asksToSignInAgain(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  return (await problemOf(response.status, await response.clone().text())).code === "signInAgain";
}

const usesCookie = (endpoint: Endpoint) =>
  endpoint.path.startsWith("/auth/") || endpoint.path === createAccessToken.path;

/** The URL of a request, for APIs that only take a URL, like EventSource; everything else uses `api`. */
export function address<const E extends Endpoint>(endpoint: E, { params, query }: RequestOf<E>): string {
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
    credentials: usesCookie(endpoint) || endpoint.readsCookie || endpoint.readsInvitation ? "include" : "same-origin",
    ...(hasBody && { body: JSON.stringify(request.body ?? {}) }),
    signal,
  };
}

/** @throws {ApiRequestError} the server rejected the request */
async function requireOk(response: Response): Promise<Response> {
  readClock(response);
  if (response.ok) return response;
  // Where the text is cut off, the status still says that the server rejected the request.
  throw new ApiRequestError(await problemOf(response.status, await response.text().catch(() => "")));
}

/** Reads the response to a rejected request, worded in the reader's language. */
export async function problemOf(status: number, text: string): Promise<ProblemDetails> {
  try {
    const problem = JSON.parse(text) as Partial<ProblemDetails>;
    if (problem.code && problem.title) return await localizeProblem({ ...problem, status } as ProblemDetails);
  } catch {
    // Not our server's JSON but a proxy's page; replaced by our own message below.
  }
  const code = status === 503 || status === 502 || status === 504 ? "busy" : "unexpected";
  const detail = code === "busy" ? frameTexts.busy : frameTexts.unexpected;
  return { type: "about:blank", title: detail, status, detail, code, requestId: "" };
}

async function freshToken(): Promise<string | null> {
  const token = readToken();
  if (token && sessionUser && timeToRenewal(token, serverNow()) === 0) await renew().catch(() => false);
  return readToken();
}

let renewal: Promise<boolean> | null = null;

/** Fetches a new token, once for all requests that wait for it. False when the session has ended. */
function renew(): Promise<boolean> {
  if (!sessionUser) return Promise.resolve(false);
  const { email } = sessionUser;
  renewal ??= api(createAccessToken, { body: { email } })
    .then(({ token }) => {
      storeToken(token);
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof ApiRequestError && (error.status === 401 || error.status === 403)) return false;
      throw error; // without a response, the session may still be valid
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

function endSession(status: 401 | 403): void {
  removeToken();
  const ended = sessionUser;
  sessionUser = null; // once, however many requests are rejected
  ended?.onEnd(status);
}
