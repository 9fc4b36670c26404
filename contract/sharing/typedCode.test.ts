import { expect, test } from "vitest";
import { isShortCode, pathOfCode, readTypedCode } from "./typedCode.ts";

const personal = "31SQP6B60DPCSRTC6M96F00A03";

test.each([
  ["8k4f2q", "/v/8K4F2Q"],
  [" 8K4F-2QXW. ", "/v/8K4F2QXW"],
  ["http://votes.example/v/8K4F2QXW/", "/v/8K4F2QXW"],
  ["votes.example/v?code=8K4F2Q", "/v/8K4F2Q"],
  // With parameters that networks add to shared links.
  ["https://votes.example/v/8K4F2QXW?fbclid=IwZXh0bgNhZW0CMTEAAR0", "/v/8K4F2QXW"],
  ["https://votes.example/v?code=8K4F2Q&fbclid=IwZXh0bgNhZW0CMTEAAR0", "/v/8K4F2Q"],
  ["https://votes.example/i?fbclid=IwZXh0#31SQ-P6B6-0DPC", "/i#31SQP6B60DPC"],
  ["votes.example/v?lang=de&code=8K4F2Q", "/v/8K4F2Q"],
  ["31sq p6b6 0dpc", "/i#31SQP6B60DPC"],
  ["http://votes.example/i#31SQ-P6B6-0DPC-SRTC-6M96-F00A-03", `/i#${personal}`],
  // Not a code of any kind: the page for short addresses says so.
  ["8K4F2", "/v/8K4F2"],
])("the code %s leads to %s", (typed, path) => {
  const code = readTypedCode(typed);
  expect(code && pathOfCode(code)).toBe(path);
});

test.each(["", "  ", "quux", "#"])("%j isn't a code", (typed) => {
  expect(readTypedCode(typed)).toBeNull();
});

test("the length of a code tells whether it is for a screen or paper", () => {
  const isShort = (signs: string) => isShortCode({ signs, isPersonal: false });
  expect([6, 8].map((length) => isShort("0".repeat(length)))).toEqual([true, true]);
  expect([0, 5, 7, 12, 26].map((length) => isShort("0".repeat(length)))).toEqual(Array(5).fill(false));
});
