import cluster from "node:cluster";
import type { AddressInfo } from "node:net";
import { DEMO_PASSWORD } from "@survey-app/contract/session/demoAccounts.ts";
import Fastify from "fastify";
import { type Config, readConfig } from "./config/config.ts";
import { doubtfulSettings } from "./config/configSafety.ts";
import type { Database } from "./database/database.ts";
import { describePlace, readFingerprint } from "./database/fingerprint.ts";
import { findVoteNodes } from "./database/postgres/distribution.ts";
import { runQueryOf } from "./database/runQuery.ts";
import { loggerOptions } from "./http/logger.ts";
import { VERSION } from "./http/version.ts";
import { countWorkers, type Workers } from "./process/countWorkers.ts";
import { noteDatabase } from "./process/knownDatabase.ts";
import type { DemoCode } from "./process/openApp.ts";
import { closeDataFolder, createPrivately } from "./process/privateFiles.ts";
import { start } from "./process/start.ts";
import { exitCodeOf, failureSentence } from "./process/startFailure.ts";
import { stopOnSignals, surviveErrors } from "./process/stop.ts";
import { waitForDatabase } from "./process/waitForDatabase.ts";
import { handBackConnections, superviseWorkers } from "./process/workers.ts";
import { hasAdmin } from "./session/accounts.sql.ts";
import { counted } from "./words/counted.ts";

async function main(): Promise<void> {
  if (process.argv[2] === "--version") return console.log(VERSION);
  createPrivately();
  const settings = readConfig();
  const workers = cluster.isPrimary ? await prepareWorkers(settings) : { count: 1, sentence: null };
  if (workers.count > 1) return supervise(settings, workers);
  const openFolder = closeDataFolder(settings.dataDir);
  const { running, config, database, demoCodes, close } = await start();
  surviveErrors(running);
  const { port } = running.server.address() as AddressInfo;
  const here = config.host === "0.0.0.0" || config.host === "127.0.0.1" ? "localhost" : config.host;
  const announce = (sentence: string) => (config.isProduction ? running.log.info(sentence) : console.log(sentence));
  const address = `http://${here}:${port}`;
  announce(welcome(config, address, demoCodes));
  // Only the first of several workers prints these sentences.
  const isFirst = (cluster.worker?.id ?? 1) === 1;
  if (isFirst)
    for (const sentence of [
      ...(config.demo || (await hasAdmin(database)) ? [] : [firstAdminSentence(config, address)]),
      ...describeMissingFeatures(config),
      ...config.misspelled,
      ...doubtfulSettings(config),
      ...(openFolder === null ? [] : [openFolder]),
      ...(workers.sentence === null ? [] : [workers.sentence]),
      ...(await describeVoteNodes(database)),
      ...(await noteOwnDatabase(config, database)),
    ])
      announce(sentence);
  const closeAll = async () => {
    await handBackConnections();
    await close();
  };
  stopOnSignals(running, { drainSeconds: config.drainSeconds, close: closeAll });
}

/** Waits for PostgreSQL, and decides how many processes share the port. */
async function prepareWorkers({ databaseUrl, ...settings }: Config): Promise<Workers> {
  if (databaseUrl === null) return { count: 1, sentence: null };
  return countWorkers(settings, await waitForDatabase(databaseUrl, console.error));
}

/** Runs several processes on this port, and serves their metrics. */
async function supervise({ logLevel, metrics }: Config, { count, sentence }: Workers): Promise<void> {
  const { log } = Fastify({ logger: loggerOptions(logLevel, undefined) });
  if (sentence !== null) log.info(sentence);
  if (metrics) await (await import("./ops/metrics/workersMetrics.ts")).serveWorkersMetrics(metrics);
  // The path as the operator wrote it: it can be a symbolic link, which an update points to the new version.
  const [, path = ""] = process.argv;
  const file = /\/server\/(start\.cjs|main\.ts)$/.test(path) ? path : import.meta.filename;
  const failed = await superviseWorkers({ count, file, log, onEnd: (code) => process.exit(code) });
  if (failed !== null) process.exit(failed);
}

