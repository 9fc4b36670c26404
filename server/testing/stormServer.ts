import { makeApp } from "../app.ts";
import { openDatabase } from "../database/database.ts";
import { stripeProvider } from "../payments/provider.ts";

/** Our server in a process of its own, for a storm to kill: takes payments at the stand-in that it is told of. */
const settings = JSON.parse(process.argv[2] ?? "{}") as {
  databaseUrl: string | null;
  dataDir: string;
  port: number;
  secret: string;
  stripe: { host: string; port: number; secretKey: string; publishableKey: string; webhookSecret: string };
};
const { databaseUrl, dataDir, port, secret, stripe } = settings;
const database = openDatabase({ databaseUrl, dataDir });
const keys = { secret: stripe.secretKey, publishable: stripe.publishableKey, webhook: stripe.webhookSecret };
const app = await makeApp(
  {
    publicUrl: "http://localhost:3000",
    trustProxy: 0,
    limits: false,
    surveyReview: true,
    demo: false,
    sandbox: false,
    google: null,
    facebook: null,
    stripe: null,
    smtpUrl: null,
    mailFrom: "no-reply@localhost",
    dataDir,
    sessionSecret: secret,
    logLevel: "silent",
    pages: false,
  },
  database,
  { payments: stripeProvider(keys, { host: stripe.host, port: stripe.port, protocol: "http" }) },
);
await app.listen({ port, host: "127.0.0.1" });
