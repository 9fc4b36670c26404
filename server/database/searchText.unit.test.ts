import { expect, test } from "vitest";
import { soughtPart, spelled } from "./searchText.ts";

test("texts are spelled in letters, digits and spaces, every other character as five capitals", () => {
  expect(spelled("Is TV\n good?")).toBe("  is  tv  goodX".replace("X", `  ${spelled("?").trim()}`));
  for (const text of ["ÄÖÜ ß", "日本語", "😀👍🏽", "' or 1=1 --", '%_\\*"', "ı İ", "\u{10FFFF}"])
    expect(spelled(text)).toMatch(/^(?: {2}(?:[a-z0-9]|Z[A-Y]{4})+)+$/);
});

test("different characters are spelled differently", () => {
  const characters = [..."?!%_\\'\"*()+-äöüßıéñčжн日本語한글😀👍"];
  expect(new Set(characters.map(spelled)).size).toBe(characters.length);
});

test("what looks the same is spelled the same", () => {
  expect(spelled("A\u0308RGER  ﬁne ＦＵＬＬ")).toBe(spelled("ärger fine full"));
});

test("any part of three letters is searched for anywhere, a shorter one where a word begins", () => {
  const text = spelled("Is a mixer worth it?");
  for (const q of ["mix", "ixe", "xer w", "it?", "?", "a", "m", "mi", "a mixer"]) expect(text).toContain(soughtPart(q));
  for (const q of ["ix", "x", "mixers", "o"]) expect(text).not.toContain(soughtPart(q));
  expect(soughtPart("")).toBe("");
});
