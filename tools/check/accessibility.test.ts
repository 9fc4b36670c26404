import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { offeredLanguages as languages, type OfferedLanguage } from "@survey-app/texts/languages.ts";
import { describe, expect, test } from "vitest";
import { readStoredCatalogs } from "../texts/catalogs.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const report = read("docs/accessibility.md");

/** WCAG 2.2, levels A and AA. */
const CRITERIA =
  `1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13
2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8
3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3`.split(/\s/);
/** The clauses of EN 301 549 that each need a separate line. */
const CLAUSES =
  "5.1 5.2 5.3 5.4 5.5 5.6 5.7 5.8 5.9 9.5 9.6 11.8.1 11.8.2 11.8.3 11.8.4 11.8.5 12.1.1 12.1.2 12.2.2 12.2.3 12.2.4".split(
    " ",
  );

/** The rows of the tables whose first column has this title. */
function rowsOf(first: string): string[][] {
  const tables = report.split("\n\n").filter((part) => part.startsWith(`| ${first} |`));
  return tables.flatMap((table) =>
    table
      .trim()
      .split("\n")
      .slice(2)
      .map((row) =>
        row
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  );
}

const proofs = new Map(rowsOf("name").map(([name = "", proof = ""]) => [name, proof]));
/** The last columns of a line are its result, its remarks and its proofs. */
const lines = [...rowsOf("criterion"), ...rowsOf("clause")].map((cells) => {
  const [result = "", remarks = "", proof = ""] = cells.slice(-3);
  return { about: cells[0] ?? "", result, remarks, proofs: proof.split(", ").filter(Boolean) };
});

describe.each([...proofs])("the proof %s", (name, proof) => {
  test("is an existing test, and is used", () => {
    const [, file = "no such file", title = ""] = /^`([^`]+\.(?:spec|test)\.tsx?)` "(.+)"$/.exec(proof) ?? [];
    expect(existsSync(join(root, file)), proof).toBe(true);
    expect(read(file), file).toContain(title);
    expect(title).not.toBe("");
    expect(lines.some((line) => line.proofs.includes(name))).toBe(true);
  });
});

describe.each(lines)("$about", ({ result, remarks, proofs: named }) => {
  test("has a result, and a proof that exists or a reason", () => {
    expect(["supports", "partly", "fails", "doesn't apply"]).toContain(result);
    expect(named.filter((name) => !proofs.has(name))).toEqual([]);
    if (result === "supports") expect(named).not.toEqual([]);
    else expect(remarks).not.toBe("");
  });
});

test("the report has a line for every criterion and clause, once", () => {
  const numbers = lines.map(({ about }) => about.split(" ")[0]);
  for (const number of [...CRITERIA, ...CLAUSES])
    expect(
      numbers.filter((each) => each === number),
      number,
    ).toEqual([number]);
});

test("the product's page and this report agree, in every language", () => {
  const partsOf = (language: OfferedLanguage) =>
    (readStoredCatalogs(language).get("legalDocuments") as { accessibility: string[] }).accessibility;
  const english = partsOf("en");
  // The report says in the same words what doesn't work.
  const failing = english[english.indexOf("# What doesn't work yet") + 1] ?? "";
  const sentences = failing.split("\n").flatMap((line) => line.replace(/^- |\.$/g, "").split(". "));
  expect(sentences.length).toBeGreaterThan(1);
  for (const sentence of sentences) expect(report.toLowerCase()).toContain(sentence.toLowerCase());
  const shape = (parts: string[]) => parts.map((part) => part.split("\n").length);
  for (const language of languages) expect(shape(partsOf(language)), language).toEqual(shape(english));
});
