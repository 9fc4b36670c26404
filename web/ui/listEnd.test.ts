import { expect, test } from "vitest";
import { formatTotal, moreLabel } from "./listEnd.ts";

test("a total that was cut short shows a plus, and is never below the rows shown", () => {
  expect(formatTotal({ total: 45, isMinimum: false, next: "x" }, 24)).toBe("45");
  expect(formatTotal({ total: 100, isMinimum: true, next: "x" }, 24)).toBe("100+");
  expect(formatTotal({ total: 100, isMinimum: true, next: "x" }, 120)).toBe("120+");
  expect(formatTotal({ total: 100, isMinimum: true, next: null }, 130)).toBe("130");
});

test("the button for more rows names the total when one press loads all that are left", () => {
  const page = (rows: number, total: number, isMinimum = false) => ({
    rows: Array(rows).fill(0),
    total,
    isMinimum,
    next: "x",
  });
  expect(moreLabel([page(24, 36)])).toBe("Show all 36");
  expect(moreLabel([page(24, 1000)])).toBe("Show more");
  expect(moreLabel([page(24, 1040), page(1000, 1040)])).toBe("Show all 1,040");
  expect(moreLabel([page(24, 36, true)])).toBe("Show more");
});