/** Tells an operator without an admin how to become the first. */
function firstAdminSentence({ isProduction, publicUrl, sandbox, smtpUrl }: Config, address: string): string {
  const byCommand =
    sandbox || smtpUrl !== null
      ? "confirm your email address, then run: npm run admin -- EMAIL"
      : "then run: npm run admin -- EMAIL --force (without SMTP_URL nobody can confirm an address)";
  return `There is no admin yet. To become the first, sign up at ${isProduction ? publicUrl : address}, ${byCommand}. Or set ADMIN_EMAIL and ADMIN_PASSWORD, and restart.`;
}

/** One sentence for each feature that is not configured in production. */
function describeMissingFeatures({ sandbox, google, facebook, stripe, smtpUrl, securityContact }: Config): string[] {
  if (sandbox) return [];
  const features: [name: string, setting: unknown, without: string][] = [
    ["GOOGLE_CLIENT_ID", google, "users can't sign in with Google"],
    ["FACEBOOK_CLIENT_ID", facebook, "users can't sign in with Facebook"],
    ["STRIPE_SECRET_KEY", stripe, "users can't buy a membership"],
    ["SMTP_URL", smtpUrl, "no email is sent, and users can't reset a forgotten password"],
    ["SECURITY_CONTACT", securityContact, "people who find a vulnerability don't learn where to report it"],
  ];
  return features
    .filter(([, setting]) => setting === null)
    .map(([name, , without]) => `${name} is not set: ${without}.`);
}

/** One sentence that names the servers with the votes, if the votes are distributed. */
async function describeVoteNodes(database: Database): Promise<string[]> {
  const nodes = await findVoteNodes(database);
  if (!nodes) return [];
  const list = nodes.map(({ host, port, shards }) => `${host}:${port} (${counted(shards, "shard")})`).join(", ");
  return [`Votes are distributed over ${counted(nodes.length, "server")}: ${list}.`];
}

/**
 * Writes down which database the server uses, so that commands with other settings don't use another one unnoticed.
 * Only now that the server listens: a start with wrong settings beside a running server has failed before.
 * @returns a sentence if it was another one so far
 */
async function noteOwnDatabase(config: Config, database: Database): Promise<string[]> {
  // Each demo has a folder of its own, and commands find the newest.
  if (config.demoResetMinutes !== null) return [];
  try {
    const found = await readFingerprint(runQueryOf(database), database.dialect);
    const before = found && noteDatabase(config, found);
    if (!before) return [];
    return [
      `With this data folder the server has so far used ${before.place} (created ${before.createdAt}). Now it uses ${describePlace(config, found.name)} (created ${found.createdAt}).`,
    ];
  } catch (error) {
    return [`Commands can't check that they use the server's database: ${(error as Error).message}.`];
  }
}

function welcome({ demo, demoResetMinutes, publicUrl }: Config, address: string, codes: readonly DemoCode[]): string {
  const accounts = `
Demo accounts, all with the password ${DEMO_PASSWORD} :
  admin@example.com      manages users and publishes surveys
  surveyor@example.com   creates surveys
  pro@example.com        votes and comments
  user@example.com       votes
${invitations(codes)}
Next: open ${publicUrl}, log in as the surveyor, add a survey; then publish it as the admin and vote as the others.
${demoResetMinutes === null ? "Set DEMO=0 for an empty start. Stop with Ctrl-C; the data stays." : `The demo starts afresh every ${demoResetMinutes} minutes.`}`;
  return `Survey App ${VERSION} is listening on ${address}${demo ? `\n${accounts}` : ""}`;
}

/** The links of invitations, which vote without an account. */
function invitations([first, ...more]: readonly DemoCode[]): string {
  if (!first) return "";
  const lines = [first, ...more].map(({ label, url }) => `  ${label.padEnd(8)} ${url}`);
  return `\nInvitations to "${first.title}", which vote without an account:\n${lines.join("\n")}\n`;
}

main().catch((error: unknown) => {
  console.error(failureSentence(error) ?? error);
  process.exit(exitCodeOf(error));
});
