import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RESULT_FORMATS } from "../ballots/ledger.ts";
import { randomFrom } from "../testing/randomFrom.ts";
import { chain, KEY, makeChangedVotes, pageOf, sha256 } from "../testing/sampleLedger.ts";
import {
  altered,
  asks,
  fileOf,
  files,
  flawOf,
  formerLedgers,
  ledgers,
  likeValues,
  pathsOf,
  rows,
} from "../testing/sampleResult.ts";
import { findBounds } from "./bounds.ts";
import { checkResult } from "./checkResult.ts";
import { LedgerFlaw, type LedgerPage } from "./ledgerPage.ts";
import { type PortableResult, portableResult } from "./portableResult.ts";

describe.each(files)("a portable result %s", (_, file) => {
  const { ledger } = file;

  test("is as its schema says, and consistent", async () => {
    expect(portableResult.safeParse(file).error).toBeUndefined();
    expect(await checkResult(file, { hash: sha256 })).toMatchObject({
      title: "Is it so?",
      participants: ledger.participants,
      totals: ledger.totals,
      head: ledger.end ?? ledger.head,
      rows: ledger.rows || null,
      missing: 0,
    });
  });

  // Security: F07
  test("can't be altered in any field without being rejected, unless the field is named as unverifiable", async () => {
    const { unverifiable } = await checkResult(file, { hash: sha256 });
    const requireFound = async (path: string[], value: unknown) => {
      const name = path.join(".");
      const forged = altered(file, path, value);
      const isSame = JSON.stringify(forged) === JSON.stringify(file);
      if (isSame || unverifiable.some((each) => name === each || name.startsWith(`${each}.`))) return;
      // A file that lost its votes says how many are missing.
      const missing = await checkResult(forged, { hash: sha256 }).then(
        (checked) => checked.missing,
        (error: unknown) => (error instanceof LedgerFlaw ? "found" : String(error)),
      );
      expect(missing === "found" || Number(missing) > 0, `${name}: ${JSON.stringify(value)}, ${missing}`).toBe(true);
    };
    const paths = pathsOf(file);
    for (const path of paths)
      for (const value of likeValues(path.reduce<unknown>((inner, key) => (inner as never)[key], file)))
        await requireFound(path, value);
    const other = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.nat(50), fc.constantFrom("", null, 0, true));
    await fc.assert(fc.asyncProperty(fc.constantFrom(...paths), other, requireFound), { numRuns: 600, seed: 2026 });
  });
});

/** The file of a survey without a language, as version 1.0 writes it. */
function fileWithoutLanguage(): PortableResult {
  const { survey, label, ...file } = fileOf(formerLedgers["at the end"] as LedgerPage);
  const { language: _, translations: __, imageAlt: ___, ...asked } = survey;
  const questionHash = sha256("Is it so?\nMore");
  return { ...file, format: RESULT_FORMATS[0], survey: asked, label: { ...label, questionHash } };
}

test("a question without a language has the hash that it had before there were languages", async () => {
  const file = fileWithoutLanguage();
  expect(await flawOf(file)).toBeNull();
  expect(await flawOf({ ...file, survey: { ...file.survey, language: "en" } })).not.toBeNull();
  expect(await flawOf({ ...file, format: RESULT_FORMATS[1] })).not.toBeNull();
  // A title can look like the text of a translated question, but has a line break after it.
  const Title = '[["en","Is it so?","More"]]';
  expect(await flawOf({ ...file, survey: { ...file.survey, Title, Description: "" } })).toMatch(/question/);
});

test("a question without a description of its picture has the hash that it had before there were descriptions", async () => {
  const { survey, label, ...file } = fileOf(formerLedgers["at the end"] as LedgerPage);
  const { imageAlt: _, translations: __, ...asked } = survey;
  const translations = [{ language: "pl" as const, Title: "Czy tak jest?", Description: "" }];
  const questionHash = sha256('[["en","Is it so?","More"],["pl","Czy tak jest?",""]]');
  const before = { ...file, survey: { ...asked, translations }, label: { ...label, questionHash } };
  expect(await flawOf(before)).toBeNull();
  // Decoration counts as a description.
  for (const imageAlt of ["", "A sign"])
    expect(await flawOf({ ...before, survey: { ...before.survey, imageAlt } })).toMatch(/question/);
  expect(await flawOf({ ...before, survey: { ...before.survey, imageAlt: null } })).not.toBeNull();
});

test("a described picture of a question without a language is in its hash, with the second format", async () => {
  const { survey, label, ...file } = fileWithoutLanguage();
  const questionHash = sha256('[[null,"Is it so?","More","A sign"]]');
  const described = { ...file, survey: { ...survey, imageAlt: "A sign" }, label: { ...label, questionHash } };
  expect(await flawOf({ ...described, format: RESULT_FORMATS[1] })).toBeNull();
  expect(await flawOf(described)).not.toBeNull();
  expect(await flawOf({ ...described, format: RESULT_FORMATS[1], survey })).not.toBeNull();
});

