import fc from "fast-check";
import { PASSWORD } from "../../server/testing/accounts.ts";
import { multipart } from "../../server/testing/multipart.ts";
import { bilevelPng } from "../../server/testing/png.ts";
import { asText, BROKEN_BODIES, EXTRA, hostile, nearlyValid, type Schema, valid, type Words } from "./fuzzValues.ts";
import { CALLERS, type CallerName, type World } from "./fuzzWorld.ts";

/** The parts of an OpenAPI operation that are needed to call it. */
export interface Operation {
  operationId: string;
  /** The feature. */
  tags: [string];
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  access: string;
  security?: Record<string, string[]>[];
  parameters: { name: string; in: "path" | "query"; required: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema?: unknown }> }>;
}

interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Omit<Operation, "method" | "path" | "access"> & { "x-access": string }>>;
  components: { responses: Record<string, unknown> };
}

/** A document as the server sends it, with each shared response copied into its operations. */
export function resolveResponses(document: Document): Document {
  const { responses } = document.components;
  const written = JSON.stringify(document.paths).replaceAll(
    /\{"\$ref":"#\/components\/responses\/(\w+)"\}/g,
    (_, name: string) => JSON.stringify(responses[name]),
  );
  return { ...document, paths: JSON.parse(written) };
}

/** Every operation of a document whose responses are resolved. */
export function operationsOf({ servers: [server], paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { "x-access": access, ...rest }]) => ({
      ...rest,
      access,
      method: method.toUpperCase() as Operation["method"],
      path: `${server?.url}${path}`,
    })),
  );
}

/** A generated request; `kind` says how it was generated. */
export interface FuzzRequest {
  kind: "valid" | "nearly valid" | "hostile" | "broken body";
  caller: CallerName;
  parameters: Record<string, unknown>;
  /** Undefined for none; text is sent as it is. */
  body: unknown;
  headers: Record<string, string>;
}

/** Valid values of fields whose schema allows any text: without them hardly a request would succeed. */
const LIKELY: [names: RegExp, value: string][] = [
  [/password$/i, PASSWORD],
  [/^(image|photoURL)$/, "https://example.org/a.webp"],
  // A survey starts five years ahead at most.
  [/date$/i, `${new Date().getUTCFullYear() + 1}-01-02`],
  [/^deadline$/, "2199-01-03"],
  [/^timeZone$/, "Europe/Zurich"],
  [/^cursor$/, "WzAsIngiXQ"],
  [/^replaces$/, "1-0000-0000-0000-0000"],
];

/** The features in which every user has one resource of each kind, with the user's id (fuzzPeople.ts). */
const OWN_IDS = /^(passkeys|apiKeys|webhooks)$/;

/** The paths of admins' actions on a user. */
const OF_USERS = /^\/api\/users\//;

/** The features of surveys for invited people. */
const OF_LISTS = /^(invitations|waitingPeople)$/;

/** The features of surveys by open link. */
const BY_LINK = /^(linkVotes|rooms)$/;

