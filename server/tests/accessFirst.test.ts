import { endpoints } from "@survey-app/contract/endpoints.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let person: Person;
beforeAll(async () => {
  t = await testApp();
  person = await makePerson(t.database, t.tokens);
});
afterAll(() => t.close());

// Security: R46
test("an unauthorized request is rejected before its body is read: invalid input changes no 401 or 403", async () => {
  for (const [name, endpoint] of endpoints) {
    if (endpoint.access === "anyone" || endpoint.access === "cookie" || endpoint.method === "GET") continue;
    const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, "x"]));
    const visitor = await t.send(endpoint, {
      params,
      body: "{",
      headers: { "content-type": "application/json" },
    });
    expect(visitor.statusCode, name).toBe(endpoint.access === "invited" ? 409 : 401);
    if (endpoint.access === "signedIn" || endpoint.access === "invited") continue;
    const user = await t.send(endpoint, {
      as: person,
      params,
      body: "{",
      headers: { "content-type": "application/json" },
    });
    expect(user.statusCode, name).toBe(403);
  }
});
