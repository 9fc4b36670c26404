import type { Database } from "../../database/database.ts";
import { findDistributionFlaws } from "../../database/postgres/distribution.ts";
import type { ImageFiles } from "../../images/imageFiles.ts";
import { counted } from "../../words/counted.ts";
import { type CountMismatch, findOrphans, findStaleBoxes, type Recount, recount } from "./verify.sql.ts";
import { type BrokenChain, findBrokenChains } from "./verifyChains.sql.ts";
import { findListFlaws, type ListFlaw } from "./verifyInvited.sql.ts";
import { findMeetingFlaws } from "./verifyMeetings.sql.ts";
import { checkQuestions, type QuestionFindings } from "./verifyQuestions.sql.ts";
import type { SecretMismatch } from "./verifySecret.sql.ts";

/** The findings of the checks of a whole database. */
export interface DatabaseFindings extends Recount {
  /** Ledgers that don't follow from their votes. */
  chains: BrokenChain[];
  questions: QuestionFindings;
  /** Questions of meetings whose ledgers don't follow one another. */
  meetings: BrokenChain[];
  lists: ListFlaw[];
  /** Surveys whose ballot box is missing or holds something else. */
  stale: string[];
  /** Ids of surveys that don't exist, with rows. */
  orphans: string[];
  /** Sentences about the distribution over several servers. */
  unkept: string[];
  /** The number of surveys with a flaw. */
  wrong: number;
}

/**
 * Recounts all votes, and compares ledgers, questions, meetings, pictures, lists and ballot boxes with what is stored:
 * the checks of `npm run verify` and `npm run restore`. @param files the uploads, which are read again
 */
export async function verifyDatabase(database: Database, files: ImageFiles): Promise<DatabaseFindings> {
  const counts = await recount(database);
  const chains = await findBrokenChains(database);
  const questions = await checkQuestions(database, files);
  const meetings = await findMeetingFlaws(database);
  const lists = await findListFlaws(database);
  const stale = await findStaleBoxes(database);
  const orphans = await findOrphans(database);
  const unkept = await findDistributionFlaws(database);
  const flawed = [...counts.mismatches, ...chains, ...questions.differs, ...meetings, ...lists].map(
    ({ surveyId }) => surveyId,
  );
  const wrong = new Set([...flawed, ...stale, ...orphans]).size;
  return { ...counts, chains, questions, meetings, lists, stale, orphans, unkept, wrong };
}

/** A sentence about each flaw. */
export function describeFlaws(findings: DatabaseFindings): string[] {
  const { mismatches, chains, questions, meetings, lists, stale, orphans, unkept } = findings;
  return [
    ...mismatches.map((each) => ("marked" in each ? secretSentence(each) : mismatchSentence(each))),
    ...[...chains, ...questions.differs, ...meetings, ...lists].map(
      ({ surveyId, flaw }) => `Survey ${surveyId}: ${flaw}`,
    ),
    ...stale.map((id) => `Survey ${id}: its ballot box is missing, or holds another status, time or setting.`),
    ...orphans.map((id) => `Survey ${id} doesn't exist, but some of its rows do.`),
    ...unkept,
  ];
}

/** Sentences about data that could not be compared with the ledgers; it isn't a flaw. */
export function describeUncompared({ missing, unhashed, former, formerSince }: QuestionFindings): string[] {
  return [
    ...missing.map(
      (id) => `Survey ${id}: the picture that its ledger begins with is missing; it may have been removed.`,
    ),
    ...(unhashed > 0
      ? [
          `The content of ${counted(unhashed, "picture")} was never hashed: from another site, or uploaded to version 1.0.`,
        ]
      : []),
    ...(former > 0
      ? [
          `${counted(former, "ledger")} of version 1.0 (format 2) ${former === 1 ? "stands" : "stand"} for no question, picture or pass rule, and for no list.`,
        ]
      : []),
    ...formerSince.map((id) => `Survey ${id}: its ledger was begun in format 2 since the upgrade, by version 1.0.`),
  ];
}

function secretSentence({ surveyId, participants, marked, answered, isMisplaced }: SecretMismatch): string {
  const where = isMisplaced ? " Its sums are not where they belong." : "";
  return `Survey ${surveyId} counts ${counted(participants, "secret vote")}, but ${counted(marked, "voter")} and ${counted(answered, "answer")}.${where}`;
}

function mismatchSentence({ surveyId, ...counts }: CountMismatch): string {
  const { total, yes, unsure, storedTotal, storedYes, storedUnsure } = counts;
  const { listed, listedYes, listedUnsure, daysTotal, daysYes, daysUnsure } = counts;
  const shown = `${counted(total, "vote")} (${yes} yes, ${unsure} not sure)`;
  const stored = `${storedTotal} (${storedYes} yes, ${storedUnsure} not sure)`;
  const byDay =
    `Its days count ${daysTotal} (${daysYes} yes, ${daysUnsure} not sure) ` +
    `of ${listed} (${listedYes} yes, ${listedUnsure} not sure) listed votes.`;
  return `Survey ${surveyId} counts ${shown}, but ${stored} are stored. ${byDay}`;
}
