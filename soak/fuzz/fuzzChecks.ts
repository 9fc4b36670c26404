import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { LightMyRequestResponse } from "fastify";
import { type FuzzRequest, mayCall, type Operation } from "./fuzzRequests.ts";
import { asText, isAllowed, type Schema } from "./fuzzValues.ts";
import type { World } from "./fuzzWorld.ts";

/** Describes what is wrong with a response; null if nothing is. */
export type Judge = (operation: Operation, request: FuzzRequest, response: LightMyRequestResponse) => string | null;

/** Checks responses against the document and the client's rights. */
export function makeJudge(document: object, world: World): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(document, "openapi");
  const inPointer = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");
  /** By the schema's text: all problem responses have the same schema. */
  const validators = new Map<string, ValidateFunction | undefined>();
  const schemaErrors = (operation: Operation, status: number, type: string, body: unknown): string | null => {
    const path = operation.path.replace(/^\/api/, "");
    const keys = [
      "paths",
      path,
      operation.method.toLowerCase(),
      "responses",
      String(status),
      "content",
      type,
      "schema",
    ];
    const pointer = `openapi#/${keys.map(inPointer).map(encodeURIComponent).join("/")}`;
    const text = JSON.stringify(operation.responses[status]?.content[type]?.schema ?? pointer);
    if (!validators.has(text)) validators.set(text, ajv.getSchema(pointer));
    const validate = validators.get(text);
    if (!validate) return `the document has no schema at ${pointer}`;
    return validate(body) ? null : `not as documented: ${ajv.errorsText(validate.errors)}`;
  };

  function judgeForm(operation: Operation, { statusCode, headers, payload }: LightMyRequestResponse): string | null {
    if (statusCode >= 500) return `${statusCode}: ${payload}`;
    const documented = operation.responses[statusCode]?.content;
    if (!documented) return `the status ${statusCode} is not documented: ${payload.slice(0, 300)}`;
    const [type = "", charset] = String(headers["content-type"]).split("; ");
    if (!(type in documented)) return `the type ${type} is not documented for ${statusCode}`;
    if (charset !== "charset=utf-8") return `no charset: ${headers["content-type"]}`;
    if (!type.endsWith("json")) return null;
    const body: unknown = JSON.parse(payload);
    if (statusCode >= 400 && (body as { status: number }).status !== statusCode)
      return `a problem of another status: ${payload}`;
    return schemaErrors(operation, statusCode, type, body);
  }

  return (operation, request, response) =>
    judgeForm(operation, response) ??
    judgeAccess(operation, request, response) ??
    judgeInput(operation, request, response) ??
    judgeSecrets(world, request, response);
}

const isRefusedEarlier = (status: number) => [400, 403, 404, 431].includes(status);

/** Clients must not get more access than the operation declares. */
function judgeAccess(
  operation: Operation,
  { caller, kind }: FuzzRequest,
  { statusCode }: LightMyRequestResponse,
): string | null {
  const { access, operationId } = operation;
  // Whether visitors may report a survey depends on the survey.
  const asksToSignIn = operationId === "reportUnlistedSurvey";
  if (mayCall(operation, caller)) return statusCode === 401 && !asksToSignIn ? `${caller} may, and got 401` : null;
  // Visitors get 401, users without the right get 403, and everyone without an invitation 409.
  const isKnown = access !== "cookie" && mayCall({ access: "signedIn" }, caller);
  const expected = access === "invited" ? 409 : isKnown ? 403 : 401;
  if (statusCode === expected || (kind !== "valid" && isRefusedEarlier(statusCode))) return null;
  return `${caller} got ${statusCode} instead of ${expected}`;
}

/** The server must reject what the document does not allow. Both accept untrimmed text, and numbers as text. */
function judgeInput(operation: Operation, request: FuzzRequest, { statusCode }: LightMyRequestResponse): string | null {
  if (statusCode >= 300) return null;
  for (const { name, schema, required } of operation.parameters) {
    const value = request.parameters[name];
    const sent = [value].flat().filter((one) => one !== undefined);
    const isRight = sent.length === 0 ? !required : sent.length === 1 && fits(schema, sentAs(schema, sent[0]));
    if (!isRight) return `the parameter ${name} was taken: ${JSON.stringify(value)}`;
  }
  const schema = operation.requestBody?.content["application/json"]?.schema;
  if (!schema || request.kind === "broken body" || request.body === undefined) return null;
  return fits(schema, request.body) ? null : `the body was taken: ${JSON.stringify(request.body)}`;
}

function sentAs({ type }: Schema, value: unknown): unknown {
  return type === "integer" || type === "number" ? Number(value) : asText(value);
}

function fits(schema: Schema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((one) => fits(one, value));
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  if (schema.properties) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const fields = value as Record<string, unknown>;
    return Object.entries(schema.properties).every(([name, one]) =>
      fields[name] === undefined ? !schema.required?.includes(name) : fits(one, fields[name]),
    );
  }
  if (schema.items) return Array.isArray(value) && value.every((item) => schema.items && fits(schema.items, item));
  if (schema.type === "null") return value === null;
  if (schema.type === "boolean") return typeof value === "boolean";
  if (typeof value === "string") return schema.type === "string" && isAllowed(value.trim().normalize("NFC"), schema);
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const isWhole = schema.type !== "integer" || Number.isInteger(value);
  return typeof value === "number" && schema.type !== "string" && isWhole && value >= minimum && value <= maximum;
}

/** No response contains another user's data, unless the request itself contained it. */
function judgeSecrets(
  { secrets, callers, known }: World,
  request: FuzzRequest,
  { payload, headers }: LightMyRequestResponse,
): string | null {
  if (request.caller === "admin") return null;
  const requestText = JSON.stringify([request.parameters, request.body]);
  // A client with an email link counts as the link's owner.
  if (known.links.some((link) => requestText.includes(link))) return null;
  const sender = request.caller === "cookieAlone" ? callers.user.person : callers[request.caller].person;
  const responseText = `${payload} ${JSON.stringify(headers)}`;
  const leaked = secrets.find(
    ({ text, owner }) => !(owner && owner === sender) && responseText.includes(text) && !requestText.includes(text),
  );
  return leaked ? `${request.caller} received ${leaked.text}: ${payload.slice(0, 500)}` : null;
}
