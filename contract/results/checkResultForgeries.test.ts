import { describe, expect, test } from "vitest";
import { chain, KEY, NOTES, pageOf, sha256 } from "../testing/sampleLedger.ts";
import { asked, asks, fileOf, flawOf, ledgers, PICTURE, relayed, ruledFile, votes } from "../testing/sampleResult.ts";
import { checkResult } from "./checkResult.ts";
import type { LedgerPage } from "./ledgerPage.ts";

// Security: F07
describe("a file with another question and another pass rule, under the genuine head,", () => {
  const [genuine, forged] = [
    ruledFile({ Title: "Do we keep the boat?", share: "1/2" }),
    ruledFile({ Title: "Do we sell the boat?", share: "1/4" }),
  ];

  test("is found, whichever parts of the genuine file it takes over", async () => {
    for (const file of [genuine, forged]) expect(await flawOf(file)).toBeNull();
    const { unverifiable, asks } = await checkResult(genuine, { hash: sha256 });
    expect(unverifiable.filter((name) => /Title|passRule|passed|questionHash|electorate/.test(name))).toEqual([]);
    expect(asks?.question).toBe(genuine.label.questionHash);
    const { asks: forgedAsks } = forged.ledger;
    for (const ledger of [
      genuine.ledger,
      { ...genuine.ledger, asks: forgedAsks },
      { ...genuine.ledger, asks: forgedAsks, closing: forged.ledger.closing },
      { ...forged.ledger, end: genuine.ledger.end },
      { ...genuine.ledger, asks: forgedAsks, entries: [] },
      { ...forged.ledger, entries: [], end: genuine.ledger.end },
    ])
      expect(await flawOf({ ...relayed(forged, genuine), ledger })).not.toBeNull();
    // The only remaining forgery has another head, which differs from the one in an email or printout.
    expect((await checkResult(forged, { hash: sha256 })).head).not.toBe(genuine.label.head);
  });

  test("is found without the rows, too, because the end repeats the beginning", async () => {
    const short = (file: typeof genuine) => ({ ...file, ledger: { ...file.ledger, entries: [] } });
    expect((await checkResult(short(genuine), { hash: sha256 })).asks).not.toBeNull();
    expect(await flawOf(relayed(short(forged), short(genuine)))).not.toBeNull();
  });

  test("is found as a file of format 2", async () => {
    const former = ruledFile({ Title: "Do we sell the boat?", share: "1/4" }, true);
    expect(await flawOf(former)).toBeNull();
    const { asks: _, closing: __, ...ledger } = genuine.ledger;
    for (const forgedLedger of [
      { ...ledger, format: 2 as const },
      { ...ledger, format: 2 as const, entries: [] },
    ])
      expect(await flawOf({ ...relayed(former, genuine), ledger: forgedLedger })).not.toBeNull();
  });

  test("is found, too, if it has another number of invited people, which would settle the result", async () => {
    const smaller = ruledFile({ Title: "Do we keep the boat?", share: "1/2", invited: 7 });
    expect(smaller.label.bounds?.settled).not.toBe(genuine.label.bounds?.settled);
    expect(await flawOf(smaller)).toBeNull();
    expect(await flawOf(relayed(smaller, genuine))).not.toBeNull();
  });
});

test("the file of a ledger of format 2 says that its head commits to neither the question nor the pass rule", async () => {
  const genuine = ruledFile({ Title: "Do we keep the boat?", share: "1/2" }, true);
  const { asks, unverifiable, questionHash } = await checkResult(genuine, { hash: sha256 });
  expect(asks).toBeNull();
  expect(unverifiable).toEqual(expect.arrayContaining(["survey.Title", "label.passRule", "label.list"]));
  expect(questionHash).toBe(genuine.label.questionHash);
});

test("before the close a file without its rows doesn't say that its head commits to the question", async () => {
  const { ledger, ...file } = fileOf(ledgers["while people vote"] as LedgerPage);
  const short = await checkResult({ ...file, ledger: { ...ledger, entries: [] } }, { hash: sha256 });
  expect(short).toMatchObject({ format: 3, asks: null, missing: 40, unchecked: expect.arrayContaining(["start"]) });
});

test("a picture at an address is named as unchecked, and a stored file is not", async () => {
  const ofPicture = (picture: string | null) => {
    const start = { ...asks, question: sha256(asked.replace('"file 0"', JSON.stringify(picture))) };
    const file = fileOf(pageOf(chain("survey", votes, KEY, start), "closed", { asks: start }));
    return { ...file, label: { ...file.label, picture } };
  };
  const uncheckedOf = async (picture: string | null) =>
    (await checkResult(ofPicture(picture), { hash: sha256 })).unverifiable.includes("label.picture");
  expect(await uncheckedOf(`address ${sha256("https://pictures.example/1")}`)).toBe(true);
  expect(await uncheckedOf(PICTURE)).toBe(false);
  expect(await uncheckedOf(null)).toBe(false);
  expect(await flawOf({ ...ofPicture(PICTURE), label: { ...ofPicture(PICTURE).label, picture: null } })).not.toBeNull();
});

// Security: F07
test("notes of the time of voting can't be exchanged, and later ones are named as unchecked", async () => {
  const file = fileOf(ledgers["at the end"] as LedgerPage);
  const withNotes = (notes: typeof NOTES) => ({
    ...file,
    survey: { ...file.survey, notes },
    label: { ...file.label, notes: notes.length },
  });
  const late = { text: "Done.", createdAt: "2026-12-24T09:00:00.000Z" };
  const { unverifiable } = await checkResult(withNotes([...NOTES, late]), { hash: sha256 });
  expect(unverifiable).toContain("survey.notes after the close");
  expect((await checkResult(file, { hash: sha256 })).unverifiable.filter((name) => /notes/.test(name))).toEqual([]);
  for (const notes of [[], [late], [late, ...NOTES], [{ ...late, text: "In 2028." }]])
    expect(await flawOf(withNotes(notes)), JSON.stringify(notes)).toMatch(/about the close/);
});
