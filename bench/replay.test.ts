import { expect, test } from "vitest";
import { apportion } from "./apportion.ts";
import { readTotals } from "./readTotals.ts";

const made = `id,title,title_fr,yes,no
1,"Shall the bridge be built, and soon?",,700,300
2,,Un parc ?,1,1999
3,Nobody came,,0,0
`;

test("titles come from the first non-empty title column, and quoted cells are parsed", () => {
  expect(readTotals(`\ufeff${made.replaceAll("\n", "\r\n")}`)).toEqual([
    { title: "Shall the bridge be built, and soon?", yes: 700, no: 300 },
    { title: "Un parc ?", yes: 1, no: 1999 },
    { title: "Nobody came", yes: 0, no: 0 },
  ]);
});

test.each([
  ["", "line 1: the file is empty"],
  ["title,yes\nA,1\n", 'line 1: there is no column "no"'],
  ["name,yes,no\nA,1,2\n", 'line 1: there is no column "title"'],
  ["title,yes,no\n", "line 2: there are no rows below the heading"],
  ["title,yes,no\nA,1,2\nB,x,2\n", 'line 3, column 2 (yes): "x" is not a whole number'],
  ['title,yes,no\n"A\nA",1,2\nB,1,-2\n', 'line 4, column 3 (no): "-2" is not a whole number'],
  ["title,yes,no\n,1,2\n", "line 2, column 1 (title): is empty"],
  ["title,yes,no\nA,1\n", "line 2, column 2: 2 cells, the heading has 3"],
  ['title,yes,no\nA "b",1,2\n', "line 2, column 1: a quotation mark is out of place"],
])("%j is rejected with its line", (content, message) => {
  expect(() => readTotals(content)).toThrow(message);
});

test("votes are divided exactly by the largest-remainder method", () => {
  expect(apportion([1, 1, 1], 100)).toEqual([34, 33, 33]);
  expect(apportion([700, 300, 1, 1999, 0, 0], 301)).toEqual([70, 30, 0, 201, 0, 0]);
  const weights = Array.from({ length: 1000 }, (_, index) => (index * 7919) % 4_000_000);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = apportion(weights, 1_234_567);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(1_234_567);
  for (const [index, part] of parts.entries())
    expect(Math.abs(part - ((weights[index] ?? 0) * 1_234_567) / total)).toBeLessThan(1);
});
