import { readReceipt } from "@survey-app/contract/ballots/ledger.ts";
import type { Database } from "../database/database.ts";
import { OperatorError } from "../database/operatorError.ts";
import type { ImageFiles } from "../images/imageFiles.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { describeFlaws, describeUncompared, verifyDatabase } from "../votes/ledger/verifyDatabase.ts";
import { type Verdict, verifyLedger } from "../votes/ledger/verifyLedger.ts";
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
  const findings = await verifyDatabase(database, files);
  const { surveys, votes, wrong } = findings;
  const flaws = describeFlaws(findings);
  const isValid = flaws.length === 0;
  return {
    isValid,
    lines: [
      isValid
        ? `Valid: ${counted(votes, "vote")} on ${counted(surveys, "survey")}, every counter equals its stored votes, every ledger is intact.`
        : `Invalid: ${wrong} of ${counted(surveys, "survey")}.`,
      ...describeUncompared(findings.questions),
    ],
    flaws,
  };
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