/** Generates requests for an operation, of every kind and from every client. */
export function requestsFor(operation: Operation, { callers, known }: World): fc.Arbitrary<FuzzRequest> {
  return likelyCaller(operation).chain((caller) => {
    // Admins may change everything, so they get only resources without secrets.
    const isAdmin = caller === "admin";
    const ids = [...known.ids, ...(isAdmin ? [] : known.othersIds)];
    const emails = [...known.emails, ...(isAdmin ? [] : known.othersEmails)];
    const own = callers[caller].person ?? callers.user.person;
    const ownMeeting = known.meetings.get(own?.id ?? "") ?? [...known.meetings.values()][0];
    // Values that succeed more often: the client's own address, an open survey.
    const likelyIds = [...ids, ...ids.map(() => known.open), ...known.ids, ...known.ids];
    const likelyEmails = [...emails, ...emails.map(() => own?.email ?? "")];
    const words: WordsFor = (name, { pattern }) => {
      if (OWN_IDS.test(operation.tags[0]) && /^(id|delivery)$/.test(name))
        return [...ids, ...Array(20).fill(own?.id ?? "")];
      const isByLink = name === "survey" || (name === "id" && BY_LINK.test(operation.tags[0]));
      if (isByLink) return [...ids, ...Array(20).fill(known.byLink)];
      if (name === "id" && OF_USERS.test(operation.path))
        return [...ids, ...Array(20).fill(callers.user.person?.id ?? "")];
      if (name === "id" && (operation.access === "invited" || OF_LISTS.test(operation.tags[0])))
        return [...ids, ...Array(20).fill(known.invited)];
      if (name === "meeting" || name === "draft") return [...ids, ...Array(20).fill(ownMeeting?.[name] ?? "")];
      if (/id$/i.test(name) || name === "surveys") return likelyIds;
      const likely = LIKELY.find(([names]) => names.test(name));
      if (likely) return Array(20).fill(likely[1]);
      // An address in a free text would later appear in the responses to everyone who reads the text.
      return pattern ? [...likelyEmails, ...known.links] : [];
    };
    const requests = fc.record({
      kind: fc.constant<FuzzRequest["kind"]>("valid"),
      caller: fc.constant(caller),
      parameters: parametersOf(operation, words),
      body: bodyOf(operation, words),
      headers: headersOf(operation),
    });
    return fc.oneof(
      { arbitrary: requests, weight: 4 },
      { arbitrary: requests.chain((request) => withInvalidField(operation, request, words)), weight: 4 },
      { arbitrary: requests.chain((request) => withHostileFields(operation, request, words)), weight: 3 },
      { arbitrary: requests.chain(withBrokenBody), weight: operation.requestBody ? 1 : 0 },
    );
  });
}

/** All clients, and those with access twice, because valid requests must succeed too. */
function likelyCaller(operation: Operation): fc.Arbitrary<CallerName> {
  const may = CALLERS.filter((name) => mayCall(operation, name));
  return fc.oneof(fc.constantFrom(...CALLERS), fc.constantFrom(...may));
}

/** Whether an operation's access allows a client to call it. */
export function mayCall(
  { access, security = [] }: Pick<Operation, "access" | "security">,
  caller: CallerName,
): boolean {
  if (access === "anyone") return true;
  if (access === "invited" || caller === "invited") return access === caller;
  if (access === "cookie") return caller === "cookieAlone";
  if (caller === "cookieAlone" && security.some(({ session }) => session)) return true;
  if (caller === "admin") return true;
  // The fuzzed app has ASK_UNLISTED=surveyors.
  if (access === "surveyor" || access === "asker") return caller === "surveyor" || caller === "otherSurveyor";
  return access === "signedIn" && CALLERS.indexOf(caller) > CALLERS.indexOf("cookieAlone");
}

type WordsFor = (name: string, schema: Schema) => Words;

function parametersOf({ parameters }: Operation, words: WordsFor): fc.Arbitrary<Record<string, unknown>> {
  const all = parameters.map(({ name, schema }) => [name, valid(schema, words(name, schema))]);
  const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name);
  return fc.record(Object.fromEntries(all), { requiredKeys }) as fc.Arbitrary<Record<string, unknown>>;
}

const jsonBody = ({ requestBody }: Operation) => requestBody?.content["application/json"]?.schema;
const takesPicture = ({ requestBody }: Operation) => requestBody?.content["multipart/form-data"] !== undefined;

function bodyOf(operation: Operation, words: WordsFor): fc.Arbitrary<unknown> {
  if (takesPicture(operation)) return pictureBody();
  const schema = jsonBody(operation);
  if (!schema) return fc.constant(undefined);
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valid(one, words(name, one))]);
  const body = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: schema.required ?? [],
  });
  return operation.requestBody?.required ? body : fc.option(body, { nil: undefined, freq: 4 });
}

/** Multipart with a picture, a part of one, or anything else, in the right field or a wrong one. */
function pictureBody(): fc.Arbitrary<Buffer> {
  const whole = bilevelPng(20, 20);
  const contents = fc.oneof(
    fc.constant(whole),
    fc.integer({ min: 0, max: whole.length }).map((length) => whole.subarray(0, length)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.concat([whole.subarray(0, 16), bytes])),
    fc.constantFrom("", "<svg onload=alert(1)>", "GIF89a", "%PDF-1.7").map((text) => Buffer.from(text)),
  );
  return fc
    .record({
      name: fc.constantFrom("image", "image", "image", "file", "__proto__", ""),
      content: contents,
      filename: fc.constantFrom("a.png", "../../a.png", "a.svg", "a\u0000.png", ""),
      type: fc.constantFrom("image/png", "image/svg+xml", "text/html", "x"),
    })
    .map((part) => multipart([part]).body);
}

