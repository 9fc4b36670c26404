import { parseArgs } from "node:util";
import { readReceipt } from "@survey-app/contract/ledger.ts";
import { readConfig } from "../config.ts";
import { openDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { failureSentence } from "../startFailure.ts";
import { UnreadableLedger } from "../votes/ledger/ledgerSource.ts";
import { recount } from "../votes/ledger/verify.sql.ts";
import { findBrokenChains } from "../votes/ledger/verifyChains.sql.ts";
import { verifyLedger } from "../votes/ledger/verifyLedger.ts";

const USAGE = `npm run verify                                        recounts the whole database
npm run verify -- URL-or-FILE [--receipt RECEIPT]…    checks one survey's public ledger: URL is the address of the
                                                      survey's page or ledger, FILE holds saved answers of the ledger`;

/** `npm run verify`: exits with 0 if all counters and ledgers are correct, otherwise with 1. */
async function verify(): Promise<boolean> {
  const { source, receipts } = readArguments();
  if (source !== undefined) {
    const { isRight, says } = await verifyLedger(source, receipts);
    console.log(says.join("\n"));
    return isRight;
  }
  const database = openDatabase(readConfig());
  try {
    await migrate(database);
    const { surveys, votes, mismatches } = await recount(database);
    for (const wrong of mismatches) {
      const counted = `counts ${wrong.total} votes (${wrong.yes} yes; its days ${wrong.daysTotal}, ${wrong.daysYes} yes)`;
      console.error(
        `Survey ${wrong.surveyId} ${counted}, but ${wrong.storedTotal} (${wrong.storedYes} yes) are stored.`,
      );
    }
    const broken = await findBrokenChains(database);
    for (const { surveyId, flaw } of broken) console.error(`Survey ${surveyId}: ${flaw}`);
    const wrong = new Set([...mismatches, ...broken].map(({ surveyId }) => surveyId)).size;
    console.log(
      wrong === 0
        ? `Right: ${votes} votes on ${surveys} surveys, every counter equals its stored votes, every ledger is intact.`
        : `Wrong: ${wrong} of ${surveys} surveys.`,
    );
    return wrong === 0;
  } finally {
    await database.close();
  }
}

function readArguments(): { source: string | undefined; receipts: string[] } {
  const { positionals, values } = parsed();
  const receipts = values.receipt ?? [];
  const [source, ...more] = positionals;
  if (more.length > 0) throw new UnreadableLedger(`Name one ledger at a time.\n\n${USAGE}`);
  if (source === undefined && receipts.length > 0)
    throw new UnreadableLedger(`Name the ledger that should contain the receipt.\n\n${USAGE}`);
  for (const receipt of receipts)
    if (!readReceipt(receipt))
      throw new UnreadableLedger(`${receipt} is not a receipt. Example: 1234-9f3a-5c0d-21be-77aa.`);
  return { source, receipts };
}

function parsed() {
  try {
    return parseArgs({ allowPositionals: true, options: { receipt: { type: "string", multiple: true } } });
  } catch (error) {
    throw new UnreadableLedger(`${(error as Error).message}\n\n${USAGE}`);
  }
}

verify().then(
  (isRight) => {
    process.exitCode = isRight ? 0 : 1;
  },
  (error: unknown) => {
    console.error(error instanceof UnreadableLedger ? error.message : (failureSentence(error) ?? error));
    process.exitCode = 1;
  },
);
