import { readReceipt } from "@survey-app/contract/ledger.ts";
import type { Database } from "../database/database.ts";
import { OperatorError } from "../database/operatorError.ts";
import { findDistributionFlaws } from "../database/postgres/distribution.ts";
import type { ImageFiles } from "../images/imageFiles.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { type CountMismatch, findOrphans, findStaleBoxes, recount } from "../votes/ledger/verify.sql.ts";
import { findBrokenChains } from "../votes/ledger/verifyChains.sql.ts";
import { findListFlaws } from "../votes/ledger/verifyInvited.sql.ts";
import { type Verdict, verifyLedger } from "../votes/ledger/verifyLedger.ts";
import { checkQuestions, type QuestionFindings } from "../votes/ledger/verifyQuestions.sql.ts";
import type { SecretMismatch } from "../votes/ledger/verifySecret.sql.ts";
import { counted } from "../words/counted.ts";
import { ANYWAY, parseArguments, readSettings, runCommand, withDatabase } from "./command.ts";

const USAGE = `npm run verify                                        recounts the whole database
npm run verify -- URL-or-FILE [--receipt RECEIPT]…    checks one survey's public ledger: URL is the address of the
                                                      survey's page or ledger, FILE holds saved responses of the ledger
npm run verify -- RESULT [LEDGER]                     checks a downloaded result without its server: RESULT is its file,
                                                      LEDGER that of the ledger, for results of many votes`;

interface FullVerdict extends Verdict {
  /** A sentence about each survey whose counters or ledger are wrong. */
  flaws?: string[];
}

/** `npm run verify`: checks one survey's public ledger, or all counters and ledgers of the database. */
export async function verify(args: readonly string[], settings = readSettings): Promise<FullVerdict> {
  const { source, ledger, receipts, anyway } = readArguments(args);
  if (source !== undefined) return verifyLedger(source, receipts, ledger);
  const config = settings();
  return withDatabase({ ...config, anyway }, (database) => verifyAll(database, openImageFiles(config)));
}

async function verifyAll(database: Database, files: ImageFiles): Promise<FullVerdict> {
  const { surveys, votes, mismatches } = await recount(database);
  const questions = await checkQuestions(database, files);
  const broken = [...(await findBrokenChains(database)), ...questions.differs, ...(await findListFlaws(database))];
  const stale = await findStaleBoxes(database);
  const orphans = await findOrphans(database);
  const unkept = await findDistributionFlaws(database);
  const wrong = new Set([...[...mismatches, ...broken].map(({ surveyId }) => surveyId), ...stale, ...orphans]).size;
  const isValid = wrong === 0 && unkept.length === 0;
  return {
    isValid,
    lines: [
      isValid
        ? `Valid: ${counted(votes, "vote")} on ${counted(surveys, "survey")}, every counter equals its stored votes, every ledger is intact.`
        : `Invalid: ${wrong} of ${counted(surveys, "survey")}.`,
      ...describeQuestions(questions),
    ],
    flaws: [
      ...mismatches.map((each) => ("marked" in each ? secretSentence(each) : mismatchSentence(each))),
      ...broken.map(({ surveyId, flaw }) => `Survey ${surveyId}: ${flaw}`),
      ...stale.map((id) => `Survey ${id}: its ballot box is missing, or holds another status, time or setting.`),
      ...orphans.map((id) => `Survey ${id} doesn't exist, but some of its rows do.`),
      ...unkept,
    ],
  };
}

/** What of the questions is no flaw, but could not be compared. */
function describeQuestions({ missing, unhashed, former, formerSince }: QuestionFindings): string[] {
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
          `${counted(former, "ledger")} of version 1.0 (format 2) stand for no question, picture or pass rule, and for no list.`,
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

function readArguments(args: readonly string[]) {
  const options = { receipt: { type: "string", multiple: true }, ...ANYWAY } as const;
  const { positionals, values } = parseArguments(args, options, USAGE);
  const receipts = values.receipt ?? [];
  const [source, ledger, ...more] = positionals;
  if (more.length > 0) throw new OperatorError(`Name one ledger at a time.\n\n${USAGE}`);
  if (source === undefined && receipts.length > 0)
    throw new OperatorError(`Name the ledger that should contain the receipt.\n\n${USAGE}`);
  for (const receipt of receipts)
    if (!readReceipt(receipt))
      throw new OperatorError(`${receipt} is not a receipt. Example: 1234-9f3a-5c0d-21be-77aa.`);
  return { source, ledger, receipts, anyway: values.anyway };
}

await runCommand(import.meta.filename, async (args) => {
  const { isValid, lines, flaws = [] } = await verify(args);
  for (const flaw of flaws) console.error(flaw);
  if (!isValid) process.exitCode = 1;
  return lines.join("\n");
});