function headersOf(operation: Operation): fc.Arbitrary<Record<string, string>> {
  const type = takesPicture(operation)
    ? multipart([]).headers
    : jsonBody(operation)
      ? { "content-type": "application/json" }
      : {};
  return fc.constant(type as Record<string, string>);
}

/** Requests with one invalid field. */
function withInvalidField(operation: Operation, request: FuzzRequest, words: WordsFor): fc.Arbitrary<FuzzRequest> {
  const places = positionsOf(operation, request);
  if (places.length === 0) return fc.constant(request);
  return fc.constantFrom(...places).chain(({ part, name, schema }) => {
    if (!schema)
      return fc.constant<FuzzRequest>({ ...request, kind: "hostile", body: { ...(request.body as object), ...EXTRA } });
    return nearlyValid(schema, words(name, schema)).map((value) =>
      put({ ...request, kind: "nearly valid" }, part, name, value),
    );
  });
}

interface FieldPosition {
  part: "parameters" | "body";
  name: string;
  /** Null for fields that stay unchanged. */
  schema: Schema | null;
}

function positionsOf(operation: Operation, { body }: FuzzRequest): FieldPosition[] {
  const parameters = operation.parameters.map(({ name, schema }) => ({ part: "parameters" as const, name, schema }));
  if (typeof body !== "object" || body === null || Buffer.isBuffer(body)) return parameters;
  const fields = Object.entries(jsonBody(operation)?.properties ?? {});
  return [
    ...parameters,
    ...fields.map(([name, schema]) => ({ part: "body" as const, name, schema })),
    { part: "body", name: "", schema: null },
  ];
}

function put(request: FuzzRequest, part: FieldPosition["part"], name: string, value: unknown): FuzzRequest {
  return { ...request, [part]: { ...(request[part] as object), [name]: value } };
}

/** Requests in which every field is hostile or unchanged. */
function withHostileFields(operation: Operation, request: FuzzRequest, words: WordsFor): fc.Arbitrary<FuzzRequest> {
  const places = positionsOf(operation, request).filter(({ schema }) => schema !== null);
  const values = places.map(({ name, schema }) => fc.option(hostile(schema ? words(name, schema) : []), { freq: 2 }));
  return fc.tuple(...values).map((all) =>
    places.reduce<FuzzRequest>(
      (request, { part, name }, index) => (all[index] === null ? request : put(request, part, name, all[index])),
      {
        ...request,
        kind: "hostile",
      },
    ),
  );
}

function withBrokenBody(request: FuzzRequest): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    kind: fc.constant("broken body" as const),
    caller: fc.constant(request.caller),
    parameters: fc.constant(request.parameters),
    body: fc.constantFrom(...BROKEN_BODIES),
    headers: fc.constantFrom<Record<string, string>>(
      { "content-type": "application/json" },
      { "content-type": "application/json; charset=utf-16" },
      { "content-type": "application/json", "content-encoding": "gzip" },
      { "content-type": "text/plain" },
      { "content-type": "multipart/form-data" },
      { "content-type": "application/json", origin: "https://evil.example" },
    ),
  });
}

/** The request as it is sent. */
export function toWire({ method, path, parameters }: Operation, request: FuzzRequest) {
  const query = new URLSearchParams();
  let url = path;
  for (const { name, in: place } of parameters) {
    const value = request.parameters[name];
    // An empty parameter would give another path.
    if (place === "path")
      url = url.replace(`{${name}}`, () => encodeURIComponent(asText(value ?? "").toWellFormed() || " "));
    else if (value !== undefined) for (const one of [value].flat()) query.append(name, asText(one));
  }
  const search = query.toString();
  const { body } = request;
  const payload = body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return {
    method,
    url: search ? `${url}?${search}` : url,
    headers: request.headers,
    ...(payload !== undefined && { payload }),
  };
}
