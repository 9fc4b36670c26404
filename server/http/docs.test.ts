import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import { openapi } from "@survey-app/contract/openapi.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import * as z from "zod/mini";
import { signUpBody } from "../testing/accounts.ts";
import { makePerson } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { curlOf, exampleOf, type Schema } from "./docsExamples.ts";

let t: TestApp;
let page: string;
beforeAll(async () => {
  t = await testApp();
  page = (await t.app.inject({ url: "/api/docs" })).payload;
});
afterAll(() => t.close());

const read = (html: string) =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

type Operation = {
  operationId: string;
  tags: [string];
  parameters: [];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
const operations = Object.values(openapi("/api").paths as Record<string, Record<string, Operation>>).flatMap(
  Object.values,
) as Operation[];

test("every endpoint is on the page, with its access, rate limit and a command that calls it", () => {
  expect(operations).toHaveLength(endpoints.size);
  for (const { operationId, tags, parameters, requestBody } of operations) {
    const endpoint = endpoints.get(`${tags[0]}.${operationId}`);
    if (!endpoint) throw new Error(`${operationId} is not declared`);
    const [, rest = ""] = page.split(`<details id="${operationId}">`);
    const [section = ""] = rest.split('<details id="');
    const body = requestBody?.content["application/json"]?.schema;
    expect(read(section), operationId).toContain(curlOf(endpoint, parameters, body));
    if (endpoint.rateLimit)
      expect(section, operationId).toMatch(new RegExp(`At most ${endpoint.rateLimit.max} (requests|searches) in `));
    // The endpoint accepts what the command sends.
    if (body && typeof endpoint.body === "object")
      expect(z.safeParse(endpoint.body, exampleOf(body)).error?.issues, operationId).toBeUndefined();
  }
});

// Once is enough: the commands don't depend on the database.
test.skipIf(inject("engine") === "postgres")(
  "the guide's commands run as written, from signing in to the stream",
  async () => {
    const admin = await makePerson(t.database, t.tokens, { role: "admin" });
    for (let count = 0; count < 2; count++) await t.makeSurvey(admin, { publishedBy: admin });
    const credentials = { email: "you@example.org", password: "Your0wn!word" };
    await t.request(session.signUp, { body: signUpBody(credentials) });
    await t.app.listen({ port: 0, host: "127.0.0.1" });
    const here = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
    const blocks = [...page.matchAll(/<pre class="run"[^>]*>([^<]*)<\/pre>/g)].map(([, block = ""]) => read(block));
    expect(blocks[0]).toContain("API=http://localhost:3000/api");
    const script = blocks.join("\necho\n").replace("http://localhost:3000", here);
    const cwd = mkdtempSync(join(tmpdir(), "survey-app-test-"));
    try {
      const { stdout, stderr } = await promisify(execFile)("sh", ["-euc", script], { cwd });
      expect(stdout).toContain(`"email":"${credentials.email}","role":"user"`);
      // By the API key.
      expect(stdout).toContain('"votesToday":0,"open"');
      expect(stdout).toMatch(/"insertedId":"[\w-]{36}"/);
      expect(stdout).toMatch(/"totalVotes":1,"yesVotes":1,"noVotes":0/);
      expect(stdout).toContain('"code":"notFound"');
      // Two pages of one survey each.
      expect(stdout.match(/\[\{"_id"/g)).toHaveLength(2);
      expect(stdout).toMatch(/retry: \d+\n\nid: 1\.1\.0\ndata: \{"surveyId"/);
      // The stream is endless, so curl ends with a timeout (28).
      expect(stderr.replaceAll(/curl: \(28\).*\n/g, "")).toBe("");
    } finally {
      rmSync(cwd, { recursive: true });
    }
  },
);

// Security: F04, F05
test("page and document, hundreds of kilobytes each, are sent from the response cache, which compresses them once for all", async () => {
  for (const url of ["/api/docs", "/api/openapi.json"]) {
    const plain = await t.app.inject({ url });
    const { headers, rawPayload } = await t.app.inject({ url, headers: { "accept-encoding": "br" } });
    expect([headers["content-encoding"], headers.etag], url).toEqual(["br", plain.headers.etag]);
    expect(rawPayload.length, url).toBeLessThan(plain.rawPayload.length / 5);
    const unchanged = await t.app.inject({ url, headers: { "if-none-match": String(headers.etag) } });
    expect([unchanged.statusCode, unchanged.payload], url).toEqual([304, ""]);
  }
});
