import { endpoints } from "@survey-app/contract/endpoints.ts";
import { openapi } from "@survey-app/contract/openapi.ts";
import { schemaNames } from "@survey-app/contract/schemaNames.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import * as z from "zod/mini";

type Schema = Record<string, unknown>;
interface Document {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Schema> };
}

const document = openapi("/api") as unknown as Document;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test("each schema and each response that the document refers to is in it, and no other is", () => {
  const named = Object.entries(document.components).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => `#/components/${kind}/${name}`),
  );
  const referred = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to);
  // Security schemes are referred to by their name alone.
  const isOther = (name: string) => name.startsWith("#/components/securitySchemes/");
  expect(named.filter((name) => !isOther(name)).sort()).toEqual([...new Set(referred)].sort());
});

test("no two responses have the same name", () => {
  const names = new Map<string, unknown>();
  for (const [name, { response }] of endpoints) {
    const schema = inside(inside(response));
    const id = schemaNames.get(schema)?.id;
    if (id) expect(names.get(id) ?? schema, `${id}, ${name}`).toBe(schema);
    if (id) names.set(id, schema);
  }
  expect(names.size).toBeGreaterThan(50);
});

/** The inner schema of a list or a nullable schema; others are returned unchanged. */
function inside(schema: z.ZodMiniType): z.ZodMiniType {
  if (schema instanceof z.ZodMiniNullable) return schema.def.innerType as z.ZodMiniType;
  return schema instanceof z.ZodMiniArray ? (schema.def.element as z.ZodMiniType) : schema;
}

test("each named schema is a valid JSON Schema", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "openapi");
  for (const name of Object.keys(document.components.schemas))
    expect(ajv.getSchema(`openapi#/components/schemas/${name}`), name).toBeTypeOf("function");
  expect(ajv.validate("openapi#/components/schemas/Modified", { modifiedCount: 1 })).toBe(true);
  expect(ajv.validate("openapi#/components/schemas/Modified", { modifiedCount: "1" })).toBe(false);
});

test("a schema that several responses contain has a name, so that generated clients have one type for it", () => {
  /** The operations whose successful response contains each object, written as JSON. */
  const found = new Map<string, Set<string>>();
  const collect = (part: unknown, operationId: string): void => {
    if (typeof part !== "object" || part === null) return;
    const { type, properties } = part as Schema;
    if (type === "object" && Object.keys(properties ?? {}).length > 3) {
      const key = JSON.stringify(part);
      found.set(key, (found.get(key) ?? new Set()).add(operationId));
    }
    for (const inner of Object.values(part)) collect(inner, operationId);
  };
  for (const { operationId, responses } of operations) collect(responses["200"], operationId);
  const repeated = [...found].filter(([, users]) => users.size > 1).map(([, users]) => [...users].join(" "));
  expect(repeated).toEqual([]);
});

test("a successful response is a named schema, a list or a choice of them, or text", () => {
  const isNamed = (schema: Schema): boolean => {
    if ("$ref" in schema) return true;
    if (Array.isArray(schema.anyOf)) return schema.anyOf.every((one: Schema) => one.type === "null" || isNamed(one));
    return schema.type === "array" ? isNamed(schema.items as Schema) : schema.type !== "object";
  };
  const unnamed = operations.filter(({ responses }) => {
    const { content } = responses["200"] as { content: Record<string, { schema: Schema }> };
    return !Object.values(content).every(({ schema }) => isNamed(schema));
  });
  expect(unnamed.map(({ operationId }) => operationId)).toEqual([]);
});
