import { expect, test } from "vitest";
import { formatCount, formatTotal } from "./formatCount.ts";

test("thousands stand apart", () => {
  expect([0, 999, 1000, 1_234_567].map(formatCount)).toEqual(["0", "999", "1\u202f000", "1\u202f234\u202f567"]);
});

test("a total that was cut short says that there are more, and never less than is shown", () => {
  expect(formatTotal({ total: 45, isCut: false, next: "x" }, 24)).toBe("45");
  expect(formatTotal({ total: 100, isCut: true, next: "x" }, 24)).toBe("100+");
  expect(formatTotal({ total: 100, isCut: true, next: "x" }, 120)).toBe("120+");
  expect(formatTotal({ total: 100, isCut: true, next: null }, 130)).toBe("130");
});
