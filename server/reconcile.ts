import { ConfigError, readConfig } from "./config.ts";
import { openDatabase } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import { stripeProvider } from "./payments/provider.ts";
import { makeSettlement } from "./payments/settlement.ts";
import { failureSentence } from "./startFailure.ts";

/** `npm run reconcile`: asks the provider about payments that hang, and settles them, as the server does every hour. */
async function reconcile(): Promise<string> {
  const config = readConfig();
  if (!config.stripe) throw new ConfigError("STRIPE_SECRET_KEY is not set: there is nobody to ask about payments.");
  const database = openDatabase(config);
  try {
    await migrate(database);
    const hanging = await makeSettlement(database, stripeProvider(config.stripe)).reconcile();
    return hanging === 0 ? "No payment hangs." : `Asked about ${hanging} payments that hung.`;
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
