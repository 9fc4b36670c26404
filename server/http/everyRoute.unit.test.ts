import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTokens } from "../session/tokens.ts";
import { signUpBody } from "../testing/accounts.ts";
import { type AttackTarget, startAttackTarget } from "../testing/attackTarget.ts";
import { countRows } from "../testing/countRows.sql.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { SECRET } from "../testing/testConfig.ts";

/** Every page's URL, as `web` declares them. */
const pages = ["routes.tsx", "dashboardRoutes.ts"].flatMap((file) => {
  const source = readFileSync(join(import.meta.dirname, "../../web/app", file), "utf8");
  return [...source.matchAll(/\bpath: "([^"]+)"/g)].map(([, path = ""]) => path.replaceAll(/:\w+/g, "some-id"));
});

const POLICY = "content-security-policy";
const HTTPS = "https://survey.example";

describe.each(["http://localhost:3000", HTTPS])("at %s", (publicUrl) => {
  const isHttps = publicUrl === HTTPS;
  let target: AttackTarget;
  let admin: Person;
  beforeAll(async () => {
    target = await startAttackTarget(null, { publicUrl, pages: true });
    ({ admin } = await createUsersOfEveryRole(target.database, createTokens(SECRET, publicUrl)));
    await target.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => target.close());

  const ask = (options: InjectOptions) => target.app.inject(options);

  /** The response to bytes that no HTTP library would send. */
  async function raw(bytes: string) {
    const socket = connect((target.app.server.address() as { port: number }).port, "127.0.0.1");
    socket.write(bytes);
    const text = (await socket.setEncoding("latin1").toArray()).join("");
    const [head = "", body = ""] = text.split("\r\n\r\n");
    const [first = "", ...lines] = head.split("\r\n");
    const headers: Record<string, string> = Object.fromEntries(
      lines.map((line) => [line.split(": ")[0]?.toLowerCase() ?? "", line.slice(line.indexOf(": ") + 2)]),
    );
    return { statusCode: Number(first.split(" ")[1]), headers, body };
  }

  /** Checks that hold for every response. */
  function expectSafe(
    { headers, statusCode }: Pick<LightMyRequestResponse, "headers" | "statusCode">,
    what: string,
  ): void {
    expect(headers, what).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
      "cross-origin-opener-policy": "same-origin",
    });
    const policy = String(headers[POLICY]);
    expect(policy, what).toMatch(/default-src '(none|self)'/);
    expect(policy, what).toMatch(/frame-ancestors 'none'/);
    expect(policy, what).toMatch(/base-uri 'none'/);
    // Directives that are missing fall back to the default.
    expect(policy, what).toMatch(/object-src 'none'|default-src 'none'/);
    expect(policy.match(/(script-src|default-src) [^;]*/g)?.join(), what).not.toMatch(
      /unsafe|\*(?!\.js\.stripe\.com)|data:|blob:/,
    );
    const strict = headers["strict-transport-security"];
    expect(strict, what).toBe(isHttps ? "max-age=63072000; includeSubDomains" : undefined);
    const type = String(headers["content-type"]);
    if (statusCode !== 304 && !/^(image\/|font\/|undefined)/.test(type)) expect(type, what).toMatch(/; charset=utf-8$/);
    expect(
      Object.keys(headers).filter((name) => /^access-control|^server$|powered/.test(name)),
      what,
    ).toEqual([]);
    for (const cookie of [headers["set-cookie"] ?? []].flat()) expectSafeCookie(cookie, what);
  }

  function expectSafeCookie(cookie: string, what: string): void {
    expect(cookie, what).toMatch(/; HttpOnly/i);
    expect(cookie, what).toMatch(/; SameSite=Lax/i);
    expect(cookie, what).toMatch(/; Path=\//i);
    expect(cookie, what).not.toMatch(/; Domain=/i);
    if (isHttps) expect(cookie, what).toMatch(/^__Host-.*; Secure/i);
  }

  // Security: H09, R17, R19
  test("responses and errors of every endpoint have safe headers, and are hidden from other origins", async () => {
    for (const [name, endpoint] of endpoints) {
      const url = `/api${endpoint.path.replaceAll(/:\w+/g, "some-id")}`;
      for (const authorization of ["", `Bearer ${admin.token}`]) {
        for (const origin of [{}, { origin: "https://evil.example" }]) {
          // Without valid surveys in the query, because a stream that opens never ends.
          const query = endpoint.stream ? "" : "?email=a@example.org&surveys=a";
          const headers = { ...origin, ...(authorization && { authorization }), host: "survey.example" };
          expectSafe(
            await ask({ method: endpoint.method, url: url + query, headers }),
            `${name} ${JSON.stringify(headers)}`,
          );
        }
      }
      const preflight = { origin: "https://evil.example", "access-control-request-method": endpoint.method };
      const response = await ask({ method: "OPTIONS", url, headers: preflight });
      expectSafe(response, `preflight of ${name}`);
      expect(response.statusCode).toBe(405);
    }
  });

  // Security: H09, R16, R18
  test("every page and each of its files has safe headers", async () => {
    expect(pages.length).toBeGreaterThan(25);
    for (const url of [
      ...pages,
      "/no-such-page",
      "/payment",
      "/favicon.svg",
      "/manifest.webmanifest",
      "/icons/apple-touch-icon.png",
      "/robots.txt",
      "/sitemap.xml",
      "/feed.atom",
      "/feed.json",
      "/assets/none.js",
      "/images/none.webp",
      "/avatars/4e-4e-0.svg",
      "/avatars/none.svg",
    ]) {
      expectSafe(await ask({ url, headers: { origin: "https://evil.example" } }), url);
    }
    const home = await ask({ url: "/" });
    expect(home.headers[POLICY]).toMatch(/object-src 'none'.*require-trusted-types-for 'script'/);
    const html = home.payload;
    const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, url = ""]) => url);
    expect(assets.length).toBeGreaterThan(2);
    for (const url of assets) expectSafe(await ask({ url }), url);
    // The one inline script is allowed by its hash; script elements without a hash are data.
    for (const [tag] of html.matchAll(/<script[^>]*>/g))
      expect(tag).toMatch(/^<script( type="application\/(?:ld\+)?json"| type="module" src="\/assets\/|>)/);
    expect(html).not.toMatch(/ on\w+="| style="|javascript:/);
  });

  test("for a URL that can't be decoded, a browser gets our error page, and other clients get problem details", async () => {
    const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
    for (const url of ["/%E0%A4%A", "/surveydetails/%zz?x=1", "/%"]) {
      const shown = await ask({ url, headers: { accept } });
      expectSafe(shown, url);
      expect([shown.statusCode, shown.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
      expect(shown.payload).toContain("<h1");
      const rejected = await ask({ url, headers: { accept: "application/json" } });
      expectSafe(rejected, url);
      expect([rejected.statusCode, rejected.headers["content-type"]]).toEqual([
        400,
        "application/problem+json; charset=utf-8",
      ]);
    }
    const call = await ask({ url: "/api/surveyor/%zz", headers: { accept } });
    expect([call.statusCode, call.json().code]).toEqual([400, "malformedRequest"]);
  });

  test("a page is rendered once, whatever variations its URL has", async () => {
    const tagOf = async (url: string) => (await ask({ url })).headers.etag;
    const variants = {
      "/": ["/?_=1", "/?utm_source=x&_=2"],
      "/surveysPages?by=votes": ["/SURVEYSPages?by=votes", "/surveysPages/?x=1&by=votes&category=none&sort=no"],
      "/login": ["/login?_=1&returnTo=", "/LOGIN/"],
      "/no-such-page": ["/no-such-page/either", "/x?y"],
    };
    for (const [url, others] of Object.entries(variants)) {
      const first = await tagOf(url);
      for (const other of others) expect([await tagOf(other), other]).toEqual([first, other]);
    }
    expect(await tagOf("/login?returnTo=%2Fprofile")).not.toBe(await tagOf("/login"));
  });

  test("no URL leads out of a folder or to another site", async () => {
    const out = [
      "..%2f..%2f..%2fpackage.json",
      "%2e%2e/%2e%2e/package.json",
      "..%5c..%5cpackage.json",
      "%00",
      "....//package.json",
    ];
    const away = [
      "//evil.example/",
      "//evil.example/..%2f",
      "/%5cevil.example",
      "/login/..//evil.example",
      "/%0d%0aLocation:%20//evil.example",
    ];
    for (const url of [
      ...["/", "/assets/", "/images/", "/avatars/"].flatMap((folder) => out.map((path) => folder + path)),
      ...away,
    ]) {
      const response = await raw(`GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expectSafe(response, url);
      expect([400, 404], url).toContain(response.statusCode);
      expect([response.headers.location, response.body.includes('"workspaces"')], url).toEqual([undefined, false]);
    }
  });

  // Security: H08, R20
  test("GET requests change nothing, whatever they contain", async () => {
    const before = await countRows(target.database);
    for (const [, endpoint] of endpoints) {
      if (endpoint.method !== "GET" || endpoint.stream) continue;
      const url = `/api${endpoint.path.replace(":email", admin.email).replaceAll(/:\w+/g, "some-id")}`;
      const query = `?email=${admin.email}&surveys=a&_method=DELETE&status=2&role=admin`;
      const headers = { authorization: `Bearer ${admin.token}`, "x-http-method-override": "DELETE" };
      for (const method of ["GET", "HEAD"] as const)
        expect((await ask({ method, url: url + query, headers })).statusCode, url).toBeLessThan(500);
    }
    expect(await countRows(target.database)).toEqual(before);
  });

  // Security: H09, R22
  test("health checks, documents, stand-ins and errors of every kind have safe headers", async () => {
    const requests: InjectOptions[] = [
      ...["/livez", "/readyz", "/api/docs", "/api/openapi.json", "/sandbox/mail", "/sandbox/google/authorize"].map(
        (url) => ({ url }),
      ),
      ...["/api/nothing", "/api/surveyor/%zz", `/api/surveyor/${"x".repeat(400)}`, "/images/..%2f..%2fetc"].map(
        (url) => ({ url }),
      ),
      { method: "DELETE", url: "/api/jwt" },
      { method: "POST", url: "/api/auth/sign-in/email", payload: "x", headers: { "content-type": "text/plain" } },
      { method: "POST", url: "/api/auth/sign-in/email", payload: { x: "x".repeat(70_000) } },
      { method: "POST", url: "/api/auth/sign-in/email", payload: "{", headers: { "content-type": "application/json" } },
      { method: "POST", url: "/api/auth/sign-in/email", payload: {} },
      { method: "POST", url: "/api/stripe/webhook", payload: {} },
      { url: "/api/auth/callback/google?state=x&code=y" },
      { url: "/api/auth/callback/nobody" },
    ];
    const statuses = new Set<number>();
    for (const request of requests) {
      const response = await ask(request);
      statuses.add(response.statusCode);
      expectSafe(response, JSON.stringify(request).slice(0, 200));
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 302, 400, 404, 405, 413, 415, 422]));
  });

  // Security: H08, R41
  test("signing up and in sets a cookie for our host only, and signing out removes it", async () => {
    const credentials = { email: "new@example.org", password: "Kettle-on7!" };
    const up = await ask({ method: "POST", url: "/api/auth/sign-up/email", payload: signUpBody(credentials) });
    const signedIn = await ask({ method: "POST", url: "/api/auth/sign-in/email", payload: credentials });
    const cookie = String([signedIn.headers["set-cookie"]].flat()[0]).split(";")[0] ?? "";
    const out = await ask({ method: "POST", url: "/api/auth/sign-out", headers: { cookie } });
    for (const response of [up, signedIn, out]) {
      expect([response.statusCode, response.headers["set-cookie"]?.length], response.payload).toEqual([
        200,
        expect.any(Number),
      ]);
      expectSafe(response, "a session's cookie");
    }
    // Session fixation: a cookie planted before signing in does not become the session's.
    const fixed = { cookie, "content-type": "application/json" };
    const again = await ask({ method: "POST", url: "/api/auth/sign-in/email", payload: credentials, headers: fixed });
    expect(String(again.headers["set-cookie"])).not.toContain(cookie);
  });

  test.each([
    ["no HTTP", "HELLO\r\n\r\n", 400],
    ["headers without end", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ])("the response to %s has the same safe headers", async (what, bytes, status) => {
    const response = await raw(bytes);
    expect(response.statusCode).toBe(status);
    expectSafe(response, what);
  });
});
