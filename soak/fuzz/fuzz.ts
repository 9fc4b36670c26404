import { text } from "node:stream/consumers";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { createTokens } from "../../server/session/tokens.ts";
import type { AttackTarget } from "../../server/testing/attackTarget.ts";
import { PUBLIC_URL, SECRET } from "../../server/testing/testConfig.ts";
import { type Judge, makeJudge } from "./fuzzChecks.ts";
import {
  type FuzzRequest,
  type Operation,
  operationsOf,
  requestsFor,
  resolveResponses,
  toWire,
} from "./fuzzRequests.ts";
import { makeWorld, type World } from "./fuzzWorld.ts";

export interface FuzzOptions extends AttackTarget {
  /** Requests for each operation. */
  cases: number;
  /** The same seed gives the same requests. */
  seed: number;
  onOperation?: (report: OperationReport) => void;
}

export interface OperationReport {
  operationId: string;
  /** The number of responses of each status. */
  statuses: Record<number, number>;
  /** The failures, each with the smallest request that shows it. */
  failure: string | null;
}

/** Sends valid, nearly valid and hostile requests to every operation of the app's own OpenAPI document. */
export async function fuzz({
  app,
  database,
  stripe,
  cases,
  seed,
  onOperation,
}: FuzzOptions): Promise<OperationReport[]> {
  const document = resolveResponses((await app.inject({ url: "/api/openapi.json" })).json());
  const card = { number: "4242424242424242", expMonth: 12, expYear: new Date().getFullYear() + 2, cvc: "123" };
  const pay = (clientSecret: string) => stripe.cards.confirm(clientSecret, card);
  const world = await makeWorld({ app, database, tokens: createTokens(SECRET, PUBLIC_URL), pay });
  const judge = makeJudge(document, world);
  const reports: OperationReport[] = [];
  for (const [index, operation] of operationsOf(document).entries()) {
    // A separate seed for each operation, or similar operations would get the same requests.
    const report = await fuzzOperation(operation, { app, world, judge, cases, seed: seed + index });
    reports.push(report);
    onOperation?.(report);
  }
  return reports;
}

interface Parts extends Pick<FuzzOptions, "app" | "cases" | "seed"> {
  world: World;
  judge: Judge;
}

async function fuzzOperation(
  operation: Operation,
  { app, world, judge, cases, seed }: Parts,
): Promise<OperationReport> {
  const statuses: Record<number, number> = {};
  world.renewTokens();
  await world.restore();
  const { operationId, tags } = operation;
  const changesOthers =
    /^(session|account|users)$/.test(tags[0]) ||
    /^(setSurveyStatus|appealUnpublication|closeSurvey|deleteSurvey|setEmailPreferences)$/.test(operationId);
  const property = fc.asyncProperty(fc.noBias(requestsFor(operation, world)), async (request) => {
    const response = await send(app, operation, request, world);
    statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
    // The next request must find all users unchanged.
    if (changesOthers && operation.method !== "GET" && response.statusCode === 200) await world.restore();
    const wrong = judge(operation, request, response);
    if (wrong) throw new Error(wrong);
  });
  const result = await fc.check(property, { numRuns: cases, seed });
  const failure = result.failed
    ? `${result.errorInstance}\n${JSON.stringify(result.counterexample?.[0])}\n(${result.counterexamplePath})`
    : null;
  return { operationId, statuses, failure };
}

async function send(app: FastifyInstance, operation: Operation, request: FuzzRequest, { callers }: World) {
  const wire = toWire(operation, request);
  const headers = { ...wire.headers, ...callers[request.caller].headers };
  const isStream = "text/event-stream" in (operation.responses[200]?.content ?? {});
  const response = await app.inject({ ...wire, headers, ...(isStream && { payloadAsStream: true }) });
  if (!isStream) return response;
  // An open stream doesn't end, so only its head is checked.
  if (response.statusCode === 200) {
    response.stream().destroy();
    return Object.assign(response, { payload: "" });
  }
  const payload = await text(response.stream());
  return Object.assign(response, { payload });
}

const METHODS = ["GET", "POST", "PATCH", "DELETE", "PUT", "OPTIONS", "TRACE", "QUERY"] as const;

/** Requests every path of the document with every method that it doesn't have. @returns the failures */
export async function checkOtherMethods(app: FastifyInstance): Promise<string[]> {
  const operations = operationsOf((await app.inject({ url: "/api/openapi.json" })).json());
  const wrong: string[] = [];
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const url = path.replaceAll(/\{\w+\}/g, "x");
    // Another path may match this one too: `/vote/{id}` also matches `/vote/collection`.
    const matching = operations.filter((one) => new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(url));
    const methods = new Set(matching.map(({ method }): string => method));
    if (matching.some(({ method, responses }) => method === "GET" && !responses[200]?.content["text/event-stream"]))
      methods.add("HEAD");
    const allow = [...methods].sort().join(", ");
    for (const method of METHODS.filter((one) => !methods.has(one))) {
      const response = await app.inject({ method: method as "PUT", url });
      if (response.statusCode !== 405 || response.headers.allow !== allow)
        wrong.push(`${method} ${url}: ${response.statusCode}, Allow: ${response.headers.allow} instead of ${allow}`);
    }
  }
  return wrong;
}