test("a translation can't be changed, removed, added or moved without that being found", async () => {
  const file = fileOf(formerLedgers["at the end"] as LedgerPage);
  const [polish] = file.survey.translations ?? [];
  if (!polish) throw new Error("The sample has a translation");
  const german = { language: "de" as const, Title: "Ist es so?", Description: "" };
  for (const translations of [
    [],
    [polish, german],
    [german],
    [{ ...polish, Title: "Czy nie?" }],
    [{ ...polish, imageAlt: "Nic" }],
    [{ ...polish, imageAlt: undefined }],
    [{ ...polish, note: 1 }],
  ])
    expect(await flawOf({ ...file, survey: { ...file.survey, translations } })).not.toBeNull();
  expect(await flawOf({ ...file, survey: { ...file.survey, language: "de" as const } })).not.toBeNull();
});

test.each([null, 7, "pl", {}])("translations that are %j instead of a list are found", async (translations) => {
  const file = fileOf(formerLedgers["at the end"] as LedgerPage);
  expect(await flawOf({ ...file, survey: { ...file.survey, translations } })).toMatch(/^This file is damaged/);
});

test("a question that takes over the first line of its description is found", async () => {
  const file = fileWithoutLanguage();
  const survey = { ...file.survey, Title: "Is it so?\nMore", Description: "and more" };
  const label = { ...file.label, questionHash: sha256("Is it so?\nMore\nand more") };
  expect(await flawOf({ ...file, survey, label })).toMatch(/^This file is damaged/);
});

test("bounds that don't follow from the result and the list are found", async () => {
  const file = fileOf(formerLedgers["at the end"] as LedgerPage);
  const { yes, no, unsure, participants } = file.totals;
  const list = { invited: participants + 3, added: 0, struck: 0, codes: 0, unsent: 0, turnout: 0.9, changes: [] };
  const bounds = findBounds({ yesVotes: yes, noVotes: no, unsureVotes: unsure }, list, null);
  const labelled = { ...file, label: { ...file.label, list, bounds } };
  expect(await flawOf(labelled)).toBeNull();
  for (const path of ["silent", "sides", "lowestYes", "highestYes", "settled"])
    expect(await flawOf(altered(labelled, ["label", "bounds", path], 99)), path).toMatch(/non-voters/);
  expect(await flawOf(altered(labelled, ["label", "list", "invited"], 99))).toMatch(/non-voters/);
});

test("swapped numbers of Yes and No are found wherever they occur", async () => {
  const file = fileOf(formerLedgers["at the end"] as LedgerPage);
  const { yes, no } = file.totals;
  const totals = { ...file.totals, yes: no, no: yes };
  expect(await flawOf({ ...file, totals })).toMatch(/^The result says/);
  const { participants: _, ...answers } = totals;
  expect(await flawOf({ ...file, totals, ledger: { ...file.ledger, totals: answers } })).toMatch(/end doesn't follow/);
});

test("a result of many votes says how many rows it lacks, and is recounted together with them", async () => {
  const ledger = ledgers["at the end"] as LedgerPage;
  const file = fileOf({ ...ledger, entries: [] });
  expect(await checkResult(file, { hash: sha256 })).toMatchObject({ missing: 40, rows: null });
  const pages = [pageOf(rows, "closed", { to: 25, asks }), pageOf(rows, "closed", { from: 25, asks })];
  expect(await checkResult(file, { hash: sha256, pages })).toMatchObject({ missing: 0, rows: 40 });
  expect(await flawOf(file, [])).toMatch(/log ends after 0/);
  expect(await flawOf(file, pages.slice(0, 1))).toMatch(/log ends after 25/);
  const others = chain("survey", makeChangedVotes(40, randomFrom(4)), KEY, asks);
  expect(await flawOf(file, [pageOf(others, "closed", { asks })])).not.toBeNull();
  expect(await flawOf({ ...file, ledger: { ...ledger, entries: ledger.entries.slice(0, 9) } })).toMatch(/ends after 9/);
});

test("whatever JSON a file holds, the check answers with a sentence", async () => {
  const deep = JSON.parse(`${'{"survey":'.repeat(50_000)}1${"}".repeat(50_000)}`);
  for (const value of [
    null,
    1,
    "x",
    [],
    {},
    deep,
    { format: RESULT_FORMATS[0] },
    { format: RESULT_FORMATS[0], survey: deep },
  ])
    expect(await flawOf(value)).toMatch(/^This file is/);
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
      expect(await flawOf({ ...fileOf(formerLedgers["at the end"] as LedgerPage), ledger: value })).not.toBeNull();
    }),
    { seed: 7 },
  );
});
