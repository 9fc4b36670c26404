import * as recordFindings from "@survey-app/texts/recordFindings.ts";
import type { ClosingList } from "../ballots/ledger.ts";
import { checkResult, isText, type ResultCheck, type UnverifiableGroup } from "./checkResult.ts";
import { isCount, isHash, LedgerFlaw } from "./ledgerPage.ts";
import { type PortableRecord, RECORD_FORMAT, type RecordedQuestion } from "./portableRecord.ts";

/** The parts of a record that no ledger commits to, in groups that people understand. */
const UNVERIFIABLE = {
  meeting: ["meeting"],
  /** The chain leads from each question to the one before it, so that it doesn't tell what followed the last one. */
  later: ["questions after the last one"],
  repeats: ["questions.*.repeats", "questions.*.repeatedBy"],
  takenDown: ["questions.*.openedAt"],
  /** The head of a question that was taken down, unless the ledger of the next question begins with it. */
  takenDownHeads: ["questions.*.head"],
} as const;
export type UnverifiablePart = keyof typeof UNVERIFIABLE;

/** A question of a record whose number, and whose place in the chain, were checked. */
export interface CheckedQuestion {
  n: number;
  /** The end of its ledger. */
  head: string;
  /** Null if an admin took the question down. */
  result: ResultCheck | null;
}

export interface RecordCheck {
  name: string;
  /** The page that the record says it is from. */
  url: string;
  /** Whether it says that the meeting has ended. */
  isEnded: boolean;
  questions: CheckedQuestion[];
  /** The data that was not checked: of the record, of at least one of its results, and all of it field by field. */
  parts: readonly UnverifiablePart[];
  unchecked: readonly UnverifiableGroup[];
  unverifiable: readonly string[];
}

type TakenDown = Exclude<PortableRecord["questions"][number], RecordedQuestion>;

/** Whether a document says that it is the record of a meeting. */
export const isPortableRecord = (value: unknown): value is { format: string } =>
  typeof value === "object" && value !== null && (value as { format?: unknown }).format === RECORD_FORMAT;

/**
 * Checks the record of a meeting without a server: each result in itself (`checkResult`), that the questions are
 * numbered without gaps, that each begins with the end of the one before it, that no list was exchanged between two
 * questions, and that repeated questions name each other.
 * @param value parsed JSON from an untrusted source
 * @throws LedgerFlaw the first contradiction, which names the question that is missing or out of order
 */
export async function checkRecord(
  value: unknown,
  { hash }: { hash: (text: string) => string | Promise<string> },
): Promise<RecordCheck> {
  const { meeting, questions } = requireRecord(value);
  requireNumbers(questions);
  const checked: CheckedQuestion[] = [];
  for (const question of questions) {
    const result = "result" in question ? await checkQuestion(question, hash) : null;
    const head = "result" in question ? question.result.label.head : question.head;
    if (result) requireAfter(question.n, result, checked.at(-1)?.head);
    checked.push({ n: question.n, head, result });
  }
  requireLists(checked);
  requireRepeats(questions);
  const parts = findUnverifiable(checked);
  const results = checked.flatMap(({ result }) => result ?? []);
  return {
    name: meeting.name,
    url: meeting.url,
    isEnded: meeting.endedAt !== null,
    questions: checked,
    parts,
    unchecked: [...new Set(results.flatMap(({ unchecked }) => unchecked))],
    unverifiable: [
      ...parts.flatMap((part) => UNVERIFIABLE[part]),
      ...new Set(results.flatMap(({ unverifiable }) => unverifiable.map((name) => `questions.*.result.${name}`))),
    ],
  };
}

function findUnverifiable(questions: readonly CheckedQuestion[]): UnverifiablePart[] {
  const isTakenDown = ({ result }: CheckedQuestion) => result === null;
  const isUnproven = (each: CheckedQuestion, index: number) => isTakenDown(each) && !questions[index + 1]?.result;
  const parts: [part: UnverifiablePart, isUnverifiable: boolean][] = [
    ["meeting", true],
    ["later", true],
    ["repeats", questions.length > 0],
    ["takenDown", questions.some(isTakenDown)],
    ["takenDownHeads", questions.some(isUnproven)],
  ];
  return parts.filter(([, isUnverifiable]) => isUnverifiable).map(([part]) => part);
}

