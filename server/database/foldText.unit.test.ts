import { expect, test } from "vitest";
import { foldText, formsOf, normalizeText, storedFold } from "./foldText.ts";

test.each([
  ["case", "Mixer", "MIXER"],
  ["accents", "Ärger, señor, façade, Dvořák", "arger, senor, facade, dvorak"],
  ["accents written as characters of their own", "A\u0308rger", "Ärger"],
  ["German ß", "Straße", "STRASSE"],
  ["the capital ß", "STRAẞE", "strasse"],
  ["Polish", "Łódź, zażółć gęślą jaźń", "lodz, zazolc gesla jazn"],
  ["Turkish", "IŞIK, ışık, İstanbul, ISPARTA", "isik, isik, istanbul, ısparta"],
  ["Danish and Norwegian", "Ærø, Tromsø, Århus", "aero, tromso, arhus"],
  ["Icelandic", "Þórður Æðisson", "thordur aedisson"],
  ["Croatian", "Đorđe", "dorde"],
  ["Vietnamese", "Nguyễn Đặng Hữu Ước", "nguyen dang huu uoc"],
  ["French ligatures", "œuvre", "OEUVRE"],
  ["Azerbaijani and Hausa", "Əliyev, ɗan", "eliyev, dan"],
  ["Greek accents and the final sigma", "Άνθρωπος, ΟΔΟΣ", "ανθρωποσ, οδός"],
  ["old Greek accents", "ᾠδή, ὀδός", "ωδη, οδος"],
  ["Cyrillic stress and ё", "Ива́нов, Ёлка", "иванов, елка"],
  ["the forms of alef", "أحمد إبراهيم آمنة ٱلله", "احمد ابراهيم امنة الله"],
  ["hamza on other letters", "مؤمن هيئة", "مومن هييه"],
  ["vowel signs and the stretched line", "مُحَمَّد مـحـمـد", "محمد محمد"],
  ["Persian and Urdu keyboards", "علی کریم", "علي كريم"],
  ["niqqud", "שָׁלוֹם", "שלום"],
  ["Hebrew punctuation", "צה״ל ג׳ירפה", "צה\"ל ג'ירפה"],
  ["digits of every script", "१२ ٣٤ ۵۶ ７８", "12 34 56 78"],
  ["full and half width", "ＦＵＬＬ ｶﾞ", "full ガ"],
  ["ligatures of fonts", "ﬁne", "fine"],
  ["quotation marks, apostrophes and dashes", "O’Brien “x” «y» – z", 'O\'Brien "x" "y" - z'],
  ["invisible characters", "Donau\u00addampf\u200b \u200e👨\u200d👩", "Donaudampf 👨👩"],
])("%s: what looks different and is typed alike is the same", (_, a, b) => {
  expect(foldText(a)).toBe(foldText(b));
});

test.each([
  ["か", "が"],
  ["は", "ぱ"],
  ["й", "и"],
  ["ї", "і"],
  ["ў", "у"],
  ["क", "क़"],
  ["한", "하"],
  ["ü", "ue"],
])("%s and %s stay different", (a, b) => {
  expect(foldText(a)).not.toBe(foldText(b));
});

/** A character of every script, alone and between letters that its marks could follow. */
const everywhere = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).flatMap((character) => [
  character,
  `a${character}\u0301`,
  `и${character}\u0306`,
]);

test("folding a folded text changes nothing, and neither does normalizing it before", () => {
  for (const text of [...everywhere, "ŉ ﷺ ǆ ½ ﳲ"]) {
    const folded = foldText(text);
    expect([foldText(folded), foldText(normalizeText(text))], JSON.stringify(text)).toEqual([folded, folded]);
  }
});

test("in ASCII the folded text equals that of version 1.0, so it doesn't have to be stored again", () => {
  for (const text of everywhere) {
    const former = normalizeText(text);
    if (/^[\0-\x7f]*$/.test(former)) expect(foldText(text), JSON.stringify(text)).toBe(former);
  }
});

test("only texts with characters outside of ASCII are stored folded", () => {
  expect([storedFold("Anna?"), storedFold(""), storedFold("Zoë"), storedFold("ＡＮＮＡ")]).toEqual([
    null,
    null,
    "zoe",
    "anna",
  ]);
});

test("a search is compared in the form of version 1.0, too, where that differs", () => {
  expect([formsOf("Anna"), formsOf("日本"), formsOf("ZOË")]).toEqual([["anna"], ["日本"], ["zoe", "zoë"]]);
});
