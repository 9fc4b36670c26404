import * as recordFindings from "@survey-app/texts/recordFindings.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CLOSED, CLOSING, sha256 } from "../testing/sampleLedger.ts";
import { flawOfRecord, QUESTIONS, recordOf, resultOf, type SampleQuestion } from "../testing/sampleRecord.ts";
import { altered, likeValues, pathsOf } from "../testing/sampleResult.ts";
import { checkRecord } from "./checkRecord.ts";
import { LedgerFlaw } from "./ledgerPage.ts";
import { type PortableRecord, portableRecord } from "./portableRecord.ts";

const record = recordOf(QUESTIONS);
/** The same questions, asked of other people in another meeting. */
const other = recordOf(QUESTIONS, "other");
type Questions = PortableRecord["questions"];
const withQuestions = (change: (questions: Questions) => Questions): PortableRecord => ({
  ...record,
  questions: change([...record.questions]),
});
const renumbered = (questions: Questions): Questions =>
  questions.map((question, index) => ({ ...question, n: index + 1 }));

test("the record of a meeting is as its schema says, and consistent", async () => {
  expect(portableRecord.safeParse(record).error).toBeUndefined();
  const { questions, ...checked } = await checkRecord(record, { hash: sha256 });
  expect(questions.map(({ n, result }) => [n, result?.title ?? null, result?.totals ?? null])).toEqual([
    [1, "Do we keep the boat?", { yes: 3, no: 1, unsure: 1 }],
    [2, "Do we elect Ada?", { yes: 4, no: 1, unsure: 1 }],
    [3, "Do we paint the house?", { yes: 0, no: 0, unsure: 0 }],
    [4, null, null],
    [5, "Do we elect Ada?", { yes: 5, no: 1, unsure: 1 }],
    [6, "Do we meet in May?", null],
  ]);
  expect(checked).toMatchObject({ name: "General assembly", isEnded: true });
  expect(checked.parts).toEqual(["meeting", "later", "repeats", "takenDown"]);
  expect(checked.unchecked).toEqual(["objections", "around", "links", "key"]);
  expect(await flawOfRecord(recordOf([]))).toBeNull();
});

