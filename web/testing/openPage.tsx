import { configure, within } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { type ReactNode, useEffect } from "react";
import { onTestFinished } from "vitest";
import { pageSettings } from "../../server/http/pageSettings.ts";
import { renderingHeaders } from "../../server/http/renderingRequest.ts";
import type { Account } from "../../server/testing/accounts.ts";
import { Browser, freePort } from "../../server/testing/browser.ts";
import { type TestApp, testApp } from "../../server/testing/testApp.ts";
import type { PageState } from "../api/state.ts";
import { createEventSource } from "./eventSource.ts";
import { forgetApp } from "./forgetApp.ts";
import { loadWindow } from "./window.ts";

configure({
  // Only a failing test waits this long; the machine may be busy with other work.
  asyncUtilTimeout: 30_000,
  // Without the document: it would be printed each time a query that waits finds nothing.
  getElementError: (message) => new Error(message ?? "Element not found"),
});

/**
 * Starts the real server on a free port, with the sandbox for mail, cards and sign-in providers. Close it after the
 * tests.
 * @param parts replaces parts of the app
 */
export async function startServer(
  settings: Parameters<typeof testApp>[0] = {},
  parts: Parameters<typeof testApp>[1] = {},
): Promise<TestApp> {
  const port = await freePort();
  // Each poll is a query, and pages wait for much else.
  const others = { mailPollMs: 200, ...parts };
  const t = await testApp({ publicUrl: `http://127.0.0.1:${port}`, sandbox: true, ...settings }, others);
  await t.app.listen({ port, host: "127.0.0.1" });
  return t;
}

interface OpenPageOptions {
  as?: Account;
  browser?: Browser;
  beforeHydration?: () => void;
  isLive?: boolean;
}

/** Closes the page that was opened last. */
let closePage = () => {};
let lastBrowser: Browser | undefined;

/**
 * Opens `address` (path and search) of the real app the way a browser loads it: a new window, modules without state,
 * the HTML that the server renders, hydration, and then requests to `t` over HTTP. It replaces the page opened before,
 * and closes when the test ends.
 * @param as the account whose session cookie the browser has; a visitor without it
 * @param browser the browser of the page before, with its cookies and storage, as after a reload; otherwise a new one
 * @param beforeHydration what a person does on the server's HTML
 * @param isLive whether streams of totals reach the page; otherwise it polls
 * @returns Testing Library's queries on the page, a user who types and clicks, and the browser with its cookies
 */
export async function openPage(
  t: TestApp,
  address: string,
  { as, browser = new Browser(), beforeHydration, isLive = false }: OpenPageOptions = {},
) {
  const { publicUrl } = t.config;
  const url = new URL(address, publicUrl);
  const settings = pageSettings(t.config);
  closePage();
  forgetApp();
  const stored = browser === lastBrowser ? [{ ...localStorage }, { ...sessionStorage }] : [];
  lastBrowser = browser;
  loadWindow(url.href);
  Object.assign(localStorage, stored[0]);
  Object.assign(sessionStorage, stored[1]);
  const { render: renderPage } = await import("../app/entry.server.tsx");
  const visitor = new Browser();
  const { html } = await renderPage({
    url: url.pathname + url.search,
    // As the server does: not from the response cache, in which votes may be missing for half a second.
    fetch: (path, init) => visitor.send(new URL(path, publicUrl).href, { ...init, headers: renderingHeaders }),
    settings,
    manifests: { app: {}, small: {} },
    now: Date.now(),
  });
  document.write(html);
  // The window's parser adds an empty text node to an empty script, unlike browsers, and hydration would fail on it.
  for (const script of document.scripts) if (!script.text) script.replaceChildren();

  beforeHydration?.();
  if (as) keepCookies(browser, as.cookie);
  const { EventSource, closeAll } = createEventSource(publicUrl);
  if (isLive) Object.assign(globalThis, { EventSource });
  let isClosed = false;
  const stop = await startPage(async (path, init) => {
    // A closed page's modules still live, and a response would reach them in the next page's window: a late 401 there
    // navigates away and deletes the token.
    const response = isClosed ? undefined : await browser.send(new URL(path, publicUrl).href, init);
    if (!response || isClosed) return new Promise(() => {});
    return response;
  });
  closePage = () => {
    if (isClosed) return;
    isClosed = true;
    closeAll();
    Reflect.deleteProperty(globalThis, "EventSource");
    stop();
  };
  onTestFinished(closePage);
  return { ...within(document.body), user: userEvent.setup({ document }), browser };
}

/** Starts a page like `entry.client.tsx`, with another `fetch`. Stop it before another page opens. */
async function startPage(fetch: (path: string, init: RequestInit) => Promise<Response>) {
  const [{ App }, { configureApi }, { handleLinks }, { createQueryClient }, { findRoute, loadPage }, session] =
    await Promise.all([
      import("../app/App.tsx"),
      import("../api/api.ts"),
      import("../app/links.ts"),
      import("../api/queryClient.ts"),
      import("../app/routes.tsx"),
      import("../session/session.ts"),
    ]);
  // Not before there is a window: on import, React checks whether there is one.
  const { hydrateRoot } = await import("react-dom/client");
  const state = JSON.parse(document.getElementById("state")?.textContent ?? "") as PageState;
  configureApi({ apiBase: state.settings.apiBase, fetch });
  const client = createQueryClient("browser");
  for (const { queryKey, state: answer } of state.queries.queries)
    client.setQueryData(queryKey, answer.data, { updatedAt: answer.dataUpdatedAt });
  const match = findRoute(location.pathname);
  if (match) await loadPage(match.route);
  const errors: unknown[] = [];
  const { promise: hydrated, resolve } = Promise.withResolvers<void>();
  const ui = (
    <Ready onReady={resolve}>
      <App state={state} client={client} />
    </Ready>
  );
  // React would report it to the console alone when the server's HTML is not what the page renders.
  const root = hydrateRoot(document, ui, { onRecoverableError: (error) => errors.push(error) });
  handleLinks(client, state.settings);
  session.trackSession(client);
  await hydrated;
  // Until then, forms ignore or forget what a user does faster than people can.
  await new Promise<void>((known) => {
    const check = () => session.readSession().phase !== "loading" && known();
    session.subscribeToSession(check);
    check();
  });
  return () => {
    root.unmount();
    client.clear();
    // A pressed link that still waits for the code of its page would navigate in the next page's window.
    dispatchEvent(new Event("popstate"));
    if (errors.length) throw errors[0];
  };
}

/** Says when its content is hydrated and its effects have run. */
function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady, [onReady]);
  return children;
}

function keepCookies(browser: Browser, header: string): void {
  for (const cookie of header.split("; ")) {
    const [name = "", value = ""] = cookie.split("=", 2);
    browser.cookies.set(name, { value, path: "/" });
  }
}
