import { expect, test } from "vitest";
import { isSimilar, significantWords } from "./similarTitles.ts";

const compare = (a: string, b: string) => isSimilar(significantWords(a, null), significantWords(b, null));

test.each([
  ["Should the office buy a coffee machine?", "Should our office buy coffee machines?"],
  ["Do you replace your kitchen sponge every week?", "do you replace the KITCHEN sponge each week"],
  ["Should dogs be allowed in the office?", "Should we allow dogs in our office?"],
  ["Gehört die Küche geputzt?", "Gehört die Küche geputzt"],
  ["오늘 점심 메뉴 좋았나요?", "오늘 점심 메뉴 좋았나요"],
])("%s and %s ask nearly the same", (a, b) => expect(compare(a, b)).toBe(true));

test.each([
  ["Should the office buy a coffee machine?", "Should the office buy a second fridge?"],
  ["Do you cook every week?", "Do you replace your kitchen sponge every week?"],
  ["Is it good?", "Is it good?"],
  ["", "Should the office buy a coffee machine?"],
])("%s and %s don't", (a, b) => expect(compare(a, b)).toBe(false));

test("in other languages no word is taken for an English one", () => {
  expect(significantWords("Soll das Amt die Hose an alle geben?", "de")).toContain("an");
  expect(significantWords("Soll das Amt die Hose an alle geben?", "de")).toContain("hose");
  expect(significantWords("Should we allow hoses?", "en")).toEqual(["allow", "hos"]);
});
