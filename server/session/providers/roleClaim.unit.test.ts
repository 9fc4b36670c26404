import { expect, test } from "vitest";
import { readClaim, readRole } from "./roleClaim.ts";

test.each([
  ["groups", { groups: ["a"] }],
  ["realm_access.roles", { realm_access: { roles: ["a"] } }],
  ["resource_access.survey-app.roles", { resource_access: { "survey-app": { roles: ["a"] } } }],
  ["https://company.example/roles", { "https://company.example/roles": ["a"] }],
  // The exact name comes first, and a step of a path can have dots too.
  ["realm.roles", { "realm.roles": ["a"], realm: { roles: ["b"] } }],
  ["resource_access.survey.example.roles", { resource_access: { "survey.example": { roles: ["a"] } } }],
  ["https://company.example/realm.roles", { "https://company.example/realm": { roles: ["a"] } }],
])("the claim %s is found", (path, claims) => {
  expect(readClaim(claims, path)).toEqual(["a"]);
});

test.each([
  ["realm_access.roles", { realm_access: "roles" }],
  ["realm_access.roles", { realm_access: null }],
  ["constructor.name", {}],
  ["groups.length", {}],
  ["__proto__", {}],
])("the claim %s is not found in %o", (path, claims) => {
  expect(readClaim(claims, path)).toBeUndefined();
});

const rules = { claim: "realm_access.roles", admin: "admins", surveyor: "team" };
test.each([
  [{ realm_access: { roles: ["admins", "team"] } }, { is: "carried", role: "admin" }],
  [{ realm_access: { roles: "team" } }, { is: "carried", role: "surveyor" }],
  [{ realm_access: { roles: [] } }, { is: "carried", role: "user" }],
  [{ realm_access: { roles: [{ name: "admins" }] } }, { is: "carried", role: "user" }],
  [{ realm_access: { roles: null } }, { is: "missing" }],
  [{}, { is: "missing" }],
  [{ _claim_names: { realm_access: { roles: "src1" } } }, { is: "tooLong" }],
  [{ _claim_names: { "realm_access.roles": "src1" } }, { is: "tooLong" }],
  [{ _claim_names: { groups: "src1" } }, { is: "missing" }],
])("%o says about the role: %o", (claims, answer) => {
  expect(readRole(rules, claims, { isComplete: true })).toEqual(answer);
});

test("a claim that may be where the provider gave no answer is not missing", () => {
  expect(readRole(rules, {}, { isComplete: false })).toEqual({ is: "unread" });
});
