import { subscribe } from "node:diagnostics_channel";
import { text } from "node:stream/consumers";
import { API_PREFIX, type Endpoint, type RequestOf, type ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import type { ProblemDetails } from "@survey-app/contract/http/errors.ts";
import type { Category } from "@survey-app/contract/surveys/surveyFields.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { createApp } from "../app.ts";
import type { AppOverrides } from "../appParts.ts";
import type { AppConfig } from "../config/config.ts";
import { createTokens, type Tokens } from "../session/tokens.ts";
import { cheapPasswords } from "./cheapPasswords.ts";
import { type FreshDatabase, freshDatabase } from "./freshDatabase.ts";
import type { Person } from "./people.ts";
import { sharedCards } from "./sharedCards.ts";
import { testConfig } from "./testConfig.ts";

export interface TestApp extends FreshDatabase {
  app: FastifyInstance;
  config: AppConfig;
  tokens: Tokens;
  /** Sends a request to a declared endpoint as a user (a visitor without `as`) and expects success. */
  request<E extends Endpoint>(endpoint: E, request: RequestOf<E> & { as?: Person }): Promise<ResponseOf<E>>;
  /** The same, but expects an error response. */
  refused<E extends Endpoint>(endpoint: E, request: AnyRequest & { as?: Person }): Promise<ProblemDetails>;
  /** The same, with any response. */
  send(
    endpoint: Endpoint,
    request: AnyRequest & { as?: Person | undefined; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse>;
  /** Creates a survey of `owner`, published by `publishedBy` if given. */
  makeSurvey(
    owner: Person,
    options?: { publishedBy?: Person } & Partial<RequestOf<typeof surveys.createSurvey>["body"]>,
  ): Promise<string>;
  close(): Promise<void>;
}

const CATEGORY: Category = "Food Preparation";

/** A request that may be invalid. */
// A response with status 500 doesn't tell what went wrong, so the failing test shows the last error of a handler.
let lastError: unknown;
subscribe("tracing:fastify.request.handler:error", (message) => {
  lastError = (message as { error: unknown }).error;
});

export interface AnyRequest {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * For tests that start these jobs themselves, if at all: sending emails, deliveries to webhooks, and starts and ends of
 * surveys.
 */
export const WITHOUT_POLLS = { mailPollMs: HOUR_MS, surveyPollMs: HOUR_MS, webhookPollMs: HOUR_MS } as const;

/**
 * The whole app on a fresh database. Close it after the tests.
 * @param parts replaces parts of the app; by default, passwords are hashed cheaply, emails are sent at once,
 *   and the apps of a process share the thread that draws cards
 * @param addressOf maps PostgreSQL's URL to the one that the app uses; by default the same
 */
export async function testApp(
  settings: Partial<AppConfig> = {},
  parts?: AppOverrides,
  addressOf?: (databaseUrl: string) => Promise<string>,
): Promise<TestApp> {
  return appOn(await freshDatabase(addressOf), settings, parts);
}

/** The whole app on a migrated database, which it removes when it is closed. @param settings,parts as of `testApp` */
export async function appOn(
  testDatabase: FreshDatabase,
  settings: Partial<AppConfig> = {},
  parts?: AppOverrides,
): Promise<TestApp> {
  const config = { ...testConfig, dataDir: testDatabase.dataDir, ...settings };
  const app = await createApp(config, testDatabase.database, {
    passwords: cheapPasswords,
    cardThread: sharedCards,
    // Without a transport the mailer would only drop emails.
    mailPollMs: config.smtpUrl || config.sandbox ? 50 : HOUR_MS,
    ...parts,
  });
  const send: TestApp["send"] = async (endpoint, { as, headers, ...request }) => {
    const response = await app.inject({
      method: endpoint.method,
      url: urlOf(endpoint, request),
      headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
      ...(request.body !== undefined && { payload: request.body as object }),
      ...(endpoint.stream && { payloadAsStream: true }),
    });
    if (!endpoint.stream) return response;
    // An open stream doesn't end, so only its head is returned.
    const payload = response.statusCode === 200 ? "" : await text(response.stream());
    return Object.assign(response, { payload, json: () => JSON.parse(payload) });
  };
  const call: TestApp["request"] = async (declared, request) => {
    const response = await send(declared, request as AnyRequest & { as?: Person });
    if (response.statusCode !== 200)
      throw new Error(`${declared.method} ${declared.path} answered ${response.statusCode}: ${response.payload}`, {
        cause: lastError,
      });
    return response.json();
  };
  return {
    ...testDatabase,
    app,
    config,
    tokens: createTokens(config.sessionSecret, config.publicUrl),
    send,
    request: call,
    async refused(declared, request) {
      const response = await send(declared, request);
      if (response.statusCode < 400)
        throw new Error(`${declared.method} ${declared.path} was not refused: ${response.payload}`);
      return response.json();
    },
    async makeSurvey(owner, { publishedBy, ...form } = {}) {
      const body = {
        Title: "Is this a question?",
        category: CATEGORY,
        // With hidden answers, pictures of other sites are refused.
        image: (form.privacy ?? "named") === "named" ? "https://example.org/picture.webp" : drawingPath(CATEGORY),
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
      await testDatabase.remove();
    },
  };
}

export function urlOf(endpoint: Endpoint, { params = {}, query = {} }: AnyRequest): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();
  return API_PREFIX + path + (search && `?${search}`);
}
