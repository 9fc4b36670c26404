import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
/** The ids of docs/security-tests.md, in its order. */
const claimed = [...read("docs/security-tests.md").matchAll(/^\| ([A-Z]\d\d) \| \S.* \|$/gm)].map(([, id]) => id);
/** All marks, `// Security: R01, H13`, with the line below each. */
const marks = globSync("{contract,server,web,tools,e2e,bench,soak}/**/*.{test,spec}.{ts,tsx}", {
  cwd: root,
  exclude: ["**/node_modules/**"],
}).flatMap((file) =>
  [...read(file).matchAll(/^[ \t]*\/\/ Security: (.+)\n(.*)/gm)].map(([, ids = "", below = ""]) => ({
    file,
    ids: ids.split(", "),
    below,
  })),
);

test("the page has the sixteen vulnerabilities and the fifty-four requirements of the checklist, each id once", () => {
  const numbered = (letter: string, count: number) =>
    Array.from({ length: count }, (_, index) => letter + String(index + 1).padStart(2, "0"));
  expect(claimed).toEqual(expect.arrayContaining([...numbered("H", 16), ...numbered("R", 54)]));
  expect(new Set(claimed).size).toBe(claimed.length);
});

test("every security requirement has a test, and every test names requirements of the page", () => {
  const proven = new Set(marks.flatMap(({ ids }) => ids));
  expect(claimed.filter((id) => !proven.has(id ?? ""))).toEqual([]);
  expect(marks.filter(({ ids }) => ids.some((id) => !claimed.includes(id)))).toEqual([]);
});

test("a security requirement is named directly above a test or a group of tests", () => {
  expect(marks.filter(({ below }) => !/^\s*(\/\/|(test|describe)\b)/.test(below))).toEqual([]);
});
