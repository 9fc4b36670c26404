import { expect, test } from "vitest";
import { nextSort, sortRows } from "./tableSort.ts";

test("a header leads from its first direction to the other one and back to the list's own order", () => {
  const highest = nextSort(null, "Total", true);
  expect(highest).toEqual({ by: "Total", direction: "descending" });
  const lowest = nextSort(highest, "Total", true);
  expect(lowest).toEqual({ by: "Total", direction: "ascending" });
  expect(nextSort(lowest, "Total", true)).toBeNull();
  expect(nextSort(lowest, "Title", false)).toEqual({ by: "Title", direction: "ascending" });
});

test("numbers are ordered by value, text as people do, and equal rows keep their order", () => {
  const rows = [
    { title: "banana 10", total: 9 },
    { title: "Apple", total: 10 },
    { title: "Banana 9", total: 9 },
    { title: "éclair", total: 100 },
  ];
  const titles = (of: typeof rows) => of.map(({ title }) => title);
  expect(titles(sortRows(rows, ({ total }) => total, "descending"))).toEqual([
    "éclair",
    "Apple",
    "banana 10",
    "Banana 9",
  ]);
  expect(titles(sortRows(rows, ({ title }) => title, "ascending"))).toEqual([
    "Apple",
    "Banana 9",
    "banana 10",
    "éclair",
  ]);
});
