import * as z from "zod/mini";
import { endpoints } from "./endpoints.ts";
import { changesOthers, type Endpoint, type KeyScope, keyScopeOf } from "./http/endpoint.ts";
import { apiErrors, type ErrorCode } from "./http/errors.ts";
import { PAGE_SIZE, WHOLE_LIST_ROWS } from "./http/pagination.ts";
import { schemaNames } from "./schemaNames.ts";
import { PRODUCT } from "./sharing/siteLook.ts";

type Schema = Record<string, unknown>;

const problemSchema: Schema = {
  type: "object",
  required: ["type", "title", "status", "detail", "code", "requestId"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: { type: "string", enum: Object.keys(apiErrors) },
    requestId: { type: "string" },
    minutes: { type: "integer" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["field", "message"],
        properties: { field: { type: "string" }, message: { type: "string" }, code: { type: "string" } },
      },
    },
    currentVote: {
      type: "object",
      required: ["vote", "turn", "receipt"],
      properties: {
        vote: { type: "integer", enum: [0, 1, 2] },
        turn: { type: "integer" },
        receipt: { type: ["string", "null"] },
      },
    },
    endedInvitation: {
      type: "object",
      required: ["surveyId", "meetingId", "endedAt"],
      properties: {
        surveyId: { type: ["string", "null"] },
        meetingId: { type: ["string", "null"] },
        endedAt: { type: ["string", "null"] },
      },
    },
  },
};

const multipartImage: Schema = {
  type: "object",
  required: ["image"],
  properties: { image: { type: "string", format: "binary" } },
};

/**
 * Returns the OpenAPI 3.1 document of all endpoints. @param server the base URL of the paths. @param title the name of
 * the site
 */
export function openapi(server: string, title = PRODUCT): Schema {
  const paths: Record<string, Record<string, unknown>> = {};
  const components: Components = { schemas: { Problem: problemSchema }, responses: sharedResponses() };
  for (const [name, endpoint] of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint, components) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: "1.1.0-dev",
      description: "Create, publish and vote on yes/no surveys, and count the votes.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: server }],
    tags: [...new Set([...endpoints.keys()].map((name) => name.split(".")[0]))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "From POST /jwt; lives 15 minutes.",
        },
        key: {
          type: "http",
          scheme: "bearer",
          description: "An API key from POST /me/api-keys. Each endpoint lists the scope that the key needs.",
        },
        invitation: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "From POST /invitation; lives 12 hours, for one survey.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "survey-app.session_token",
          description: "Set by signing in. Over https its name begins with `__Host-`.",
        },
      },
      ...components,
    },
  };
}

/** The parts of the document that several operations refer to. */
interface Components {
  schemas: Record<string, Schema>;
  responses: Record<string, Schema>;
}

function operation(name: string, endpoint: Endpoint, components: Components): Schema {
  const [feature, operationId] = name.split(".");
  const scope = keyScopeOf(endpoint);
  return {
    operationId,
    tags: [feature],
    summary: endpoint.summary,
    description: `Who may: ${endpoint.access}. API keys: ${scope ?? "none"}.`,
    // Machine-readable too, because OpenAPI's security schemes can't express roles.
    "x-access": endpoint.access,
    ...(scope && { "x-key-scope": scope }),
    security: securityOf(endpoint, scope),
    parameters: [...parameters("path", endpoint.params), ...parameters("query", endpoint.query)],
    ...(endpoint.body && { requestBody: requestBody(endpoint.body) }),
    responses: {
      200: {
        description: endpoint.stream ? "An endless event stream; the data of each event is one line of JSON" : "Done",
        ...(endpoint.paginated && {
          headers: {
            Link: header('The next page, rel="next"'),
            "X-Total-Count": header("The total number of rows; with a plus, as in 50+, where counting stopped"),
          },
        }),
        content: {
          [endpoint.stream ? "text/event-stream" : (endpoint.file ?? "application/json")]: {
            schema: responseSchema(endpoint.response, components),
          },
        },
      },
      ...errorResponses(endpoint, components),
    },
  };
}

function securityOf({ access, acceptsSession }: Endpoint, scope: KeyScope | null): Schema[] {
  if (access === "anyone") return [];
  if (access === "cookie") return [{ session: [] }];
  if (access === "invited") return [{ invitation: [] }];
  return [{ token: [] }, ...(acceptsSession ? [{ session: [] }] : []), ...(scope ? [{ key: [scope] }] : [])];
}

