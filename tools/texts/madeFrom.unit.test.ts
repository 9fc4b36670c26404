import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { offeredLanguages } from "@survey-app/texts/languages.ts";
import { expect, onTestFinished, test } from "vitest";
import { doubleFlaws } from "./doubles.ts";
import { markCurrent, staleTexts } from "./madeFrom.ts";

/** The files of hashes in a new folder. */
function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "made-from-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
const texts = (entries: Record<string, string>) => new Map(Object.entries(entries));

test("a translation is stale from a change of its English until it is marked as current", () => {
  const folder = newFolder();
  const before = texts({ "voteTexts.voted": "You voted.", "voteTexts.no": "No", "frameTexts.no": "No" });
  expect(staleTexts("de", { folder, source: before })).toEqual([...before.keys()]);
  expect(markCurrent("de", [], { folder, source: before })).toBe(3);
  expect(staleTexts("de", { folder, source: before })).toEqual([]);
  // Each language has its own hashes.
  expect(staleTexts("fr", { folder, source: before })).toEqual([...before.keys()]);

  const source = texts({ "voteTexts.voted": "Your vote counts.", "voteTexts.no": "Nay", "voteTexts.new": "New" });
  expect(staleTexts("de", { folder, source })).toEqual(["voteTexts.voted", "voteTexts.no", "voteTexts.new"]);
  expect(markCurrent("de", ["voteTexts.no"], { folder, source })).toBe(1);
  expect(staleTexts("de", { folder, source })).toEqual(["voteTexts.voted", "voteTexts.new"]);
  expect(markCurrent("de", ["voteTexts"], { folder, source })).toBe(2);
  expect(staleTexts("de", { folder, source })).toEqual([]);
  // In alphabetical order, without the deleted text.
  const stored = JSON.parse(readFileSync(join(folder, "de.json"), "utf8"));
  expect(Object.keys(stored)).toEqual(["voteTexts.new", "voteTexts.no", "voteTexts.voted"]);
  expect(() => markCurrent("de", ["voteText"], { folder, source })).toThrow("There is no text voteText");
});

test("hashes that all translations share are stored once", () => {
  const folder = newFolder();
  const translated = offeredLanguages.filter((each) => each !== "en");
  const before = texts({ "a.b": "One.", "a.c": "Two." });
  for (const language of translated) markCurrent(language, [], { folder, source: before });
  expect(readdirSync(folder)).toEqual(["all.json"]);
  const source = texts({ "a.b": "One!", "a.c": "Two." });
  markCurrent("de", ["a.b"], { folder, source });
  expect(readdirSync(folder).sort()).toEqual(["all.json", "de.json"]);
  expect(Object.keys(JSON.parse(readFileSync(join(folder, "de.json"), "utf8")))).toEqual(["a.b"]);
  expect(staleTexts("de", { folder, source })).toEqual([]);
  expect(staleTexts("fr", { folder, source })).toEqual(["a.b"]);
  for (const language of translated) markCurrent(language, [], { folder, source });
  expect(readdirSync(folder)).toEqual(["all.json"]);
});

test("English isn't made from anything, and a limit is part of the sentence", () => {
  const folder = newFolder();
  const source = texts({ "a.b": "At most {TITLE_MAX} characters" });
  expect(staleTexts("en", { folder, source })).toEqual([]);
  markCurrent("pl", [], { folder, source });
  expect(staleTexts("pl", { folder, source: texts({ "a.b": "At most 200 characters" }) })).toEqual([]);
  expect(staleTexts("pl", { folder, source: texts({ "a.b": "At most 201 characters" }) })).toEqual(["a.b"]);
});

test("one sentence has one translation, or a reason; words of buttons and headings may differ", () => {
  const source = texts({ "a.ended": "It has ended.", "b.ended": "It has ended.", "a.add": "Add", "b.add": "Add" });
  const translated = texts({ "a.ended": "Beendet.", "b.ended": "Zu Ende.", "a.add": "Neu", "b.add": "Hinzufügen" });
  expect(doubleFlaws("de", { source, texts: translated, reasons: {} })).toEqual([
    "a.ended, b.ended translate one sentence differently: It has ended.",
  ]);
  const reasons = { de: { "It has ended.": "One is about a meeting, the other about a plural." } };
  expect(doubleFlaws("de", { source, texts: translated, reasons })).toEqual([]);
  const alike = texts({ ...Object.fromEntries(translated), "b.ended": "Beendet." });
  expect(doubleFlaws("de", { source, texts: alike, reasons: {} })).toEqual([]);
  expect(doubleFlaws("de", { source, texts: alike, reasons })).toEqual([
    "differing.json has a reason for a sentence with one translation: It has ended.",
  ]);
});
