import { realpathSync } from "node:fs";
import { parseArgs } from "node:util";
import { readReceipt } from "@survey-app/contract/ledger.ts";
import { readConfig } from "../config.ts";
import { type Database, openDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { findDistributionFlaws } from "../database/postgres/distribution.ts";
import { failureSentence } from "../startFailure.ts";
import { UnreadableLedger } from "../votes/ledger/ledgerSource.ts";
import { type CountMismatch, findOrphans, findStaleBoxes, recount } from "../votes/ledger/verify.sql.ts";
import { findBrokenChains } from "../votes/ledger/verifyChains.sql.ts";
import { findListFlaws } from "../votes/ledger/verifyInvited.sql.ts";
import { type Verdict, verifyLedger } from "../votes/ledger/verifyLedger.ts";
import type { SecretMismatch } from "../votes/ledger/verifySecret.sql.ts";

const USAGE = `npm run verify                                        recounts the whole database
npm run verify -- URL-or-FILE [--receipt RECEIPT]…    checks one survey's public ledger: URL is the address of the
                                                      survey's page or ledger, FILE holds saved answers of the ledger
npm run verify -- RESULT [LEDGER]                     checks a downloaded result without its server: RESULT is its file,
                                                      LEDGER that of the ledger, for results of many votes`;

interface FullVerdict extends Verdict {
  /** A sentence about each survey whose counters or ledger are wrong. */
  flaws?: string[];
}

/** `npm run verify`: checks one survey's public ledger, or all counters and ledgers of the database. */
export async function verify(args: readonly string[], settings = readConfig): Promise<FullVerdict> {
  const { source, ledger, receipts } = readArguments(args);
  if (source !== undefined) return verifyLedger(source, receipts, ledger);
  const database = openDatabase(settings());
  try {
    await migrate(database);
    return await verifyAll(database);
  } finally {
    await database.close();
  }
}

async function verifyAll(database: Database): Promise<FullVerdict> {
  const { surveys, votes, mismatches } = await recount(database);
  const broken = [...(await findBrokenChains(database)), ...(await findListFlaws(database))];
  const stale = await findStaleBoxes(database);
  const orphans = await findOrphans(database);
  const unkept = await findDistributionFlaws(database);
  const wrong = new Set([...[...mismatches, ...broken].map(({ surveyId }) => surveyId), ...stale, ...orphans]).size;
  const isRight = wrong === 0 && unkept.length === 0;
  return {
    isRight,
    says: [
      isRight
        ? `Right: ${votes} votes on ${surveys} surveys, every counter equals its stored votes, every ledger is intact.`
        : `Wrong: ${wrong} of ${surveys} surveys.`,
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

function secretSentence({ surveyId, participants, marked, answered, isMisplaced }: SecretMismatch): string {
  const where = isMisplaced ? " Its sums are not where they belong." : "";
  return `Survey ${surveyId} counts ${participants} secret votes, but ${marked} voters and ${answered} answers.${where}`;
}

function mismatchSentence({ surveyId, ...counts }: CountMismatch): string {
  const { total, yes, unsure, storedTotal, storedYes, storedUnsure } = counts;
  const { listed, listedYes, listedUnsure, daysTotal, daysYes, daysUnsure } = counts;
  const counted = `${total} votes (${yes} yes, ${unsure} not sure)`;
  const stored = `${storedTotal} (${storedYes} yes, ${storedUnsure} not sure)`;
  const byDay =
    `Its days count ${daysTotal} (${daysYes} yes, ${daysUnsure} not sure) ` +
    `of ${listed} (${listedYes} yes, ${listedUnsure} not sure) listed votes.`;
  return `Survey ${surveyId} counts ${counted}, but ${stored} are stored. ${byDay}`;
}

interface Arguments {
  source: string | undefined;
  ledger: string | undefined;
  receipts: string[];
}

function readArguments(args: readonly string[]): Arguments {
  const { positionals, values } = parsed(args);
  const receipts = values.receipt ?? [];
  const [source, ledger, ...more] = positionals;
  if (more.length > 0) throw new UnreadableLedger(`Name one ledger at a time.\n\n${USAGE}`);
  if (source === undefined && receipts.length > 0)
    throw new UnreadableLedger(`Name the ledger that should contain the receipt.\n\n${USAGE}`);
  for (const receipt of receipts)
    if (!readReceipt(receipt))
      throw new UnreadableLedger(`${receipt} is not a receipt. Example: 1234-9f3a-5c0d-21be-77aa.`);
  return { source, ledger, receipts };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { receipt: { type: "string", multiple: true } },
    });
  } catch (error) {
    throw new UnreadableLedger(`${(error as Error).message}\n\n${USAGE}`);
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename)
  verify(process.argv.slice(2)).then(
    ({ isRight, says, flaws = [] }) => {
      for (const flaw of flaws) console.error(flaw);
      console.log(says.join("\n"));
      process.exitCode = isRight ? 0 : 1;
    },
    (error: unknown) => {
      console.error(error instanceof UnreadableLedger ? error.message : (failureSentence(error) ?? error));
      process.exitCode = 1;
    },
  );
