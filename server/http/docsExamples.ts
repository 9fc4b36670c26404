import type { Endpoint } from "@survey-app/contract/endpoint.ts";

/** A JSON Schema, as far as examples are made from it. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}

/** What texts look like, by the names that the contract has for them. */
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
  token: "TOKEN_FROM_THE_LINK_IN_THE_MAIL",
  transactionId: "pi_123",
  surveys: "SURVEY_ID",
  SurveyID: "SURVEY_ID",
  surveyId: "SURVEY_ID",
};

/** Not required by itself, but where it goes with another field. */
const GOES_ALONG = "feedback";

/** A value that a schema takes: of objects what is required, or else the first that can be said. */
export function exampleOf(schema: Schema, name = ""): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], name);
  if (schema.type === "number" || schema.type === "integer") return 1;
  if (schema.type !== "object") return texts[name] ?? "text";
  const properties = Object.entries(schema.properties ?? {});
  const required = properties.filter(([field]) => field === GOES_ALONG || schema.required?.includes(field));
  const shown = required.length > 0 ? required : properties.slice(0, 1);
  return Object.fromEntries(shown.map(([field, value]) => [field, exampleOf(value, field)]));
}

/**
 * A curl command that makes a call; `$API` and `$TOKEN` are the guide's.
 * @param parameters those of the path, and those of the query that have to be there
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
