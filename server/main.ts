import type { AddressInfo } from "node:net";
import { makeApp } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { doubtfulSettings } from "./configSafety.ts";
import { openDatabase } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import { openImageStore } from "./images/store.ts";
import { refuseUnfit } from "./productionStart.ts";
import { makeFirstAdmin } from "./session/firstAdmin.ts";
import { keptSecret } from "./session/secret.ts";
import { failureSentence } from "./startFailure.ts";
import { stopOnSignals, surviveErrors } from "./stop.ts";

async function main(): Promise<void> {
  const config = readConfig();
  let onError = (error: Error) => console.error(`A database connection was lost (${error.message}).`);
  let onFatal = (error: Error) => console.error(error);
  const database = openDatabase({
    ...config,
    onError: (error) => onError(error),
    // Only a new process can go on: the supervisor starts one.
    onFatal: (error) => {
      onFatal(error);
      process.exit(1);
    },
  });
  await migrate(database);
  // The app, and with it the log, does not stand yet.
  const warn = (details: object, message: string) => console.error(message, details);
  if (config.isProduction) await refuseUnfit(database, config, { warn });
  if (config.firstAdmin && !(await makeFirstAdmin(database, config.firstAdmin))) {
    throw new ConfigError("ADMIN_EMAIL names an existing account that is no admin: give another address.");
  }
  if (config.demo) {
    // Loaded here, so that production never has its code.
    const { seedDemo } = await import("./seedDemo.ts");
    await seedDemo(database, openImageStore(config.dataDir));
  }
  const app = await makeApp(
    {
      ...config,
      sessionSecret: config.sessionSecret ?? keptSecret(config.dataDir),
      pages: true,
    },
    database,
  );
  onError = (error) => app.log.error({ err: error }, "a database connection was lost; it will be replaced");
  onFatal = (error) => app.log.fatal({ err: error }, "the database can't be used any more: the process ends");
  surviveErrors(app);
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === "getaddrinfo" ? new ConfigError("HOST is not an address of this machine.") : error;
  });
  const { port } = app.server.address() as AddressInfo;
  const here = config.host === "0.0.0.0" || config.host === "127.0.0.1" ? "localhost" : config.host;
  const say = (sentence: string) => (config.isProduction ? app.log.info(sentence) : console.log(sentence));
  say(welcome(config.demo, `http://${here}:${port}`));
  for (const sentence of [...notSetUp(config), ...doubtfulSettings(config)]) say(sentence);
  stopOnSignals(app, { drainSeconds: config.drainSeconds, close: () => database.close() });
}

/** What a production is without, so that nobody looks for it. */
function notSetUp({ sandbox, google, facebook, stripe, smtpUrl, securityContact }: Config): string[] {
  if (sandbox) return [];
  return Object.entries({
    GOOGLE_CLIENT_ID: google,
    FACEBOOK_CLIENT_ID: facebook,
    STRIPE_SECRET_KEY: stripe,
    SMTP_URL: smtpUrl,
    SECURITY_CONTACT: securityContact,
  })
    .filter(([, setting]) => setting === null)
    .map(([name]) => `${name} is not set: ${without[name]}.`);
}

const without: Record<string, string> = {
  GOOGLE_CLIENT_ID: "nobody can sign in through Google",
  FACEBOOK_CLIENT_ID: "nobody can sign in through Facebook",
  STRIPE_SECRET_KEY: "nobody can buy a membership",
  SMTP_URL: "no mail is sent, and a forgotten password can't be set anew",
  SECURITY_CONTACT: "nobody can find out whom to tell of a hole",
};

function welcome(demo: boolean, address: string): string {
  const accounts = `
Demo accounts, all with the password Passw0rd! :
  admin@example.com      manages users and publishes surveys
  surveyor@example.com   makes surveys
  pro@example.com        votes and comments
  user@example.com       votes

Next: open ${address}, log in as the surveyor, add a survey; then publish it as the admin and vote as the others.
Set DEMO=0 for an empty start. Stop with Ctrl-C; the data stays.`;
  return `Survey App is listening on ${address}${demo ? `\n${accounts}` : ""}`;
}

main().catch((error: unknown) => {
  console.error(failureSentence(error) ?? error);
  process.exit(1);
});
