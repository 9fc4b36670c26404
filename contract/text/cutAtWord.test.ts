import { expect, test } from "vitest";
import { cutAtWord } from "./cutAtWord.ts";

test("a short text stays, in one line", () => {
  expect(cutAtWord("One\n\ntwo  three", 13)).toBe("One two three");
});

test("a longer text ends with a whole word and an ellipsis", () => {
  expect(cutAtWord("A question, with a few words more", 20)).toBe("A question, with a…");
  expect(cutAtWord("A question, with words", 15)).toBe("A question…");
  expect(cutAtWord("word ".repeat(100), 200)).toMatch(/^(word )+word…$/);
});

test("a word longer than the limit is cut, but never within an emoji", () => {
  expect(cutAtWord("x".repeat(300), 200)).toBe(`${"x".repeat(199)}…`);
  const family = "👨‍👩‍👧‍👦";
  expect(cutAtWord(family.repeat(30), 25)).toBe(`${family.repeat(2)}…`);
  expect(cutAtWord("日本語".repeat(100), 200)).toHaveLength(200);
});
