import type { AddressInfo } from "node:net";
import { makeApp } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { openDatabase } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import { openImageStore } from "./images/store.ts";
import { makeFirstAdmin } from "./session/firstAdmin.ts";
import { keptSecret } from "./session/secret.ts";
import { failureSentence } from "./startFailure.ts";

/** Requests under way at a stop get this long, in milliseconds, before their connections are cut. */
const GRACE_MS = 10_000;

async function main(): Promise<void> {
  const config = readConfig();
  const database = openDatabase({
    ...config,
    onError: (error) => console.error(`A database connection was lost (${error.message}); it will be replaced.`),
  });
  await migrate(database);
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
      logLevel: config.isProduction ? "info" : "warn",
      pages: true,
    },
    database,
  );
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === "getaddrinfo" ? new ConfigError("HOST is not an address of this machine.") : error;
  });
  const { port } = app.server.address() as AddressInfo;
  console.log(
    welcome(
      config.demo,
      `http://${config.host === "0.0.0.0" || config.host === "127.0.0.1" ? "localhost" : config.host}:${port}`,
    ),
  );

  for (const sentence of notSetUp(config)) console.log(sentence);

  const stop = async (signal: string) => {
    console.log(`${signal}: finishing what is under way.`);
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    await app.close();
    await database.close();
  };
  process.once("SIGTERM", () => void stop("SIGTERM"));
  process.once("SIGINT", () => void stop("SIGINT"));
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
