import { type Asks, type Closing, RESULT_FORMATS } from "../ballots/ledger.ts";
import { findBounds } from "../results/bounds.ts";
import { checkResult } from "../results/checkResult.ts";
import { LedgerFlaw, type LedgerPage } from "../results/ledgerPage.ts";
import type { PortableResult } from "../results/portableResult.ts";
import { askedText } from "../surveys/askedText.ts";
import { randomFrom } from "./randomFrom.ts";
import {
  ASKS,
  CLOSING,
  chain,
  KEY,
  makeChangedVotes,
  NOTES,
  PRIVATE_ASKS,
  pageOf,
  pageWithoutRows,
  sha256,
} from "./sampleLedger.ts";

export const votes = makeChangedVotes(40, randomFrom(3));
export const asked =
  '["Survey App question 3",[["en","Is it so?","More","A sign"],["pl","Czy tak jest?","","Znak"]],"file 0",null]';
export const PICTURE = `file ${"0".repeat(64)}`;
export const asks = { ...ASKS, question: sha256(asked.replace("file 0", PICTURE)) };
const privateAsks = { ...PRIVATE_ASKS, question: asks.question };
export const rows = chain("survey", votes, KEY, asks);
const formerRows = chain("survey", votes, KEY, null);
export const ledgers: Record<string, LedgerPage> = {
  "while people vote": pageOf(rows, "open", { asks }),
  "at the end": pageOf(rows, "closed", { asks }),
  "opened row by row": pageOf(rows, "openedByRow", { asks }),
  "of confidential votes": pageWithoutRows({ yes: 30, no: 20, unsure: 10 }, true, { asks: privateAsks }),
  "closed by version 1.0": pageOf(rows, "closed", { asks, closing: null as never }),
};
export const formerLedgers: Record<string, LedgerPage> = {
  "while people vote": pageOf(formerRows, "open", { asks: null }),
  "at the end": pageOf(formerRows, "closed", { asks: null }),
  "opened row by row": pageOf(formerRows, "openedByRow", { asks: null }),
  "of confidential votes": pageWithoutRows({ yes: 30, no: 20, unsure: 10 }, true, { asks: null }),
};

/** The file with a ledger; of an older format if the ledger has format 2. */
export function fileOf(ledger: LedgerPage): PortableResult {
  const survey = {
    _id: "survey",
    Title: "Is it so?",
    Description: "More",
    language: "en" as const,
    translations: [{ language: "pl" as const, Title: "Czy tak jest?", Description: "", imageAlt: "Znak" }],
    imageAlt: "A sign",
    ...(ledger.asks && { notes: NOTES }),
    url: "https://survey.example/surveydetails/survey",
  };
  const isNamed = ledger.rows > 0;
  return {
    format: RESULT_FORMATS[ledger.asks ? 2 : 1],
    survey,
    totals: { participants: ledger.participants, ...(ledger.totals as NonNullable<LedgerPage["totals"]>) },
    label: {
      electorate: "everyone",
      identity: "account",
      list: null,
      bounds: null,
      passRule: null,
      passed: null,
      asked: { from: CLOSING.from, to: ledger.closed && CLOSING.at },
      plannedTo: CLOSING.planned,
      closedEarly: false,
      deadlineMoves: 0,
      askedBefore: null,
      resultsDuring: isNamed ? "live" : "afterClose",
      privacy: isNamed ? "named" : "confidential",
      changeable: isNamed,
      changes: isNamed ? ledger.rows - ledger.participants : null,
      notes: 1,
      composition: { voters: 40, newAccounts: 12, unconfirmed: null },
      bursts: [{ from: "2026-11-02T08:00:00.000Z", votes: 20 }],
      questionHash:
        ledger.asks?.question ?? sha256('[["en","Is it so?","More","A sign"],["pl","Czy tak jest?","","Znak"]]'),
      ...(ledger.asks && { picture: PICTURE }),
      head: ledger.end ?? ledger.head,
    },
    ledgerUrl: "https://survey.example/api/surveys/survey/ledger.jsonl",
    ledger,
  };
}

