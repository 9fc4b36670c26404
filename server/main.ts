import type { AddressInfo } from "node:net";
import { makeApp } from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { openDatabase } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import { openImageStore } from "./images/store.ts";
import { seedDemo } from "./seedDemo.ts";
import { makeFirstAdmin } from "./session/firstAdmin.ts";
import { keptSecret } from "./session/secret.ts";

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
  if (config.demo) await seedDemo(database, openImageStore(config.dataDir));
  const app = await makeApp(
    {
      ...config,
      sessionSecret: config.sessionSecret ?? keptSecret(config.dataDir),
      logLevel: config.isProduction ? "info" : "warn",
      pages: true,
    },
    database,
  );
  await app.listen({ port: config.port, host: config.host });
  const { port } = app.server.address() as AddressInfo;
  console.log(
    welcome(
      config.demo,
      `http://${config.host === "0.0.0.0" || config.host === "127.0.0.1" ? "localhost" : config.host}:${port}`,
    ),
  );

  const stop = async (signal: string) => {
    console.log(`${signal}: finishing what is under way.`);
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    await app.close();
    await database.close();
  };
  process.once("SIGTERM", () => void stop("SIGTERM"));
  process.once("SIGINT", () => void stop("SIGINT"));
}

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

/** What stops a start, in one sentence; null for what is a bug and deserves its stack. */
function sentence(error: unknown): string | null {
  if (error instanceof ConfigError) return error.message;
  const { code, port, path, message, errcode } = error as {
    code?: string;
    port?: number;
    path?: string;
    message?: string;
    errcode?: number;
  };
  if (code === "EADDRINUSE") return `Port ${port} is in use: stop what listens there, or set PORT to another.`;
  if (code === "EACCES" && port) return `Port ${port} needs rights that this user lacks: set PORT to one above 1023.`;
  if (code === "EADDRNOTAVAIL") return "HOST is not an address of this machine.";
  if (path?.endsWith("manifest.json")) return "The pages are not built: npm run build makes them, npm start by itself.";
  if (["EACCES", "EROFS", "EPERM", "ENOTDIR", "ENOENT", "ENOSPC"].includes(code ?? ""))
    return `The data folder can't be written (${path}): set DATA_DIR to a folder that this user can write.`;
  if (errcode !== undefined)
    return `The database in the data folder can't be used (${message}): check DATA_DIR and its rights.`;
  if (
    ["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "EAI_AGAIN"].includes(code ?? "") ||
    /timeout exceeded/.test(message ?? "")
  )
    return "The database at DATABASE_URL does not answer.";
  if (/^(28|3D)/.test(code ?? "")) return `The database at DATABASE_URL refuses us: ${message}.`;
  return null;
}

main().catch((error: unknown) => {
  console.error(sentence(error) ?? error);
  process.exit(1);
});
