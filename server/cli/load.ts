import { formatCount } from "@survey-app/texts/numbers.ts";
import { loadTest, percentile } from "../ops/load/loadTest.ts";
import { configuredSecrets } from "../session/secret.ts";
import { createTokens } from "../session/tokens.ts";
import { readSettings, runCommand, withDatabase } from "./command.ts";
import { readLoadArguments } from "./loadArguments.ts";

/** `npm run load -- URL`: measures an installation before people use it. */
async function load(args: string[]): Promise<string> {
  const { url, votes, rate, anyway } = readLoadArguments(args);
  const config = readSettings();
  const stopping = new AbortController();
  process.once("SIGINT", () => stopping.abort());
  return withDatabase({ ...config, anyway }, async (database) => {
    const tokens = createTokens(configuredSecrets(config).accepted[0], config.publicUrl);
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
  });
}

await runCommand(import.meta.filename, load);