/** Checks the result of a question, which contains its whole ledger. */
async function checkQuestion(
  { n, result }: RecordedQuestion,
  hash: (text: string) => string | Promise<string>,
): Promise<ResultCheck> {
  const checked = await checkResult(result, { hash }).catch((error: unknown) => {
    throw error instanceof LedgerFlaw ? new LedgerFlaw(recordFindings.ofQuestion(String(n), error.message)) : error;
  });
  if (checked.missing > 0) throw new LedgerFlaw(recordFindings.withoutRows(String(n)));
  if (!checked.isClosed) throw new LedgerFlaw(recordFindings.stillOpen(String(n)));
  const { asks, closing } = checked;
  const isOfMeeting =
    asks?.electorate === "invited" && asks.results === "afterClose" && !asks.changeable && closing?.list !== null;
  if (!isOfMeeting) throw new LedgerFlaw(recordFindings.notOfMeeting(String(n)));
  return checked;
}

/** Requires that a question begins with the end of the one before it. @param head the end of that one */
function requireAfter(n: number, { asks }: ResultCheck, head: string | undefined): void {
  const [before, end] = asks?.after?.split(":") ?? ["0"];
  if (Number(before) !== n - 1) throw new LedgerFlaw(recordFindings.movedTo(String(n), Number(before)));
  if (end !== head) throw new LedgerFlaw(recordFindings.afterOther(String(n), String(n - 1)));
}

/** Requires that questions are numbered from 1 without gaps. */
function requireNumbers(questions: PortableRecord["questions"]): void {
  for (const [index, { n }] of questions.entries()) {
    const expected = index + 1;
    if (n === expected) continue;
    if (questions.some((other) => other.n === expected))
      throw new LedgerFlaw(recordFindings.outOfOrder(String(n), String(expected)));
    throw new LedgerFlaw(recordFindings.questionMissing(String(expected)));
  }
}

/** The numbers of a list that can only grow between two questions. */
const GROWING = ["added", "struck", "replaced"] as const satisfies readonly (keyof ClosingList)[];

/** Requires that the list of each question begins with the history of the list before it. */
function requireLists(questions: readonly CheckedQuestion[]): void {
  const listed = questions.flatMap(({ n, result }) => (result?.closing?.list ? { n, list: result.closing.list } : []));
  for (const [index, { n, list }] of listed.entries()) {
    const before = listed[index - 1];
    if (!before) continue;
    if (list.invited !== before.list.invited || GROWING.some((name) => list[name] < before.list[name]))
      throw new LedgerFlaw(recordFindings.otherList(String(n), String(before.n)));
  }
}

/** Requires that a question and the one that repeats it name each other. A question that was taken down names none. */
function requireRepeats(questions: PortableRecord["questions"]): void {
  const namesBack = (n: number, isNamed: (question: RecordedQuestion) => boolean) => {
    const question = questions[n - 1];
    return question !== undefined && (!("result" in question) || isNamed(question));
  };
  for (const question of questions) {
    if (!("result" in question)) continue;
    const { n, repeats, repeatedBy } = question;
    // A question can be repeated more than once; it names the first of these.
    const isRepeat =
      repeats && repeats.n < n && namesBack(repeats.n, (other) => other.repeatedBy !== null && other.repeatedBy <= n);
    const isRepeated = repeatedBy && repeatedBy > n && namesBack(repeatedBy, (other) => other.repeats?.n === n);
    if (isRepeat === false || isRepeated === false) throw new LedgerFlaw(recordFindings.wrongRepeats(String(n)));
  }
}

/** Validates the form of a record, as far as `checkResult` doesn't. @throws LedgerFlaw */
function requireRecord(value: unknown): PortableRecord {
  if (!isPortableRecord(value)) throw new LedgerFlaw(recordFindings.notARecord);
  const { meeting, questions } = value as unknown as PortableRecord;
  const { _id, name, ownerName, language, begunAt, endedAt, url } = (meeting ?? {}) as Partial<
    PortableRecord["meeting"]
  >;
  const isMeeting =
    [_id, name, ownerName, url].every(isText) &&
    [language, begunAt, endedAt].every((each) => each === null || isText(each));
  if (!isMeeting || !Array.isArray(questions) || !questions.every(isQuestion))
    throw new LedgerFlaw(recordFindings.damaged);
  return value as unknown as PortableRecord;
}

/** Questions are numbered from 1. */
const isQuestionNumber = (value: unknown): value is number => isCount(value) && value > 0;

/** Whether a value has exactly the fields of a question that was closed, or of one that was taken down. */
function isQuestion(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { n, result, repeats, repeatedBy, ...rest } = value as Partial<RecordedQuestion & TakenDown>;
  if (!isQuestionNumber(n)) return false;
  if (result === undefined) {
    const { openedAt, head, ...others } = rest;
    const isBare = repeats === undefined && repeatedBy === undefined && Object.keys(others).length === 0;
    return isBare && isText(openedAt) && isHash(head);
  }
  const isRepeat = repeats === null || (isQuestionNumber(repeats?.n) && isText(repeats.reason));
  return isRepeat && (repeatedBy === null || isQuestionNumber(repeatedBy)) && Object.keys(rest).length === 0;
}
