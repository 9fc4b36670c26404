import { createApp } from "../../server/app.ts";
import { sandboxStripeProvider } from "../../server/payments/stripe.ts";
import { openDatabase } from "../../server/process/openDatabase.ts";
import { testConfig } from "../../server/testing/testConfig.ts";

/** Our server in a separate process that the storm can kill. It uses the stand-in provider named by its arguments. */
const settings = JSON.parse(process.argv[2] ?? "{}") as {
  databaseUrl: string | null;
  dataDir: string;
  port: number;
  stripe: { host: string; port: number; secretKey: string; publishableKey: string; webhookSecret: string };
};
const { databaseUrl, dataDir, port, stripe } = settings;
const database = openDatabase({ databaseUrl, dataDir });
const app = await createApp({ ...testConfig, dataDir }, database, { payments: sandboxStripeProvider(stripe) });
await app.listen({ port, host: "127.0.0.1" });