// Security: F07
describe("a record", () => {
  test("can't be altered in any field without being rejected, unless the field is named as unverifiable", async () => {
    const { unverifiable } = await checkRecord(record, { hash: sha256 });
    const isNamed = (name: string) => {
      const general = name.replace(/^questions\.\d+/, "questions.*");
      return unverifiable.some((each) => general === each || general.startsWith(`${each}.`));
    };
    const requireFound = async (path: string[], value: unknown) => {
      const name = path.join(".");
      const forged = altered(record, path, value);
      if (JSON.stringify(forged) === JSON.stringify(record) || isNamed(name)) return;
      // The last questions can be left out: no question shows the head of the last one.
      if (name === `questions.${QUESTIONS.length - 1}` && value === undefined) return;
      if (name === "questions" && Array.isArray(value) && value.length === 0) return;
      const found = await checkRecord(forged, { hash: sha256 }).then(
        () => "not found",
        (error: unknown) => (error instanceof LedgerFlaw ? "found" : String(error)),
      );
      expect(found, `${name}: ${JSON.stringify(value)}`).toBe("found");
    };
    const paths = pathsOf(record);
    for (const path of paths)
      for (const value of likeValues(path.reduce<unknown>((inner, key) => (inner as never)[key], record)).slice(0, 4))
        await requireFound(path, value);
    const another = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.nat(50), fc.constantFrom("", null, 0, true));
    await fc.assert(fc.asyncProperty(fc.constantFrom(...paths), another, requireFound), { numRuns: 600, seed: 2026 });
  });

  test("without one of its questions, except the last, is rejected, also if the others are renumbered", async () => {
    const places = fc.nat(QUESTIONS.length - 2);
    await fc.assert(
      fc.asyncProperty(places, async (place) => {
        expect(await flawOfRecord(withQuestions((all) => all.toSpliced(place, 1)))).toBe(
          `Question ${place + 1} is missing.`,
        );
        // A question that was taken down is followed by one that names its head.
        const flaw = await flawOfRecord(withQuestions((all) => renumbered(all.toSpliced(place, 1))));
        expect(flaw).toMatch(/a question was left out, added or moved|doesn't begin with the end/);
      }),
    );
  });

  test("without its last question is consistent, but has another last head", async () => {
    const short = await checkRecord(
      withQuestions((all) => all.slice(0, -1)),
      { hash: sha256 },
    );
    expect(short.unverifiable).toContain("questions after the last one");
    expect(short.questions.at(-1)?.head).not.toBe((await checkRecord(record, { hash: sha256 })).questions.at(-1)?.head);
  });

  test("with questions in another order, or twice, is rejected, also if they are renumbered", async () => {
    const order = fc
      .shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6, maxLength: 6 })
      .filter((places) => places.some((place, index) => place !== index));
    await fc.assert(
      fc.asyncProperty(order, async (places) => {
        const moved = (all: Questions) => places.flatMap((place) => all[place] ?? []);
        expect(await flawOfRecord(withQuestions(moved))).toMatch(/is where question \d should be|is missing/);
        expect(await flawOfRecord(withQuestions((all) => renumbered(moved(all))))).not.toBeNull();
      }),
      { seed: 2026 },
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(5), fc.nat(6), async (place, at) => {
        const doubled = (all: Questions) => all.toSpliced(at, 0, all[place] as Questions[number]);
        expect(await flawOfRecord(withQuestions(doubled))).not.toBeNull();
        const renumberedOnes = await checkRecord(
          withQuestions((all) => renumbered(doubled(all))),
          { hash: sha256 },
        ).then(
          ({ parts }) => parts,
          () => null,
        );
        // Anyone can append a question that was taken down: no later question proves its head.
        const isUnproven = place === 3 && at === 6;
        expect(renumberedOnes?.includes("takenDownHeads") ?? "found").toBe(isUnproven || "found");
      }),
    );
  });

  test("with a question of another meeting is rejected", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(4), async (place) => {
        const exchanged = withQuestions((all) => all.with(place, other.questions[place] as Questions[number]));
        expect(await flawOfRecord(exchanged)).toMatch(/doesn't begin with the end of question/);
      }),
    );
    // An appended one begins with another end, too.
    const appended = withQuestions((all) => [...all, { ...(other.questions[0] as Questions[number]), n: 7 }]);
    expect(await flawOfRecord(appended)).toBe(
      "The question listed here as question 7 came first in its meeting: a question was left out, added or moved.",
    );
  });

  test("with a survey that wasn't a question of a meeting is rejected", async () => {
    const { result } = recordOf(QUESTIONS).questions[0] as Extract<Questions[number], { result: unknown }>;
    const open = { ...result, ledger: { ...result.ledger, closed: null, end: null, closing: null } };
    const first = { n: 1, result: open, repeats: null, repeatedBy: null };
    expect(await flawOfRecord({ ...record, questions: [first] })).not.toBeNull();
  });

  test("with lists that were exchanged between two questions is rejected", async () => {
    const meeting = (...lists: NonNullable<SampleQuestion["list"]>[]) =>
      flawOfRecord(recordOf(lists.map((list) => ({ Title: "Yes?", answers: [1], list }))));
    expect(await meeting({}, { added: 3, struck: 2, replaced: 4 }, { added: 3, struck: 2, replaced: 4 })).toBeNull();
    for (const name of ["added", "struck", "replaced"])
      expect(await meeting({ [name]: 1 }, { [name]: 0 })).toBe(
        "The list of question 2 doesn't continue that of question 1.",
      );
    expect(await meeting({ invited: 9 }, { invited: 12 })).toMatch(/doesn't continue/);
  });

  test("is rejected unless a question and its repetition name each other", async () => {
    const asked = { Title: "Yes?", answers: [1] } as const;
    const repeats = { n: 1, reason: "It was read out wrongly." };
    const flaw = (...questions: Partial<SampleQuestion>[]) =>
      flawOfRecord(recordOf(questions.map((question) => ({ ...asked, ...question }))));
    expect(await flaw({ repeatedBy: 2 }, { repeats }, { repeats })).toBeNull();
    expect(await flaw({ isTakenDown: true }, { repeats })).toBeNull();
    expect(await flaw({ repeatedBy: 2 }, { isTakenDown: true })).toBeNull();
    for (const wrong of [
      flaw({}, { repeats }),
      flaw({ repeatedBy: 2 }, {}),
      flaw({ repeatedBy: 3 }, { repeats }, { repeats }),
      flaw({ repeats }),
      flaw({ repeatedBy: 1 }),
      flaw({ repeatedBy: 9 }),
      flaw({}, { repeats: { ...repeats, n: 2 } }),
    ])
      expect(await wrong).toMatch(/don't name each other/);
  });

  test("that names a repetition in a malformed way is damaged", async () => {
    const repeats = { n: 2, reason: "It was read out wrongly." };
    for (const change of [
      { repeats: { ...repeats, reason: 5 } },
      { repeats: { ...repeats, n: 0 } },
      { repeatedBy: "5" },
    ]) {
      const questions = record.questions.map((question) =>
        "result" in question ? { ...question, ...change } : question,
      );
      expect(await flawOfRecord({ ...record, questions })).toBe(recordFindings.damaged);
    }
  });

  test("proves the head of a question that was taken down only by the next question", async () => {
    const ofLast = recordOf([
      ...QUESTIONS,
      { Title: "Yes?", answers: [1], isTakenDown: true, list: { added: 2, struck: 1 } },
    ]);
    expect((await checkRecord(ofLast, { hash: sha256 })).parts).toContain("takenDownHeads");
    const forged = withQuestions((all) =>
      all.map((each) => ("result" in each ? each : { ...each, head: sha256("x") })),
    );
    expect(await flawOfRecord(forged)).toBe(
      "Question 5 doesn't begin with the end of question 4: one of them was replaced or changed.",
    );
  });
});

test("a document that isn't a record is rejected", async () => {
  for (const value of [
    null,
    [],
    {},
    "text",
    { format: "Survey App meeting 2" },
    resultOf(QUESTIONS[0] as never, "a", null),
  ])
    expect(await flawOfRecord(value)).toBe("This file is not the record of a meeting.");
  expect(await flawOfRecord({ format: record.format })).toMatch(/damaged/);
  expect(CLOSING.at.slice(0, 10)).toBe(CLOSED);
});