/** A question with a pass rule for the people on a list, and its result. */
export function ruledFile(
  { Title, share, invited = 9 }: { Title: string; share: string; invited?: number },
  former = false,
) {
  const passRule = { needs: "moreThan", share, of: "sides", quorum: null } as const;
  const question = { Title, Description: "", language: "en", imageAlt: null, translations: [] } as const;
  const asks: Asks = {
    question: sha256(askedText(question, { picture: null, passRule })),
    ...{ electorate: "invited", privacy: "named", results: "afterClose", changeable: false, unsure: false },
    after: null,
  };
  const answers = [1, 1, 0, 0, 0, 0] as const;
  const cast = answers.map((vote) => ({ date: "2026-11-20", vote }));
  const passed = share === "1/4";
  const list = { invited, added: 0, struck: 0, codes: 0, replaced: 0, reissuedByOperator: 0, unsent: 0, objections: 0 };
  const closing: Closing = { ...CLOSING, list };
  const start = former ? null : asks;
  const ledger = pageOf(chain("survey", cast, KEY, start), "closed", { asks: start, closing });
  const file = fileOf(ledger);
  const { imageAlt: _, ...survey } = { ...file.survey, Title, Description: "", translations: [] };
  const label = {
    ...file.label,
    ...({ electorate: "invited", identity: "invitation", resultsDuring: "afterClose", changeable: false } as const),
    list: { ...list, turnout: 6 / invited, changes: [] },
    bounds: findBounds({ yesVotes: 2, noVotes: 4, unsureVotes: 0 }, list, passRule),
    passRule,
    passed,
    ...(!former && { picture: null }),
    questionHash: former ? sha256(`[["en","${Title}",""]]\0${JSON.stringify(passRule)}`) : asks.question,
  };
  return { ...file, survey, label };
}

/** The result of a survey by open link that its owner showed after 20 of 24 votes. */
export function shownFile() {
  const start: Asks = { ...asks, electorate: "link", results: "shown", changeable: false };
  const cast = Array.from({ length: 24 }, (_, n) => ({ date: "2026-11-20", vote: (n % 3) as 0 | 1 | 2 }));
  const closing: Closing = { ...CLOSING, shown: 20 };
  const file = fileOf(pageOf(chain("survey", cast, KEY, start), "closed", { asks: start, closing }));
  const { label } = file;
  const settings = { electorate: "link", identity: "browser", resultsDuring: "shown", changeable: false } as const;
  return { ...file, label: { ...label, ...settings, shownAfter: 20, composition: null, bursts: [] } };
}

/** The file of another question, list or rule that names the head and the votes of a genuine one. */
export const relayed = (forged: ReturnType<typeof ruledFile>, genuine: ReturnType<typeof ruledFile>) => ({
  ...forged,
  label: { ...forged.label, head: genuine.label.head },
  ledger: { ...genuine.ledger },
});

/** Portable results of every kind, by their names. */
export const files = [
  ...Object.entries(ledgers).map(([name, ledger]) => [name, fileOf(ledger)] as const),
  ["with a list and a pass rule", ruledFile({ Title: "Is it so?", share: "1/4" })] as const,
  ["shown by its owner", shownFile()] as const,
  ...Object.entries(formerLedgers).map(([name, ledger]) => [`of format 2 ${name}`, fileOf(ledger)] as const),
  ["of format 2 with a list and a pass rule", ruledFile({ Title: "Is it so?", share: "1/4" }, true)] as const,
];

/** The first error in a file; null if it is consistent. */
export const flawOf = (value: unknown, pages?: unknown[]): Promise<string | null> =>
  checkResult(value, { hash: sha256, ...(pages && { pages }) }).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof LedgerFlaw)) throw error;
      return error.message;
    },
  );

/** The paths of all values in a document, with dots. */
export function pathsOf(value: unknown, path: string[] = []): string[][] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [...(path.length > 0 ? [path] : []), ...inner.flatMap(([name, each]) => pathsOf(each, [...path, name]))];
}

/** The document with another value at a path; undefined removes it. */
export function altered(document: unknown, [name = "", ...rest]: string[], value: unknown): unknown {
  const copy = (Array.isArray(document) ? [...document] : { ...(document as object) }) as Record<string, unknown>;
  const next = rest.length > 0 ? altered(copy[name], rest, value) : value;
  if (next !== undefined) copy[name] = next;
  else if (Array.isArray(copy)) copy.splice(Number(name), 1);
  else delete copy[name];
  return copy;
}

/** Other values of the same form. */
export function likeValues(value: unknown): unknown[] {
  if (typeof value === "boolean") return [!value];
  if (typeof value === "number") return [value + 1, value + 0.5];
  if (typeof value !== "string") return [];
  const digits = [...value.matchAll(/\d/g)].map(({ index }) => `${value.slice(0, index)}7${value.slice(index + 1)}`);
  return [`${value} `, ...digits, "everyone", "link", "live", "afterVote", "named"].filter((other) => other !== value);
}
