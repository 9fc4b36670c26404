import type { DemoReset } from "@survey-app/contract/pageSettings.ts";
import type { FastifyInstance } from "fastify";
import { createApp } from "../app.ts";
import { describeHold } from "../clock/describeJumps.ts";
import { beat, findJumps } from "../clock/heartbeat.sql.ts";
import type { Config } from "../config/config.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { OperatorError } from "../database/operatorError.ts";
import { secretsOf } from "../database/secrets.ts";
import { isUnavailable } from "../database/unavailable.ts";
import { BucketError, checkBucket } from "../images/bucketFiles.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { openImageStore } from "../images/store.ts";
import { createInvitationTokens } from "../invitations/invitationTokens.ts";
import { createFirstAdmin } from "../session/firstAdmin.ts";
import { configuredSecrets } from "../session/secret.ts";
import { describeCollisions, storeAsciiDomains } from "../voters/asciiDomains.sql.ts";
import { removeFormerAddresses } from "../voters/deletedAddresses.sql.ts";
import { removeNamesAtStart } from "./namesAtStart.ts";
import { openDatabase } from "./openDatabase.ts";
import { checkFormerSecrets, checkProductionReadiness, describeEndedCodes } from "./startupChecks.ts";
import type { Running } from "./stop.ts";

/** An app that is ready for requests, and its database. */
export interface OpenedApp {
  app: FastifyInstance;
  database: MainDatabase;
  demoCodes: DemoCode[];
}

/** The link of an invitation that can be tried, with the demo data. */
export interface DemoCode {
  label: string;
  title: string;
  url: string;
}

/** A server that listens. */
export interface Started {
  running: Running;
  config: Config;
  database: Database;
  demoCodes: DemoCode[];
  /** Closes the database, once `running` is closed. */
  close(): Promise<void>;
}

/**
 * Opens and prepares the database of an app, and makes the app ready. If it fails, it closes what it opened.
 * @param demoReset when the demo resets; null without resets
 * @throws errors that `failureSentence` describes, unless they are bugs
 */
export async function openApp(config: Config, demoReset: DemoReset | null): Promise<OpenedApp> {
  let onError = (error: Error) => console.error(`A database connection was lost (${error.message}).`);
  let onFatal = (error: Error) => console.error(error);
  const database = openDatabase({
    ...config,
    onError: (error) => onError(error),
    // Only a new process can recover; the supervisor starts one.
    onFatal: (error) => {
      onFatal(error);
      process.exit(1);
    },
  });
  let app: FastifyInstance | undefined;
  try {
    const [sessionSecret] = configuredSecrets(config).accepted;
    const demoCodes = await prepare(database, { ...config, sessionSecret });
    app = await createApp({ ...config, sessionSecret, demoReset, pages: true }, database);
    const { log } = app;
    onError = (error) => log.error({ err: error }, "a database connection was lost; it will be replaced");
    onFatal = (error) => log.fatal({ err: error }, "the database can't be used any more: the process ends");
    return { app, database, demoCodes };
  } catch (error) {
    closeSoon(app, database);
    throw error;
  }
}

/** Not awaited, because an unresponsive database would delay the error message. */
export function closeSoon(app: FastifyInstance | undefined, database: MainDatabase): void {
  void Promise.resolve(app?.close())
    .then(() => database.close())
    .catch(() => {});
}

/** Migrates and checks the database, and creates the first admin or the demo data. @returns invitations to try */
async function prepare(database: MainDatabase, config: Config & { sessionSecret: string }): Promise<DemoCode[]> {
  await migrate(database);
  await removeFormerAddresses(database);
  const collisions = await storeAsciiDomains(database);
  if (collisions.length > 0) console.error(describeCollisions(collisions));
  if (config.retentionDays !== null) await removeNamesAtStart(database, config, config.retentionDays);
  const jumps = await beat(database).catch((error: unknown) => {
    // With a full disk people can still read. The heartbeat is tried again every minute.
    if (!isUnavailable(error)) throw error;
    console.error(`The time of this start could not be stored (${(error as Error).message}); the server tries again.`);
    return findJumps(database);
  });
  if (jumps.length > 0) console.error(describeHold(jumps));
  const secrets = secretsOf(config);
  await checkFormerSecrets(database, secrets.readable);
  const tokens = createInvitationTokens(secrets, config.publicUrl);
  const ended = await describeEndedCodes(database, tokens.codeKeys);
  if (ended !== null) console.error(ended);
  // The app and its log don't exist yet.
  const warn = (details: object, message: string) => console.error(message, details);
  if (config.bucket) await checkBucket(config.bucket).catch(acceptUnreachable);
  if (config.isProduction) await checkProductionReadiness(database, config, { warn });
  if (config.firstAdmin && !(await createFirstAdmin(database, config.firstAdmin))) {
    throw new OperatorError("ADMIN_EMAIL names an existing account that is not an admin: give another address.");
  }
  if (!config.demo) return [];
  // Loaded here, so that production never loads its code.
  const [{ seedDemo }, { findUnusedCodes }] = await Promise.all([
    import("../sandbox/demo/seedDemo.ts"),
    import("../sandbox/demo/demoRows.sql.ts"),
  ]);
  await seedDemo(database, openImageStore(openImageFiles(config)), tokens.stored);
  const codes = await findUnusedCodes(database, tokens.codeKey);
  return codes.map(({ id, ...code }) => {
    const token = tokens.tokenOf({ id, email: null, issue: 1 });
    return { ...code, url: `${config.publicUrl}/i#${token}` };
  });
}

/** Wrong settings of the bucket stop the start. An unreachable bucket doesn't: images are missing until it is back. */
function acceptUnreachable(error: unknown): void {
  if (!(error instanceof BucketError)) throw error;
  if (error.isRejection) throw new OperatorError(error.message);
  console.error(`${error.message} Images can't be shown and uploaded until it does.`);
}
