import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import { expect, test } from "vitest";
import { readStoredCatalogs } from "../texts/catalogs.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const page = read("docs/specification.md");
const sections = new Set([...page.matchAll(/^##+ (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number));

/** The files that may cite the specification: files that people write, not generated or stored ones. */
const files = globSync(
  "{contract,server,web,e2e,soak,bench,tools,texts,deploy,docs}/**/*.{ts,tsx,css,md,json,mjs,yaml}",
  {
    cwd: root,
    exclude: (path) => /node_modules|dist|generated/.test(path),
  },
).concat("CONTRIBUTING.md", "README.md", "SECURITY.md");

/** A text without the marks that begin a line of a comment, so that a citation may be wrapped. */
const unwrapped = (text: string) => text.replaceAll(/\s+(?:(?:\*|\/\/|#)\s+)?/g, " ");

test("each section that is cited exists", () => {
  const cited = files.flatMap((file) =>
    [...unwrapped(read(file)).matchAll(/specification,? §(\d+(?:\.\d+)?)/gi)].map(([, number = ""]) => ({
      file,
      number,
    })),
  );
  expect(cited.length).toBeGreaterThan(60);
  expect(cited.filter(({ number }) => !sections.has(number))).toEqual([]);
});

test("sections are cited as this page says, so that the test above finds each citation", () => {
  const isOther = /(?<!specification) §\s?\d/i;
  const others = files.filter((file) => file !== "docs/specification.md" && isOther.test(unwrapped(read(file))));
  expect(others).toEqual([]);
  const inside = [...unwrapped(page).matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, number = ""]) => number);
  expect(inside.filter((number) => !sections.has(number))).toEqual([]);
});

test("each page of the site is in the table of routes, and no other", () => {
  const declared = ["web/app/routes.tsx", "web/app/dashboardRoutes.ts"].flatMap((file) =>
    [...read(file).matchAll(/\bpath: "([^"]+)"/g)].map(([, path]) => path),
  );
  const table = page.split("### 2.1 Routes")[1]?.split("### 2.2")[0] ?? "";
  const rows = [...table.matchAll(/^\| (`\/.*?) \|/gm)].map(([, first = ""]) => first);
  const named = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, path]) => path));
  expect(named.sort()).toEqual(declared.sort());
});

test("each endpoint that the page names is declared", () => {
  const declared = new Set(
    [...endpoints.values()].map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, "{}")}`),
  );
  const named = [...page.matchAll(/`(GET|POST|PATCH|PUT|DELETE) (\/[^`?]+)[^`]*`/g)];
  expect(named.length).toBeGreaterThan(27);
  const unknown = named.filter(
    ([, method, path = ""]) => !declared.has(`${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`),
  );
  expect(unknown.map(([call]) => call)).toEqual([]);
});

test("each text that must not change is a text of the product", () => {
  const texts = [...readStoredCatalogs("en").values()];
  const said = new Set(JSON.stringify(texts).match(/"(?:[^"\\]|\\.)*"/g));
  const [, section = ""] = page.split("## 8. Texts");
  const fixed = [...unwrapped(section.split("## 9.")[0] ?? "").matchAll(/"[^"]+"/g)].map(([text]) => text);
  expect(fixed.length).toBeGreaterThan(18);
  expect(fixed.filter((text) => !said.has(text))).toEqual([]);
});

/** The constants that the contract exports, by name. */
async function constants(): Promise<Map<string, unknown>> {
  const all = new Map<string, unknown>();
  for (const file of globSync("contract/**/*.ts", { cwd: root, exclude: (path) => path.includes("test") })) {
    const exported = (await import(join(root, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) if (/^[A-Z][A-Z0-9_]+$/.test(name)) all.set(name, value);
  }
  return all;
}

test("each constant is named with its value, and each limit of the contract is in the table", async () => {
  const declared = await constants();
  const rows = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| ([^|]+) \|/gm)];
  const written = rows.map(([, name = "", value = ""]) => [name, value.replaceAll(/(?<=\d),(?=\d)/g, "")]);
  const [, table = ""] = page.split("## 9. Constants");
  expect(Object.fromEntries(written)).toEqual(
    Object.fromEntries(written.map(([name = ""]) => [name, String(declared.get(name))])),
  );
  const named = new Set([...page.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)].map(([, name = ""]) => name));
  expect([...named].filter((name) => !declared.has(name))).toEqual([]);
  // Units of time.
  const units = ["HOUR_MS", "DAY_MS"];
  const limits = [...declared].filter(([name, value]) => typeof value === "number" && !units.includes(name));
  expect(limits.map(([name]) => name).filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
