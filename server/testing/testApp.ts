import { text } from "node:stream/consumers";
import type { Answer, Call, Request } from "@survey-app/contract/endpoint.ts";
import type { Problem } from "@survey-app/contract/errors.ts";
import * as surveys from "@survey-app/contract/surveys.ts";
import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { type AppConfig, makeApp, type OtherParts } from "../app.ts";
import { API } from "../http/endpoints.ts";
import { makeTokens, type Tokens } from "../session/tokens.ts";
import { cheapPasswords } from "./cheapPasswords.ts";
import { type FreshDatabase, freshDatabase } from "./freshDatabase.ts";
import type { Person } from "./people.ts";
import { SECRET, testConfig } from "./testConfig.ts";

export interface TestApp extends FreshDatabase {
  app: FastifyInstance;
  config: AppConfig;
  tokens: Tokens;
  /** Makes a declared call as somebody (a visitor without `as`) and expects it to succeed. */
  call<C extends Call>(call: C, request: Request<C> & { as?: Person }): Promise<Answer<C>>;
  /** The same, expecting a refusal. */
  refused<C extends Call>(call: C, request: Loose & { as?: Person }): Promise<Problem>;
  /** The same, whatever comes of it. */
  send(
    call: Call,
    request: Loose & { as?: Person | undefined; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse>;
  /** A survey of `owner`, published by `admin` if one is given. */
  makeSurvey(
    owner: Person,
    options?: { publishedBy?: Person } & Partial<Request<typeof surveys.add>["body"]>,
  ): Promise<string>;
  close(): Promise<void>;
}

/** A request that need not be right. */
export interface Loose {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * The whole app on a fresh database. Close it after the tests.
 * @param wayTo makes the address that PostgreSQL is reached at, where it is not the server's own
 * @param parts replaces parts of the app; passwords are hashed cheaply unless it says otherwise
 */
export async function testApp(
  settings: Partial<AppConfig> = {},
  wayTo?: (databaseUrl: string) => Promise<string>,
  parts?: OtherParts,
): Promise<TestApp> {
  const fresh = await freshDatabase(wayTo);
  const config = { ...testConfig, dataDir: fresh.dataDir, ...settings };
  const app = await makeApp(config, fresh.database, { passwords: cheapPasswords, ...parts });
  const send: TestApp["send"] = async (call, { as, headers, ...request }) => {
    const answered = await app.inject({
      method: call.method,
      url: urlOf(call, request),
      headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
      ...(request.body !== undefined && { payload: request.body as object }),
      ...(call.stream && { payloadAsStream: true }),
    });
    if (!call.stream) return answered;
    // A stream that was opened has no end: then its head is all that is answered.
    const payload = answered.statusCode === 200 ? "" : await text(answered.stream());
    return Object.assign(answered, { payload, json: () => JSON.parse(payload) });
  };
  const call: TestApp["call"] = async (declared, request) => {
    const answered = await send(declared, request as Loose & { as?: Person });
    if (answered.statusCode !== 200)
      throw new Error(`${declared.method} ${declared.path} answered ${answered.statusCode}: ${answered.payload}`);
    return answered.json();
  };
  return {
    ...fresh,
    app,
    config,
    tokens: makeTokens(SECRET, config.publicUrl),
    send,
    call,
    async refused(declared, request) {
      const answered = await send(declared, request);
      if (answered.statusCode < 400)
        throw new Error(`${declared.method} ${declared.path} was not refused: ${answered.payload}`);
      return answered.json();
    },
    async makeSurvey(owner, { publishedBy, ...form } = {}) {
      const body = {
        Title: "Is this a question?",
        category: "Food Preparation" as const,
        image: "https://example.org/picture.webp",
        ...form,
      };
      const { insertedId } = await call(surveys.add, { as: owner, body });
      if (publishedBy)
        await call(surveys.changeStatus, { as: publishedBy, params: { id: insertedId }, body: { status: PUBLISHED } });
      return insertedId;
    },
    async close() {
      await app.close();
      await fresh.remove();
    },
  };
}

export function urlOf(call: Call, { params = {}, query = {} }: Loose): string {
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();
  return API + path + (search && `?${search}`);
}