const header = (description: string): Schema => ({ description, schema: { type: "string" } });

function parameters(location: "path" | "query", schema: Endpoint["params"]): Schema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === "path" || required.includes(name),
    ...(property.default === WHOLE_LIST_ROWS ? wholeList(property) : { schema: property }),
  }));
}

/**
 * The parameter `limit` of one of the specification's lists. Its default is larger than its maximum (`wholeListQuery`).
 */
function wholeList({ default: most, ...schema }: Schema): Schema {
  const description = `Without it the list has all rows, up to ${most} or 900 kB; a search or filter has ${PAGE_SIZE}`;
  return { description, schema };
}

function requestBody(body: NonNullable<Endpoint["body"]>): Schema {
  if (body === "image") return { required: true, content: { "multipart/form-data": { schema: multipartImage } } };
  const isOptional = z.safeParse(body, undefined).success;
  return { required: !isOptional, content: { "application/json": { schema: jsonSchema(body, "input") } } };
}

/**
 * Returns the error codes of an endpoint: its own, those that follow from the rest of its declaration, and those of
 * every endpoint.
 */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    "malformedRequest",
    "headersTooLarge",
    "tooFast",
    "busy",
    "notWritable",
    "votesAway",
    "unexpected",
    ...(endpoint.params ? ["notFound" as const] : []),
    ...(endpoint.errors ?? []),
  ]);
  if (endpoint.readsInvitation) codes.add("invitationElsewhere");
  if (endpoint.access === "invited") codes.add("invitationEnded").add("invitationElsewhere");
  else if (endpoint.access !== "anyone") codes.add("signInRequired").add("sessionEnded");
  if (endpoint.access !== "cookie" && endpoint.access !== "invited" && !endpoint.stream) codes.add("scopeRequired");
  if (["asker", "surveyor", "admin"].includes(endpoint.access)) codes.add("roleRequired");
  if (changesOthers(endpoint) || endpoint.recentSignIn) codes.add("signInAgain");
  if (endpoint.identityFields) codes.add("notYou");
  if (endpoint.params || endpoint.query || endpoint.body) codes.add("badInput");
  if (endpoint.method !== "GET")
    codes.add("originRefused").add("malformedBody").add("wrongContentType").add("tooLarge");
  return [...codes];
}

/** An error response: the codes of one status. */
interface ErrorResponse {
  status: string;
  /** Such as "BusyOrVotesAway". */
  name: string;
  response: Schema;
}

function errorsByStatus(endpoint: Endpoint): ErrorResponse[] {
  const byStatus = Object.groupBy(errorCodesOf(endpoint), (code) => apiErrors[code][0]);
  return Object.entries(byStatus).map(([status, codes = []]) => ({
    status,
    name: codes.map((code) => code.replace(/^./, (letter) => letter.toUpperCase())).join("Or"),
    response: {
      description: codes.map((code) => `${code}: ${apiErrors[code][1]}`).join(" · "),
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    },
  }));
}

/** The error responses that several endpoints have: written once, because they were half of the document. */
function sharedResponses(): Record<string, Schema> {
  const all = [...endpoints.values()].flatMap(errorsByStatus);
  const isShared = ({ name }: ErrorResponse) => all.filter((other) => other.name === name).length > 1;
  return Object.fromEntries(all.filter(isShared).map(({ name, response }) => [name, response]));
}

const errorResponses = (endpoint: Endpoint, { responses }: Components): Schema =>
  Object.fromEntries(
    errorsByStatus(endpoint).map(({ status, name, response }) => [
      status,
      name in responses ? { $ref: `#/components/responses/${name}` } : response,
    ]),
  );

/** The schema of a response. Those that have a name are added to the components. */
function responseSchema(schema: z.ZodMiniType, { schemas }: Components): Schema {
  const { $defs = {}, ...rest } = jsonSchema(schema, "output") as Schema & { $defs?: Record<string, Schema> };
  const referring = (part: Schema): Schema =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [name, part] of Object.entries($defs)) schemas[name] = referring(part);
  return referring(rest);
}

function jsonSchema(schema: z.ZodMiniType, io: "input" | "output"): Schema {
  // Request bodies don't refer to the named schemas: a client sends other fields of a survey than it gets.
  const metadata = io === "output" ? schemaNames : z.registry<{ id: string }>();
  const options = { io, metadata, target: "draft-2020-12", unrepresentable: "any" } as const;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, options);
  return rest;
}
