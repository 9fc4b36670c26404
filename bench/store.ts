import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { newId } from "../server/database/newId.ts";
import { createTokens } from "../server/session/tokens.ts";
import type { Ballot } from "../server/votes/ballot.ts";
import { PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import { median } from "./rounds.ts";

/**
 * `npm run bench:store -- [folder …]`: CPU time of SQLite's writer for each vote, without HTTP, threads or messages, on one hot survey
 * and on 1,000 surveys. Folders of other versions of this project take turns with this one, each on its own database with earlier
 * votes; the first round warms up.
 */
const roots = [join(import.meta.dirname, ".."), ...process.argv.slice(2).map((root) => resolve(root))];
/** What 64 connections have in a batch, which takes half of the votes in flight. */
const BATCH = Number(process.env.BATCH ?? 32);
const VOTES = Number(process.env.VOTES ?? 1600);
const ROUNDS = Number(process.env.ROUNDS ?? 60);
const EARLIER = Number(process.env.EARLIER ?? 80_000);
const PATTERNS =
  process.env.ONLY === "hot"
    ? { "one hot survey": 1 }
    : process.env.ONLY
      ? { "1,000 surveys": 1000 }
      : { "one hot survey": 1, "1,000 surveys": 1000 };

for (const [pattern, surveys] of Object.entries(PATTERNS)) {
  const stores = [];
  for (const root of roots) stores.push(await openStore(root, surveys));
  for (let round = 0; round <= ROUNDS; round++)
    for (const [index] of stores.entries()) {
      const store = stores[(index + round) % stores.length];
      const micros = store?.storeVotes(VOTES) ?? 0;
      if (round > 0) store?.measured.push(micros);
    }
  console.log(`\n${pattern}, ${BATCH} votes a batch: CPU µs a vote`);
  const own = stores[0]?.measured ?? [];
  for (const { root, measured } of stores) {
    const ratio = median(own.map((micros, round) => micros / (measured[round] ?? 0)));
    const range = `${Math.min(...measured).toFixed(1)}–${Math.max(...measured).toFixed(1)}`;
    console.log(
      `  ${root.padEnd(40)} q1 ${([...measured].sort((a, b) => a - b)[Math.floor(measured.length / 4)] ?? 0).toFixed(1)} ${median(measured).toFixed(1).padStart(6)}  (${range})  ours: ${ratio.toFixed(2)} of it`,
    );
  }
  for (const { close } of stores) await close();
}

/** A database of one version, and a function that stores votes in it. */
async function openStore(root: string, surveys: number) {
  const load = <Module>(file: string) => import(join(root, file)) as Promise<Module>;
  const { openDatabase } = await load<typeof import("../server/process/openDatabase.ts")>(
    "server/process/openDatabase.ts",
  );
  const { migrate } = await load<typeof import("../server/database/migrate.ts")>("server/database/migrate.ts");
  const { openSqliteFile } = await load<typeof import("../server/database/sqlite/sqliteFile.ts")>(
    "server/database/sqlite/sqliteFile.ts",
  );
  const { storeBallotsOnSqlite } = await load<typeof import("../server/votes/storeOnSqlite.sql.ts")>(
    "server/votes/storeOnSqlite.sql.ts",
  );
  const { addSurveys, addVoters } = await load<typeof import("./population.sql.ts")>("bench/population.sql.ts");
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-bench-"));
  const database = openDatabase({ databaseUrl: null, dataDir });
  await migrate(database);
  const [owner] = await addVoters(database, createTokens(SESSION_SECRET, PUBLIC_URL), 1);
  const earlier = await addSurveys(database, owner?.userId ?? "", 2);
  const ids = await addSurveys(database, owner?.userId ?? "", surveys);
  await database.close();
  const file = openSqliteFile(join(dataDir, "survey-app.sqlite"));
  let votes = 0;
  const store = (count: number, surveyIds: readonly string[]) => {
    const ballots = Array.from({ length: count }, (): Ballot => {
      const surveyId = surveyIds[votes % surveyIds.length] ?? "";
      votes++;
      return { id: newId(), surveyId, userId: randomUUID(), choice: votes % 3 === 0 ? 0 : 1, comment: "", report: "" };
    });
    return () => {
      file.run("begin immediate", []);
      const results = storeBallotsOnSqlite(file, { ballots, published: 2 });
      file.run("commit", []);
      if (results.some(({ kind }) => kind !== "stored")) throw new Error("A vote was not stored");
    };
  };
  for (let at = 0; at < EARLIER; at += 2000) store(2000, [earlier[at % 4000 === 0 ? 0 : 1] ?? ""])();
  file.all("pragma wal_checkpoint(truncate)", []);
  return {
    root,
    measured: [] as number[],
    storeVotes(count: number): number {
      const batches = Array.from({ length: count / BATCH }, () => store(BATCH, ids));
      const before = process.cpuUsage();
      for (const each of batches) each();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / count;
    },
    async close() {
      file.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
