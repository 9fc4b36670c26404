import { text } from "node:stream/consumers";
import type { Endpoint, RequestOf, ResponseOf } from "@survey-app/contract/endpoint.ts";
import type { ProblemDetails } from "@survey-app/contract/errors.ts";
import * as surveys from "@survey-app/contract/surveys.ts";
import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { type AppConfig, createApp, type OtherParts } from "../app.ts";
import { API_PREFIX } from "../http/endpoints.ts";
import { createTokens, type Tokens } from "../session/tokens.ts";
import { cheapPasswords } from "./cheapPasswords.ts";
import { type FreshDatabase, freshDatabase } from "./freshDatabase.ts";
import type { Person } from "./people.ts";
import { SECRET, testConfig } from "./testConfig.ts";

export interface TestApp extends FreshDatabase {
  app: FastifyInstance;
  config: AppConfig;
  tokens: Tokens;
  /** Sends a request to a declared endpoint as a user (a visitor without `as`) and expects success. */
  request<C extends Endpoint>(endpoint: C, request: RequestOf<C> & { as?: Person }): Promise<ResponseOf<C>>;
  /** The same, expecting an error response. */
  refused<C extends Endpoint>(endpoint: C, request: Loose & { as?: Person }): Promise<ProblemDetails>;
  /** The same, whatever comes of it. */
  send(
    endpoint: Endpoint,
    request: Loose & { as?: Person | undefined; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse>;
  /** A survey of `owner`, published by `admin` if one is given. */
  makeSurvey(
    owner: Person,
    options?: { publishedBy?: Person } & Partial<RequestOf<typeof surveys.createSurvey>["body"]>,
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
 * @param addressOf makes the address that PostgreSQL is reached at, where it is not the server's own
 * @param parts replaces parts of the app; unless it says otherwise, passwords are hashed cheaply and mails sent at once
 */
export async function testApp(
  settings: Partial<AppConfig> = {},
  addressOf?: (databaseUrl: string) => Promise<string>,
  parts?: OtherParts,
): Promise<TestApp> {
  const fresh = await freshDatabase(addressOf);
  const config = { ...testConfig, dataDir: fresh.dataDir, ...settings };
  const app = await createApp(config, fresh.database, {
    passwords: cheapPasswords,
    mailPollMs: 20,
    ...parts,
  });
  const send: TestApp["send"] = async (endpoint, { as, headers, ...request }) => {
    const answered = await app.inject({
      method: endpoint.method,
      url: urlOf(endpoint, request),
      headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
      ...(request.body !== undefined && { payload: request.body as object }),
      ...(endpoint.stream && { payloadAsStream: true }),
    });
    if (!endpoint.stream) return answered;
    // An open stream has no end, so only its head is returned.
    const payload = answered.statusCode === 200 ? "" : await text(answered.stream());
    return Object.assign(answered, { payload, json: () => JSON.parse(payload) });
  };
  const call: TestApp["request"] = async (declared, request) => {
    const answered = await send(declared, request as Loose & { as?: Person });
    if (answered.statusCode !== 200)
      throw new Error(`${declared.method} ${declared.path} answered ${answered.statusCode}: ${answered.payload}`);
    return answered.json();
  };
  return {
    ...fresh,
    app,
    config,
    tokens: createTokens(SECRET, config.publicUrl),
    send,
    request: call,
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
      const { insertedId } = await call(surveys.createSurvey, { as: owner, body });
      if (publishedBy)
        await call(surveys.setSurveyStatus, {
          as: publishedBy,
          params: { id: insertedId },
          body: { status: PUBLISHED },
        });
      return insertedId;
    },
    async close() {
      await app.close();
      await fresh.remove();
    },
  };
}

export function urlOf(endpoint: Endpoint, { params = {}, query = {} }: Loose): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();
  return API_PREFIX + path + (search && `?${search}`);
}
