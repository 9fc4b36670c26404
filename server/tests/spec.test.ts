import { endpoints } from "@survey-app/contract/endpoints.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

/**
 * The endpoints of specification §7.2, copied from it and not from the contract: method and path as the specification
 * writes them.
 */
const spec = [
  "POST /jwt",
  "GET /user/{email}",
  "POST /user",
  "GET /all/user?role={role}",
  "PATCH /users/admin/{id}",
  // "POST to an image hosting service, multipart with field image": ours, under the name that specification §7.2 fixes.
  "POST /images",
  "POST /surveysForm",
  "PATCH /surveyor/{id}",
  "GET /surveyor?email={email}",
  "GET /surveyor/{id}",
  "GET /letest/surveyor",
  "GET /all/surveyor",
  "GET /vote/{id}",
  "GET /vote/collect/{id}",
  "GET /vote/collection",
  "POST /serveyVoting",
  "GET /allSuryesPage?category={category}&sort={asc or desc}",
  "POST /api/feedback",
  "GET /feedback/{id}",
  "GET /all/feedback/{email}",
  "POST /create-payment-intent",
  "POST /payments",
  "GET /payment/all",
  "GET /payment/{email}",
  "GET /participate/surveys/{email}",
  "GET /participate/surveys-inapp/{email}",
  "GET /participate/surveys-Coment/{email}",
];

let t: TestApp;
let admin: Person;
let survey: string;

beforeAll(async () => {
  t = await testApp();
  const people = await createUsersOfEveryRole(t.database, t.tokens);
  admin = people.admin;
  survey = await t.makeSurvey(people.surveyor, { publishedBy: admin });
});
afterAll(() => t.close());

test("specification §7.2 has 27 endpoints", () => {
  expect(new Set(spec).size).toBe(27);
});

test.each(spec)("%s is declared in the contract", (line) => {
  const [method, path] = split(line);
  const pattern = path.replaceAll(/\{\w+\}/g, ":");
  const declared = [...endpoints.values()].map((each) => `${each.method} ${each.path.replaceAll(/:\w+/g, ":")}`);
  expect(declared).toContain(`${method} ${pattern}`);
});

test.each(spec)("%s is served", async (line) => {
  const response = await ask(line);
  // Both a missing route and an unknown id return 404; another method distinguishes them.
  expect(response.statusCode, response.payload).not.toBe(405);
  expect(response.statusCode, response.payload).toBeLessThan(500);
  if (response.statusCode === 404) expect(await isRouted(line), `${line} has no route`).toBe(true);
});

test("an unknown path beside the spec's gets 404", async () => {
  const response = await t.app.inject({ method: "GET", url: "/api/participate/surveys-nothing/a@example.org" });
  expect(response.statusCode).toBe(404);
});

const categories: Record<string, string> = { category: "Cleaning Tools", "asc or desc": "asc", role: "user" };

/** Sends the request as an admin, with existing ids and emails. */
function ask(line: string) {
  const [method, path, search] = split(line);
  const filled = (text: string) =>
    text.replaceAll(/\{([\w ]+)\}/g, (_, name: string) =>
      encodeURIComponent(name === "id" ? survey : name === "email" ? admin.email : (categories[name] ?? "")),
    );
  return t.app.inject({
    method,
    url: `/api${filled(path)}${search && `?${filled(search)}`}`,
    headers: { authorization: `Bearer ${admin.token}` },
    ...(method !== "GET" && { payload: {} }),
  });
}

/** Whether the URL has a route, according to the router. */
async function isRouted(line: string): Promise<boolean> {
  const [method, path] = split(line);
  return t.app.hasRoute({ method, url: `/api${path.replaceAll(/\{(\w+)\}/g, ":$1")}` });
}

function split(line: string): [method: "GET" | "POST" | "PATCH", path: string, search: string] {
  const [, method = "", path = "", search = ""] = /^(\w+) ([^?]+)\??(.*)$/.exec(line) ?? [];
  return [method as "GET", path, search];
}
