import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faults } from "./faults.ts";

const root = join(import.meta.dirname, "../..");

test("the text of each planted fault occurs once in its file, so that the fault can be planted", () => {
  const timesOf = ({ file, text }: (typeof faults)[number]) =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8").split(text).length - 1 : `no ${file}`;
  const wrong = faults.map((fault) => `${fault.name}: ${timesOf(fault)}`).filter((times) => !times.endsWith(": 1"));
  expect(wrong).toEqual([]);
});

test("each planted fault has its own name, changes its file, and names an existing file of tests", () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  expect(faults.filter(({ text, becomes }) => text === becomes)).toEqual([]);
  const files = faults.flatMap(({ foundBy }) => ("file" in foundBy ? [foundBy.file] : []));
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("each test that must find a planted fault still has its title", () => {
  const renamed = faults.flatMap(({ name, foundBy }) => {
    if (!("file" in foundBy) || foundBy.isComposed) return [];
    return readFileSync(join(root, foundBy.file), "utf8").includes(foundBy.title) ? [] : [`${name}: ${foundBy.title}`];
  });
  expect(renamed).toEqual([]);
});
