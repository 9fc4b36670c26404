import { expect, test } from "vitest";
import { openapi } from "../openapi.ts";

/** The names and schemas of all fields in a JSON schema or an OpenAPI document, with their place. */
function fieldsOf(value: unknown, place: string): [place: string, field: string, schema: object][] {
  if (typeof value !== "object" || value === null) return [];
  const { properties = {} } = value as { properties?: object };
  const own = Object.entries(properties).map(([field, schema]) => [place, field, schema] as [string, string, object]);
  return [...own, ...Object.entries(value).flatMap(([key, part]) => fieldsOf(part, `${place} ${key}`))];
}

test("the status of a survey is 1 or 2 in every request and response", () => {
  const { paths, components } = openapi("https://surveys.example") as { paths: object; components: object };
  // Of users and payments it is a word, and of errors and of a webhook's delivery the status of an HTTP response.
  const numbers = fieldsOf({ paths, components }, "").filter(
    ([place, field, schema]) =>
      ["status", "seenStatus"].includes(field) &&
      !/webhook|delivery|problem/i.test(place) &&
      !JSON.stringify(schema).includes("string"),
  );
  expect(numbers.length).toBeGreaterThan(10);
  for (const [place, field, schema] of numbers)
    expect(JSON.stringify(schema), `${place} ${field}`).toContain('"enum":[1,2]');
});
