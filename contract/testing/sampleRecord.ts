import { type Answer, type Asks, type Closing, SPLIT_MIN } from "../ballots/ledger.ts";
import { isPassed, type PassRule } from "../ballots/passRule.ts";
import { findBounds } from "../results/bounds.ts";
import { checkRecord } from "../results/checkRecord.ts";
import { LedgerFlaw } from "../results/ledgerPage.ts";
import { type PortableRecord, RECORD_FORMAT, type RecordedQuestion } from "../results/portableRecord.ts";
import { askedText } from "../surveys/askedText.ts";
import { CLOSING, chain, KEY, pageOf, pageWithoutRows, sha256 } from "./sampleLedger.ts";
import { fileOf } from "./sampleResult.ts";

/** A question of a sample meeting, and how people answered. */
export interface SampleQuestion {
  Title: string;
  answers: readonly Answer[];
  privacy?: "named" | "secret";
  passRule?: PassRule | null;
  by?: Closing["by"];
  list?: Partial<NonNullable<Closing["list"]>>;
  repeats?: RecordedQuestion["repeats"];
  repeatedBy?: number;
  isTakenDown?: boolean;
}

const LIST = {
  ...{ invited: 9, added: 0, struck: 0, codes: 2, replaced: 0, reissuedByOperator: 0, unsent: 1, objections: 0 },
} as const;

/** The result of a question. @param after `n:END` of the question before it */
export function resultOf(
  { Title, answers, privacy = "named", passRule = null, by = "everyone", list: changes = {} }: SampleQuestion,
  surveyId: string,
  after: string | null,
): RecordedQuestion["result"] {
  const question = { Title, Description: "", language: "en", imageAlt: null, translations: [] } as const;
  const asks: Asks = {
    question: sha256(askedText(question, { picture: null, passRule })),
    ...{ electorate: "invited", privacy, results: "afterClose", changeable: false, unsure: true, after },
  };
  const list = { ...LIST, ...changes };
  const closing: Closing = { ...CLOSING, by, notes: 0, notesHash: null, list };
  const count = (answer: Answer) => answers.filter((each) => each === answer).length;
  const totals = { yes: count(1), no: count(0), unsure: count(2) };
  const cast = answers.map((vote) => ({ date: "2026-11-30", vote }));
  const ledger =
    privacy === "named"
      ? pageOf(chain(surveyId, cast, KEY, asks), "closed", { surveyId, asks, closing })
      : pageWithoutRows(totals, true, { surveyId, asks, closing });
  const isShown = privacy === "named" || answers.length === 0 || answers.length >= SPLIT_MIN;
  const shown = isShown ? totals : { yes: null, no: null, unsure: null };
  const file = fileOf({ ...ledger, totals });
  const { imageAlt: _, ...survey } = { ...file.survey, _id: surveyId, Title, Description: "", translations: [] };
  const [yesVotes, noVotes, unsureVotes] = [shown.yes, shown.no, shown.unsure];
  return {
    ...file,
    survey: { ...survey, notes: [] },
    totals: { participants: answers.length, ...shown },
    label: {
      ...file.label,
      ...({
        electorate: "invited",
        identity: "code",
        resultsDuring: "afterClose",
        changeable: false,
        privacy,
      } as const),
      list: { ...list, turnout: answers.length / (list.invited + list.added), changes: [] },
      bounds: findBounds({ yesVotes, noVotes, unsureVotes }, list, passRule),
      passRule,
      passed: passRule && isShown ? isPassed(passRule, totals) : null,
      closedEarly: by !== "deadline",
      changes: privacy === "named" ? 0 : null,
      notes: 0,
      picture: null,
      questionHash: asks.question,
    },
    ledger: { ...ledger },
  };
}

/** The record of a meeting that asked these questions. */
export function recordOf(questions: readonly SampleQuestion[], meeting = "meeting"): PortableRecord {
  let before: string | null = null;
  return {
    format: RECORD_FORMAT,
    meeting: {
      _id: meeting,
      name: "General assembly",
      ownerName: "Ada Lovelace",
      language: "en",
      begunAt: "2026-11-30T17:02:00.000Z",
      endedAt: "2026-11-30T19:00:00.000Z",
      url: `https://survey.example/meetings/${meeting}/record`,
    },
    questions: questions.map((question, index) => {
      const n = index + 1;
      const result = resultOf(question, `${meeting}-${n}`, before);
      before = `${n}:${result.label.head}`;
      if (question.isTakenDown) return { n, openedAt: "2026-11-30T18:00:00.000Z", head: result.label.head };
      return { n, result, repeats: question.repeats ?? null, repeatedBy: question.repeatedBy ?? null };
    }),
  };
}

const HALF: PassRule = { needs: "moreThan", share: "1/2", of: "sides", quorum: { people: 6, of: "answers" } };

/** A meeting of every kind of question. */
export const QUESTIONS: readonly SampleQuestion[] = [
  { Title: "Do we keep the boat?", answers: [1, 1, 0, 2, 1], passRule: HALF },
  { Title: "Do we elect Ada?", answers: [1, 1, 1, 0, 2, 1], privacy: "secret", repeatedBy: 5 },
  { Title: "Do we paint the house?", answers: [], by: "owner", list: { added: 1 } },
  { Title: "Do we sell the piano?", answers: [0, 0, 1], isTakenDown: true, list: { added: 1 } },
  {
    ...{ Title: "Do we elect Ada?", answers: [1, 1, 1, 0, 2, 1, 1], privacy: "secret", by: "deadline", passRule: HALF },
    list: { added: 2, struck: 1, replaced: 1 },
    repeats: { n: 2, reason: "The Wi-Fi failed." },
  },
  {
    ...{ Title: "Do we meet in May?", answers: [1, 0, 1], privacy: "secret", by: "deadline", passRule: HALF },
    list: { added: 2, struck: 1, replaced: 1 },
  },
];

/** The first error in a record; null if it is consistent. */
export const flawOfRecord = (value: unknown): Promise<string | null> =>
  checkRecord(value, { hash: sha256 }).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof LedgerFlaw)) throw error;
      return error.message;
    },
  );
