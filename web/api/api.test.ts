import { endpoints } from "@survey-app/contract/endpoints.ts";
import { getSession } from "@survey-app/contract/session/session.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiRequestError, api, configureApi, setSessionUser, UserChanged } from "./api.ts";
import { failureOf } from "./failure.ts";
import { loadCode } from "./loadCode.ts";
import { Explained, NoResponse, NotSent } from "./noResponse.ts";
import { createQueryClient, invalidateAndWait } from "./queryClient.ts";

const send = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const network = { onLine: true };
const cast = { method: "POST", path: "/serveyVoting" } as never;
const latest = { method: "GET", path: "/letest/surveyor" } as never;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", network);
  network.onLine = true;
  send.mockReset();
  configureApi({ apiBase: "/api", fetch: send });
});
afterEach(() => {
  setSessionUser(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The error that a request failed with. */
const failure = (request: Promise<unknown>) =>
  request.then(
    () => "answered",
    (error: unknown) => error,
  );
const response = (status: number, type: string, body = "{}") =>
  Promise.resolve(new Response(body, { status, headers: { "content-type": type } }));

test("offline, every action of the contract fails immediately, and nothing is sent then or later", async () => {
  network.onLine = false;
  const actions = [...endpoints.values()].filter(({ method }) => method !== "GET");
  expect(actions.length).toBeGreaterThan(20);
  for (const action of actions) {
    const failed = await failure(api(action as never, { params: { id: "x", email: "x" }, body: {} } as never));
    expect(failed, action.path).toBeInstanceOf(NotSent);
    expect(failureOf(failed).text).toContain("nothing was sent");
  }
  network.onLine = true;
  await vi.runAllTimersAsync();
  expect(send).not.toHaveBeenCalled();
});

test("no action waits for the network or is repeated, and reads fail immediately while offline", async () => {
  const { mutations, queries } = createQueryClient("browser").getDefaultOptions();
  expect(mutations).toMatchObject({ networkMode: "always", retry: false });
  expect(queries).toMatchObject({ networkMode: "always", refetchOnReconnect: true });
  const retry = queries?.retry as (failures: number, error: Error) => boolean;
  expect(retry(0, new NoResponse(false))).toBe(true);
  network.onLine = false;
  expect(retry(0, new NoResponse(false))).toBe(false);
});

test("an action without a response fails after eight seconds, and the error says that its outcome is unknown", async () => {
  send.mockImplementation(
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  );
  const pending = failure(api(cast, { body: {} } as never));
  await vi.advanceTimersByTimeAsync(7999);
  expect(send.mock.calls[0]?.[1].signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(send.mock.calls[0]?.[1].signal?.aborted).toBe(true);
  expect(failureOf(await pending, "Nobody knows").text).toBe("Nobody knows");
  expect(send).toHaveBeenCalledTimes(1);
});

test("a cut connection and a proxy's error page leave an action's outcome unknown; the server's own error does not", async () => {
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(failureOf(await failure(api(cast, { body: {} } as never)), "Nobody knows").text).toBe("Nobody knows");
  send.mockReturnValueOnce(response(502, "text/html", "<h1>Bad gateway</h1>"));
  expect(failureOf(await failure(api(cast, { body: {} } as never)), "Nobody knows").text).toBe("Nobody knows");
  const problem = JSON.stringify({ code: "hasEnded", title: "Ended", detail: "This survey has ended." });
  send.mockReturnValueOnce(response(409, "application/problem+json", problem));
  const refused = await failure(api(cast, { body: {} } as never));
  expect(refused).toBeInstanceOf(ApiRequestError);
  expect(failureOf(refused, "Nobody knows").text).toBe("This survey has ended.");
  // A read changes nothing, so its outcome is not unknown.
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(failureOf(await failure(api(latest, {} as never)), "Nobody knows").text).toContain("We couldn't reach");
});

test("a response that is cut off, or is another server's page, isn't an answer: an action's outcome stays unknown", async () => {
  const cut = new ReadableStream({ pull: (controller) => controller.error(new TypeError("network error")) });
  for (const answer of [new Response(cut), new Response("<h1>Log in to the hotel's network</h1>")]) {
    send.mockResolvedValueOnce(answer);
    expect(failureOf(await failure(api(cast, { body: {} } as never)), "Nobody knows").text).toBe("Nobody knows");
  }
});

test("a failure on this device is never called a lost connection", async () => {
  for (const error of [new DOMException("denied", "SecurityError"), new TypeError("x is undefined"), new Error("no")])
    expect(failureOf(error).text).toBe("Something went wrong.");
  expect(failureOf(new Explained("Your browser is blocking cookies.")).text).toBe("Your browser is blocking cookies.");
  // The words of Chromium, Firefox and Safari, for code that is gone.
  for (const message of [
    "Failed to fetch dynamically imported module: https://example.org/assets/a.js",
    "error loading dynamically imported module: https://example.org/assets/a.js",
    "Importing a module script failed.",
  ])
    expect(failureOf(new TypeError(message)).text).toMatch(/^Part of this page is missing, .* Reload the page\./);
});

test("code that can't be loaded is a lost connection only where the server can't be reached", async () => {
  const gone = new TypeError("Importing a module script failed.");
  const load = () => loadCode(() => Promise.reject(gone));
  vi.stubGlobal("location", { href: "https://example.org/ask" });
  send.mockReturnValueOnce(response(200, "text/html", ""));
  expect(failureOf(await failure(load())).text).toContain("Part of this page is missing");
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(failureOf(await failure(load())).text).toContain("We couldn't reach the server");
});

test("a browser that forbids locks together with cookies still sends what would send cookies", async () => {
  const request = vi.fn().mockRejectedValue(new DOMException("denied", "SecurityError"));
  vi.stubGlobal("navigator", { ...network, onLine: true, locks: { request } });
  send.mockReturnValueOnce(response(200, "application/json", "null"));
  expect(await api(getSession, {})).toBeNull();
  expect(request).toHaveBeenCalledTimes(1);
});

test("a request aborted by its owner is not reported as a server failure", async () => {
  const caller = new AbortController();
  send.mockImplementation(() => new Promise(() => {}));
  const pending = failure(api(latest, {} as never, caller.signal));
  await vi.advanceTimersByTimeAsync(1);
  caller.abort(new Error("not wanted"));
  expect(await pending).toMatchObject({ message: "not wanted" });
});

test("a finished action waits at most a second for changed data to be fetched again", async () => {
  const client = createQueryClient("browser");
  client.invalidateQueries = () => new Promise(() => {});
  const waited = invalidateAndWait(client, ["surveys"]);
  await vi.advanceTimersByTimeAsync(1000);
  await waited;
});

/** A token of `userId` that is not due for renewal. */
const tokenOf = (userId: string) => `x.${btoa(JSON.stringify({ sub: userId, exp: Date.now() / 1000 + 900 }))}.x`;

/**
 * A browser in which Anna is signed in. Returns a function that ends the session, and one that tells who is signed in.
 */
function signInAnna() {
  const stored = new Map([["access-token", tokenOf("anna")]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  const onEnd = vi.fn();
  const hold = (userId: string) =>
    setSessionUser({ email: `${userId}@example.org`, userId, signInAgain: async () => true, onEnd });
  hold("anna");
  return {
    onEnd,
    /** Berta signs in, in this tab or in another one, which this tab notices a little later. */
    signInBerta({ inThisTab = true } = {}) {
      stored.set("access-token", tokenOf("berta"));
      if (inThisTab) hold("berta");
    },
    signOut() {
      stored.delete("access-token");
      setSessionUser(null);
    },
    token: () => stored.get("access-token"),
  };
}

// Security: R51
test.each([200, 401, 403, 409])(
  "an action answered with %i after another user signed in is neither shown nor repeated to them, nor ends their session",
  async (status) => {
    for (const inThisTab of [true, false]) {
      const browser = signInAnna();
      send.mockReset();
      send.mockImplementationOnce(() => {
        browser.signInBerta({ inThisTab });
        return response(status, "application/problem+json", JSON.stringify({ code: "signInAgain", title: "Again" }));
      });
      expect(await failure(api(cast, { body: {} } as never))).toBeInstanceOf(UserChanged);
      expect(send).toHaveBeenCalledTimes(1);
      expect(browser.onEnd).not.toHaveBeenCalled();
      expect(browser.token()).toBe(tokenOf("berta"));
    }
  },
);

test("an action of a user whom another tab has replaced is not sent with the next user's token", async () => {
  signInAnna().signInBerta({ inThisTab: false });
  expect(await failure(api(cast, { body: {} } as never))).toBeInstanceOf(UserChanged);
  expect(send).not.toHaveBeenCalled();
});

test("after signing out, no outcome of an earlier action is shown; if the session expired, it is shown", async () => {
  const browser = signInAnna();
  send.mockImplementationOnce(() => {
    browser.signOut();
    return response(200, "application/json");
  });
  expect(await failure(api(cast, { body: {} } as never))).toBeInstanceOf(UserChanged);

  const { onEnd } = signInAnna();
  const problem = JSON.stringify({ code: "sessionEnded", title: "Your session ended" });
  send.mockImplementation(() => response(401, "application/problem+json", problem));
  expect(await failure(api(cast, { body: {} } as never))).toMatchObject({ status: 401 });
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(401);
});

test("a list rejected after another user signed in does not end that user's session", async () => {
  const browser = signInAnna();
  send.mockImplementationOnce(() => {
    browser.signInBerta();
    return response(401, "application/problem+json", "{}");
  });
  expect(await failure(api(latest, {} as never))).toMatchObject({ status: 401 });
  expect(send).toHaveBeenCalledTimes(1);
  expect(browser.onEnd).not.toHaveBeenCalled();
});
