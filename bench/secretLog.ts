import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Database } from "../server/database/database.ts";
import { migrate } from "../server/database/migrate.ts";
import { openDatabase } from "../server/process/openDatabase.ts";
import { insertSecretSurvey, secretBallots } from "../server/testing/secretTwins.ts";
import { storeBallots } from "../server/votes/votes.sql.ts";
import { median } from "./rounds.ts";

/**
 * `node bench/secretLog.ts`: secret votes per second on SQLite with and without truncating its write-ahead log, side by side, in
 * rounds that take turns; and with truncation while a reader has an open transaction.
 */
const ROUNDS = 5;
const ROUND_MS = 2000;
const BATCH = 64;

const folder = mkdtempSync(join(tmpdir(), "survey-app-bench-"));

async function open(name: string): Promise<Database & { file: string }> {
  const dataDir = join(folder, name);
  const database = openDatabase({ databaseUrl: null, dataDir });
  await migrate(database);
  await insertSecretSurvey(database);
  return { ...database.forVotes, file: join(dataDir, "survey-app.sqlite") };
}

const contestants = [
  {
    name: "log kept",
    database: { ...(await open("kept")), truncateWalSoon: null },
    hasReader: false,
    scores: [] as number[],
  },
  { name: "log truncated", database: await open("truncated"), hasReader: false, scores: [] as number[] },
  { name: "truncation, with a reader", database: await open("read"), hasReader: true, scores: [] as number[] },
];
const pool = secretBallots(Array.from({ length: 400_000 }, (_, at) => (at % 2 ? 1 : 0)));
const cast = new Map(contestants.map(({ name }) => [name, 0]));

for (let round = 0; round < ROUNDS; round++) {
  for (const { name, database, hasReader, scores } of contestants) {
    const reader = hasReader ? new DatabaseSync(database.file, { readOnly: true }) : null;
    reader?.exec("begin");
    reader?.prepare("select count(*) from secret_voters").get();
    const began = performance.now();
    let stored = 0;
    let longest = 0;
    while (performance.now() - began < ROUND_MS) {
      const from = cast.get(name) ?? 0;
      cast.set(name, from + BATCH);
      const sent = performance.now();
      const results = await storeBallots(database, pool.slice(from, from + BATCH));
      longest = Math.max(longest, performance.now() - sent);
      stored += results.filter(({ kind }) => kind === "stored").length;
    }
    const perSecond = (stored * 1000) / (performance.now() - began);
    reader?.close();
    scores.push(perSecond);
    console.log(`${name}: ${perSecond.toFixed(0)} votes/s, longest batch ${longest.toFixed(0)} ms`);
  }
}
for (const { name, scores } of contestants) console.log(`${name}: median ${median(scores).toFixed(0)} votes/s`);
for (const { database } of contestants) await database.close();
rmSync(folder, { recursive: true });
