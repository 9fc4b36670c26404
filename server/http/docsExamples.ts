import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";

/** The parts of a JSON Schema that the examples need. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Example texts, by field name in the contract. */
const texts: Record<string, string> = {
  email: "you@example.org",
  password: "Your0wn!word",
  newPassword: "An0ther!word",
  name: "Your Name",
  displayName: "Your Name",
  Title: "Is this a question?",
  image: "https://example.org/picture.webp",
  feedback: "Please add a picture.",
  inapp: "This is advertising.",
  url: "https://example.org/hook",
  token: "THE_TOKEN_FROM_THE_LINK_IN_YOUR_EMAIL_INBOX",
  transactionId: "pi_123",
  question: "0".repeat(64),
  ticket: "0".repeat(32),
  state: "0".repeat(32),
  surveys: "SURVEY_ID",
  SurveyID: "SURVEY_ID",
  next: "SURVEY_ID",
  surveyId: "SURVEY_ID",
  from: "2026-07-20T08:00:00.000Z",
  to: "2026-08-31T08:00:00.000Z",
};

/** An optional field that becomes required by the value of another one. */
const CONDITIONALLY_REQUIRED = "feedback";

/** Returns a value that a schema accepts. Objects get their required fields, or else their first field. */
export function exampleOf(schema: Schema, name = ""): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], name);
  if (schema.items) return [exampleOf(schema.items, name)];
  if (schema.type === "boolean") return true;
  if (schema.type === "number" || schema.type === "integer") return 1;
  if (schema.type !== "object") return texts[name] ?? "text";
  const properties = Object.entries(schema.properties ?? {});
  const required = properties.filter(([field]) => field === CONDITIONALLY_REQUIRED || schema.required?.includes(field));
  const shown = required.length > 0 ? required : properties.slice(0, 1);
  return Object.fromEntries(shown.map(([field, value]) => [field, exampleOf(value, field)]));
}

/**
 * Returns a curl command that sends the request; the guide sets `$API` and `$TOKEN`.
 * @param parameters the path parameters and the required query parameters
 * @param body the schema of a JSON body
 */
export function curlOf(
  endpoint: Endpoint,
  parameters: readonly { name: string; in: string; required: boolean }[],
  body: Schema | undefined,
): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => texts[name] ?? name.toUpperCase());
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name }) => `${name}=${texts[name] ?? "text"}`)
    .join("&");
  return [
    endpoint.stream ? "curl -N" : "curl",
    ...(endpoint.method === "GET" ? [] : [`-X ${endpoint.method}`]),
    ...(endpoint.access === "cookie" ? ["-b cookies.txt"] : []),
    ...(endpoint.access === "anyone" || endpoint.access === "cookie" ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(endpoint.body === "image" ? ["-F image=@picture.png"] : []),
    ...(body ? [`-H "Content-Type: application/json" -d '${JSON.stringify(exampleOf(body))}'`] : []),
    `"$API${path}${query && `?${query}`}"`,
  ].join(" ");
}
