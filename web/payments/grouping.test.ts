import { expect, test } from "vitest";
import { grouped, slashed } from "./grouping.ts";

/** `|` marks the caret. */
const index = (marked: string) => ({ text: marked.replace("|", ""), caret: marked.indexOf("|") });
const marked = ({ text, caret }: { text: string; caret: number }) => `${text.slice(0, caret)}|${text.slice(caret)}`;

test.each([
  ["typing continues after a gap", "42424|", "4242", "4242 4|"],
  ["pasted with dashes", "4242-4242-4242-4242|", "", "4242 4242 4242 4242|"],
  ["pasted with spaces of its own", "42 4242 424242 4242|", "", "4242 4242 4242 4242|"],
  ["a digit put into the middle moves the rest", "4291|42 4242", "4242 4242", "4291| 4242 42"],
  ["letters are left out", "4242 a|", "4242 ", "4242|"],
  ["more than a card has is left out", "4242 4242 4242 4242 4242|", "", "4242 4242 4242 4242 424|"],
])("a card number: %s", (_, typed, before, shown) => {
  expect(marked(grouped(index(typed), before, false))).toBe(shown);
});

test("Backspace after a gap deletes the digit before it and keeps the caret in place", () => {
  expect(marked(grouped(index("4242|4111"), "4242 4111", true))).toBe("424|4 111");
  expect(marked(grouped(index("4242 411|"), "4242 4111", true))).toBe("4242 411|");
});

test.each([
  ["08|", "08|"],
  ["082|", "08/2|"],
  ["0829|", "08/29|"],
  ["8/29|", "8/29|"],
  ["08/2029|", "08/2029|"],
  ["0|829", "0|829"],
])("an expiry typed as %s is shown as %s", (typed, shown) => {
  expect(marked(slashed(index(typed)))).toBe(shown);
});

test("digits of other scripts are grouped and slashed like plain ones, which take their place", () => {
  expect(grouped({ text: "٤٢٤٢٤", caret: 5 }, "", false)).toEqual({ text: "4242 4", caret: 6 });
  expect(slashed({ text: "۰۸۲", caret: 3 })).toEqual({ text: "08/2", caret: 4 });
});
