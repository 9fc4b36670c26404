import { readConfig } from "../config/config.ts";
import { OperatorError } from "../database/operatorError.ts";
import { createSettlement } from "../payments/settlement.ts";
import { stripeProvider } from "../payments/stripe.ts";
import { parseAnyway, runCommand, withDatabase } from "./command.ts";

const USAGE = "npm run reconcile      checks all unsettled payments at the provider";

/**
 * `npm run reconcile`: checks all unsettled payments at the provider. The server checks those that are due every hour.
 */
async function reconcile(args: string[]): Promise<string> {
  const { anyway } = parseAnyway(args, USAGE);
  const { stripe, ...config } = readConfig();
  if (!stripe) throw new OperatorError("STRIPE_SECRET_KEY is not set: there is no provider to check payments at.");
  return withDatabase({ ...config, anyway }, async (database) => {
    const { checked, failed } = await createSettlement(database, stripeProvider(stripe)).reconcile({
      ignoreSchedule: true,
      run: {
        signal: new AbortController().signal,
        onStepFailed: ({ row, error }) => console.error(`Payment ${row} could not be reconciled:`, error),
        onStepRecovered: () => {},
      },
    });
    if (failed > 0) process.exitCode = 1;
    return checked === 0 ? "No unsettled payments." : `Checked ${checked} unsettled payments; ${failed} failed.`;
  });
}

await runCommand(import.meta.filename, reconcile);
