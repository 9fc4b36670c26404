import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEventBus } from "../database/events.ts";
import { type AttackTarget, startAttackTarget } from "../testing/attackTarget.ts";
import { apiError } from "./apiError.ts";
import { handlePageError } from "./errorPage.ts";
import { createHttpServer } from "./httpServer.ts";
import { createReaderLanguage } from "./readerLanguage.ts";
import { createResponseCache } from "./responseCache.ts";

const readerLanguage = createReaderLanguage({ languages: ["en"] }, "http://localhost:3000");

const asBrowser = { accept: "text/html,application/xhtml+xml" };
const SECRET = "<script>a secret</script>";
const failures = {
  "/many": () => apiError("tooFast", { retryAfter: 7 }),
  "/busy": () => apiError("busy", { retryAfter: 2 }),
  "/bug": () => new Error(SECRET),
};

let app: FastifyInstance;
let target: AttackTarget;
beforeAll(async () => {
  const options = {
    publicUrl: "https://survey.example",
    corsOrigins: [],
    trustProxy: 0,
    logLevel: "silent",
    readerLanguage,
  };
  app = await createHttpServer(options, createResponseCache(createEventBus(null)));
  for (const [path, fail] of Object.entries(failures))
    app.get(path, { errorHandler: handlePageError }, async () => {
      throw fail();
    });
  target = await startAttackTarget(null, { pages: true, limits: true, trustProxy: 1 });
});
afterAll(async () => {
  await app.close();
  await target.close();
});

test.each([
  ["/many", 429, "7", "Too Many Requests"],
  ["/busy", 503, "2", "Service Unavailable"],
  ["/bug", 500, undefined, "Internal Server Error"],
])(
  "%s: a browser gets an HTML page without foreign content, a program gets JSON",
  async (url, status, retryAfter, title) => {
    const page = await app.inject({ url, headers: asBrowser });
    expect(page.statusCode).toBe(status);
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "strict-transport-security": expect.any(String),
    });
    expect(page.headers["retry-after"]).toBe(retryAfter);
    expect(page.body).toContain("<h1>This page could not be loaded</h1>");
    // Only server errors are in the log, so only they show a request id.
    expect(/Request [\w-]{36}/.test(page.body)).toBe(status >= 500);
    expect(page.body).not.toContain("secret");
    expect(page.body).not.toContain("<script");
    // The policy only allows the page's one style.
    const [, style = ""] = /<style>(.*)<\/style>/.exec(page.body) ?? [];
    expect(page.headers["content-security-policy"]).toBe(
      `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const problem = await app.inject({ url, headers: { accept: "application/json" } });
    expect([problem.statusCode, problem.headers["content-type"], problem.headers["retry-after"]]).toEqual([
      status,
      "application/problem+json; charset=utf-8",
      retryAfter,
    ]);
    expect(problem.json()).toMatchObject({ status, title });
    expect(problem.body).not.toContain("secret");
  },
);

test("a network beyond its limit of searches gets 429, while another one gets the same page", async () => {
  const search = (q: string, from: string) =>
    target.app.inject({ url: `/surveysPages?q=${q}`, headers: { ...asBrowser, "x-forwarded-for": from } });
  const answers = await Promise.all(Array.from({ length: 121 }, () => search("first", "192.0.2.1")));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(120).fill(200), 429]);
  const both = await Promise.all([search("second", "192.0.2.1"), search("second", "192.0.2.2")]);
  expect(both.map(({ statusCode }) => statusCode)).toEqual([429, 200]);
  expect(Number(both[0]?.headers["retry-after"])).toBeGreaterThan(0);
  // Other pages, and the list without a search, don't count as searches.
  const others = ["/surveysPages", "/surveysPages?q=+", "/"].map((url) =>
    target.app.inject({ url, headers: { "x-forwarded-for": "192.0.2.1" } }),
  );
  expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
});

// Security: F04
test("invented file names get the cached page for unknown URLs, and no folder is read for them", async () => {
  const unknown = await target.app.inject("/no-such-page");
  expect(unknown.statusCode).toBe(404);
  const headers = { "accept-encoding": "br, gzip" };
  for (const url of ["/assets/none.js", "/assets/none/none.js", "/embed/assets/none.css", "/icons/none.png"]) {
    const response = await target.app.inject({ url, headers });
    expect([response.statusCode, response.headers.etag], url).toEqual([404, unknown.headers.etag]);
  }
});
