import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { makePerson } from "../../testing/people.ts";
import { type TestApp, testApp, urlOf } from "../../testing/testApp.ts";

/** A span as OTLP sends it in JSON. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface Export {
  resourceSpans: { resource: Pick<Span, "attributes">; scopeSpans: { spans: Span[] }[] }[];
}

const received: Export[] = [];
let collector: Server;
let t: TestApp;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    if (request.url === "/v1/traces") received.push((await json(request)) as Export);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`);
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "50");
  vi.stubEnv("OTEL_SERVICE_NAME", "survey-app-under-test");
  t = await testApp({ tracing: true, trustProxy: 1 });
});
afterAll(async () => {
  await t.close();
  vi.unstubAllEnvs();
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

const spans = () =>
  received.flatMap((one) => one.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((s) => s.spans)));
const attributeOf = ({ attributes }: Pick<Span, "attributes">, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

test("a request to vote has a span with one for storing the vote in it, and both are sent to the collector", async () => {
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const SurveyID = await t.makeSurvey(admin, { publishedBy: admin });
  const [traceId, parentSpanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
  const headers = { traceparent: `00-${traceId}-${parentSpanId}-01` };
  const answered = await t.send(votes.castVote, { as: admin, headers, body: { SurveyID, vote: 1 } });
  expect(answered.statusCode).toBe(200);
  const ofVote = () => spans().filter((span) => span.traceId === traceId);
  await expect.poll(() => ofVote().length).toBe(2);
  const request = ofVote().find(({ name }) => name === `POST ${urlOf(votes.castVote, {})}`);
  const storing = ofVote().find(({ name }) => name === "store vote");
  expect(request?.parentSpanId).toBe(parentSpanId);
  expect(storing?.parentSpanId).toBe(request?.spanId);
  expect(request && [attributeOf(request, "http.response.status_code"), attributeOf(request, "http.route")]).toEqual([
    200,
    "/api/serveyVoting",
  ]);
  expect(storing && attributeOf(storing, "survey_app.outcome")).toBe("stored");
  expect(received[0]?.resourceSpans.map(({ resource }) => attributeOf(resource, "service.name"))).toEqual([
    "survey-app-under-test",
  ]);
  // Nothing that identifies the user.
  for (const secret of [admin.email, admin.token, admin.id]) expect(JSON.stringify(received)).not.toContain(secret);
});

// Once is enough: the test is about modules, not about a database.
test.skipIf(inject("engine") === "postgres")("neither tracing nor metrics are loaded unless configured", async () => {
  const app = pathToFileURL(join(import.meta.dirname, "../../app.ts")).href;
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    await import(${JSON.stringify(app)});
    console.log(loaded.filter((url) => /opentelemetry.(sdk|exporter)|@prometheus-io|server.(tracing|metrics)/.test(url)).length, loaded.length > 100);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: import.meta.dirname,
  });
  expect(stdout.trim()).toBe("0 true");
});
