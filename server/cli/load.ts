import { parseArgs } from "node:util";
import { formatCount } from "@survey-app/contract/formatCount.ts";
import { ConfigError, readConfig } from "../config.ts";
import { isOrigin } from "../configFormats.ts";
import { openDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { LoadTestError, loadTest, percentile, RATE_MAX, VOTES_MAX } from "../ops/load/loadTest.ts";
import { readOrCreateSecret } from "../session/secret.ts";
import { createTokens } from "../session/tokens.ts";
import { failureSentence } from "../startFailure.ts";

const USAGE = `npm run load -- URL [--votes 2000] [--rate 100]

Casts votes of test accounts at the server at URL, by default 2,000 at 100 a second, and prints how long they took.
Run it with the server's settings (DATABASE_URL or DATA_DIR, SESSION_SECRET, PUBLIC_URL), and on a database of its own:
votes can't be deleted. docs/scaling.md`;

/** `npm run load -- URL`: measures an installation before people use it. */
async function load(args: string[]): Promise<string> {
  const { url, votes, rate } = readArguments(args);
  const config = readConfig();
  const tokens = createTokens(config.sessionSecret ?? readOrCreateSecret(config.dataDir), config.publicUrl);
  const stopping = new AbortController();
  process.once("SIGINT", () => stopping.abort());
  const database = openDatabase(config);
  try {
    await migrate(database);
    const report = await loadTest(database, tokens.sign, { url, votes, rate, signal: stopping.signal });
    const failed = [...report.failures].map(([what, count]) => `${formatCount(count)} × ${what}`);
    if (failed.length > 0) process.exitCode = 1;
    const ms = (share: number) => `${Math.round(percentile(report.latencies, share))} ms`;
    return [
      `stored      ${formatCount(report.stored)} votes in ${report.seconds.toFixed(1)} s: ${(report.stored / report.seconds).toFixed(0)} a second`,
      `failed      ${failed.join(", ") || "none"}`,
      `latency     p50 ${ms(0.5)}   p90 ${ms(0.9)}   p99 ${ms(0.99)}   slowest ${ms(1)}`,
      "Every counter equals its stored votes. Empty this database before people use it.",
    ].join("\n");
  } finally {
    await database.close();
  }
}

function readArguments(args: string[]): { url: string; votes: number; rate: number } {
  const { positionals, values } = parsed(args);
  const [address, ...more] = positionals;
  if (!address || more.length > 0 || !isOrigin(address)) throw new ConfigError(USAGE);
  return {
    url: new URL(address).origin,
    votes: wholeNumber("--votes", values.votes ?? "2000", VOTES_MAX),
    rate: wholeNumber("--rate", values.rate ?? "100", RATE_MAX),
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { votes: { type: "string" }, rate: { type: "string" } },
    });
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function wholeNumber(name: string, text: string, max: number): number {
  if (/^[1-9]\d*$/.test(text) && Number(text) <= max) return Number(text);
  throw new ConfigError(`${name} must be a whole number from 1 to ${formatCount(max)}.`);
}

load(process.argv.slice(2)).then(
  (done) => console.log(done),
  (error: unknown) => {
    console.error(error instanceof LoadTestError ? error.message : (failureSentence(error) ?? error));
    process.exitCode = 1;
  },
);
