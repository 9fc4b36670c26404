import fc from "fast-check";

/** The part of JSON Schema that our OpenAPI document uses. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Values of existing resources, which are tried wherever a schema allows them. */
export type Words = readonly string[];

const PLAUSIBLE = [
  "Kettle-on7!",
  "https://example.org/a.webp",
  "/images/0199f3a2-7c53-7c0c-9d0a-1f7b7a3f0b11.webp",
  "2199-01-02",
  "2199-01-02T03:04:05.678Z",
  "Europe/Zurich",
  "Plain words, ünïcode 投票 and 👍🏽",
  "WzAsIngiXQ",
  "pi_0123456789",
];

/** Values that have broken other servers: a text in one context, but code, a path, a number or nothing in another. */
const HOSTILE = [
  "' OR 1=1 --",
  "'; DROP TABLE votes; --",
  '" UNION SELECT token FROM sessions --',
  "%' ESCAPE '!",
  '{"$ne":null}',
  "$where: sleep(1000)",
  "../../../../etc/passwd",
  "..\\..\\survey-app.sqlite",
  "%2e%2e%2f",
  "file:///etc/passwd",
  "http://169.254.169.254/latest/meta-data/",
  "a\r\nSet-Cookie: x=1",
  "a\nBcc: all@example.org",
  "%0d%0aX: 1",
  "%s%n%x%p",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a payload, not a template
  "${7*7}#{7*7}{{7*7}}<%= 7*7 %>",
  "<script>alert(1)</script>",
  "$(reboot)`reboot`|reboot;reboot",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "a\u0000b",
  "\ud800",
  "x\udfffy",
  "\u202egnp.exe",
  "\ufeff",
  "\u200b",
  "İıſK",
  "e\u0301".repeat(100),
  "Z\u0351\u036b\u0343".repeat(80),
  "9".repeat(400),
  "-0",
  "1e309",
  "0x7fffffff",
  "9223372036854775808",
  "-9223372036854775809",
  "NaN",
  "+275760-09-13T00:00:00.001Z",
  "0000-00-00",
  "2026-02-30",
  "undefined",
  "null",
  "a,b,,c",
  `${"a,".repeat(200)}a`,
  "((((((((((a)+)+)+)+)+)+)+)+)+)+$",
  `${"a".repeat(5000)}!`,
  `a@${"a.".repeat(100)}a`,
] as const;

const OTHER_TYPES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e300,
  "",
  " ",
  [],
  ["a"],
  [[]],
  {},
  { toString: 1 },
  { length: 1e9 },
  { $ne: 1 },
];

const textOf = (schema: Schema) => [schema.type].flat().includes("string");

/** Whether a text matches a schema. */
export function isAllowed(text: string, { pattern, minLength = 0, maxLength = 10_000 }: Schema): boolean {
  const length = [...text].length;
  return length >= minLength && length <= maxLength && (!pattern || new RegExp(pattern, "u").test(text));
}

/** Values that the schema allows. */
export function valid(schema: Schema, words: Words): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valid(one, words)));
  if (schema.properties) return validObject(schema, words);
  if (schema.items) return fc.uniqueArray(valid(schema.items, words), { minLength: 1, maxLength: 4 });
  if (textOf(schema)) return validText(schema, words);
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "boolean") return fc.boolean();
  const { minimum = -1000, maximum = 1000 } = schema;
  return fc.integer({ min: minimum, max: maximum });
}

function validObject({ properties = {}, required = [] }: Schema, words: Words): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, one]) => [name, valid(one, words)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: required });
}

function validText(schema: Schema, words: Words): fc.Arbitrary<unknown> {
  const knownTexts = [...words, ...PLAUSIBLE].filter((text) => isAllowed(text, schema));
  const generated = madeText(schema);
  return knownTexts.length > 0
    ? fc.oneof({ arbitrary: fc.constantFrom(...knownTexts), weight: 4 }, ...generated)
    : fc.oneof(...generated);
}

/** Cached by the schema: making one takes longer than all requests with its texts. */
const madeTexts = new Map<string, fc.Arbitrary<string>[]>();

function madeText({ pattern, minLength, maxLength }: Schema): fc.Arbitrary<string>[] {
  const limits = { pattern, minLength, maxLength };
  const key = JSON.stringify(limits);
  const made = madeTexts.get(key) ?? makeText(limits);
  madeTexts.set(key, made);
  return made;
}

function makeText(schema: Schema): fc.Arbitrary<string>[] {
  const { pattern, minLength = 0, maxLength = 200 } = schema;
  if (!pattern) return [fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 300) })];
  // Nothing can be generated from look-aheads, so only known values are used.
  if (pattern.includes("(?=")) return [];
  return [fc.stringMatching(new RegExp(pattern), { size: "xsmall" }).filter((text) => isAllowed(text, schema))];
}

/** A value as text; objects as JSON, because generated ones may not have a prototype, and so no `toString`. */
export const asText = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** Values with one error, or at a limit; `undefined` omits the field. */
export function nearlyValid(schema: Schema, words: Words): fc.Arbitrary<unknown> {
  const right = valid(schema, words);
  return fc.oneof(
    fc.constant(undefined),
    fc.constantFrom(...OTHER_TYPES),
    fc.constantFrom(...edges(schema)),
    right.map((value) => [value]),
    right.map(asText),
    right.map((value) => ({ value })),
    right.map((value) => ` ${asText(value)}\u0000`),
    right.map((value) => `\u202e${asText(value)}`),
    fc.integer({ min: 1, max: 2000 }).map(nested),
  );
}

/** The last allowed and the first invalid value at both limits. */
function edges(schema: Schema): unknown[] {
  const all = [schema, ...(schema.anyOf ?? [])];
  const lengths = all.flatMap(({ minLength, maxLength }) =>
    [minLength, maxLength].flatMap((edge) => (edge === undefined ? [] : [edge - 1, edge, edge + 1])),
  );
  const numbers = all.flatMap(({ minimum, maximum }) =>
    [minimum, maximum].flatMap((edge) => (edge === undefined ? [] : [edge - 1, edge, edge + 0.5, edge + 1])),
  );
  const texts = lengths.filter((length) => length >= 0).flatMap((length) => ["x".repeat(length), "👍".repeat(length)]);
  return ["", ...numbers, ...numbers.map(String), ...texts];
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let index = 0; index < depth; index++) value = index % 2 ? [value] : { value };
  return value;
}

const ANY_TEXT = fc.string({ unit: "binary", maxLength: 60 });

export function hostile(words: Words): fc.Arbitrary<unknown> {
  return fc.oneof(fc.constantFrom(...HOSTILE, ...words), fc.constantFrom(...OTHER_TYPES), ANY_TEXT, fc.double());
}

/** Bodies that are not JSON, or hostile JSON. */
export const BROKEN_BODIES = [
  "",
  "{",
  "null",
  "[]",
  '"text"',
  "1e400",
  '{"__proto__":{"role":"admin","storedRole":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  '{"a":1,"a":2}',
  '{"email":"a@example.org","email":{"$gt":""}}',
  `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
  "[".repeat(60_000),
  "\ufeff{}",
  "{}\u0000",
  `{"x":"${"x".repeat(70_000)}"}`,
];

/** Fields that a client must not set: the server ignores them. */
export const EXTRA = {
  role: "admin",
  storedRole: "admin",
  status: 2,
  isMember: true,
  userId: "x",
  owner_id: "x",
  totalVotes: 1e6,
  price_cents: 1,
  emailVerified: true,
};
