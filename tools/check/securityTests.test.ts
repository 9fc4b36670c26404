import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { requirements } from "./securityRequirements.ts";
import { findSecurityTests, PAGE, renderPage } from "./securityTests.ts";

const tests = findSecurityTests();
const claimed = requirements.flatMap(({ byId }) => Object.keys(byId));

test("the list has the sixteen vulnerabilities and the fifty-four requirements of the checklist", () => {
  const numbered = (letter: string, count: number) =>
    Array.from({ length: count }, (_, at) => letter + String(at + 1).padStart(2, "0"));
  expect(claimed).toEqual(expect.arrayContaining([...numbered("H", 16), ...numbered("R", 54)]));
});

test("every security requirement has a test, and every test names a listed requirement", () => {
  const proven = new Set(tests.flatMap(({ ids }) => ids));
  expect(claimed.filter((id) => !proven.has(id))).toEqual([]);
  expect([...proven].filter((id) => !claimed.includes(id))).toEqual([]);
  expect(tests.filter(({ title }) => title === "")).toEqual([]);
});

test("docs/security-tests.md is up to date (npm run security-tests)", () => {
  expect(readFileSync(PAGE, "utf8")).toBe(renderPage(tests));
});
