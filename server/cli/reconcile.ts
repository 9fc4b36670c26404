import { ConfigError, readConfig } from "../config.ts";
import { openDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { createSettlement } from "../payments/settlement.ts";
import { stripeProvider } from "../payments/stripe.ts";
import { failureSentence } from "../startFailure.ts";

/** `npm run reconcile`: checks all unsettled payments at the provider. The server checks those that are due every hour. */
async function reconcile(): Promise<string> {
  const config = readConfig();
  if (!config.stripe) throw new ConfigError("STRIPE_SECRET_KEY is not set: there is no provider to check payments at.");
  const database = openDatabase(config);
  try {
    await migrate(database);
    const { checked, failed } = await createSettlement(database, stripeProvider(config.stripe)).reconcile({
      ignoreSchedule: true,
      onFailure: ({ paymentId, err }) => console.error(`Payment ${paymentId} could not be reconciled:`, err),
    });
    if (failed > 0) process.exitCode = 1;
    return checked === 0 ? "No unsettled payments." : `Checked ${checked} unsettled payments; ${failed} failed.`;
  } finally {
    await database.close();
  }
}

reconcile().then(
  (done) => console.log(done),
  (error: unknown) => {
    console.error(failureSentence(error) ?? error);
    process.exitCode = 1;
  },
);
