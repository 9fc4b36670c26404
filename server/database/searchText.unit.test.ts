import { expect, test } from "vitest";
import { encodeFormerTerm, encodeForSearch, encodeSearchTerm, indexedTerm, trigramsOf } from "./searchText.ts";

test("texts are encoded as letters, digits and spaces, every other character as five capitals, with a mark if there are any outside of ASCII", () => {
  expect(encodeForSearch("Is TV\n good?")).toBe("  is  tv  goodX".replace("X", `  ${encodeForSearch("?").trim()}`));
  for (const text of ["ÄÖÜ ß", "日本語", "😀👍🏽", "' or 1=1 --", '%_\\*"', "ı İ", "\u{10FFFF}"])
    expect(encodeForSearch(text)).toMatch(/^F?(?: {2}(?:[a-z0-9]|Z[A-Y]{4})+)+$/);
  for (const folded of ["ÄÖÜ ß", "Is it?", "l’été"]) expect(encodeForSearch(folded)).not.toMatch(/^F/);
  for (const text of ["日本語", "Größe 日", "ий", "😀"]) expect(encodeForSearch(text)).toMatch(/^F/);
});

test("different characters have different encodings", () => {
  const characters = [..."?!%_\\'\"*()+-aouθжн日本語か가😀👍"];
  expect(new Set(characters.map(encodeForSearch)).size).toBe(characters.length);
});

test("texts that look the same have the same encoding", () => {
  expect(encodeForSearch("A\u0308RGER  ﬁne ＦＵＬＬ")).toBe(encodeForSearch("ärger fine full"));
});

test("a term of three letters or more matches anywhere, a shorter one at the beginning of a word", () => {
  const text = encodeForSearch("Is a mixer worth it?");
  for (const q of ["mix", "ixe", "xer w", "it?", "?", "a", "m", "mi", "a mixer"])
    expect(text).toContain(encodeSearchTerm(q));
  for (const q of ["ix", "x", "mixers", "o"]) expect(text).not.toContain(encodeSearchTerm(q));
  expect(encodeSearchTerm("")).toBe("");
});

test("the index is queried for at most eight trigrams of a search, whatever its length, and for a partial word", () => {
  for (const q of [
    "?".repeat(200),
    "日本語".repeat(60),
    "x".repeat(200),
    "a b ".repeat(50),
    "is a zeppelin quiet",
    "m",
  ]) {
    const [term, indexed] = [encodeSearchTerm(q), indexedTerm(encodeSearchTerm(q))];
    expect(term).toContain(indexed);
    expect(trigramsOf(indexed).length).toBeGreaterThan(0);
    expect(trigramsOf(indexed).length).toBeLessThanOrEqual(8);
  }
  expect(indexedTerm(encodeSearchTerm("is a zeppelin quiet"))).toBe("  zeppelin");
});

test("texts and terms in ASCII are encoded as version 1.0 encoded them, so its texts are found, and not encoded again", () => {
  for (const q of ["Is a mixer worth it?", "m", "100% of us_all", "ﬁne ＦＵＬＬ"])
    expect(encodeSearchTerm(q)).toBe(encodeFormerTerm(q));
  for (const q of ["Größe", "ışık", "l’été", "أحمد"]) expect(encodeSearchTerm(q)).not.toBe(encodeFormerTerm(q));
});
