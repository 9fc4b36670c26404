import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { newId } from "../server/database/newId.ts";
import { createTokens } from "../server/session/tokens.ts";
import type { Ballot } from "../server/votes/storing/ballot.ts";
import { PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import { median } from "./rounds.ts";
import { SURVEYS } from "./votes.ts";

/** The votes in a batch with 64 connections: each batch takes half of the votes in flight. */
const BATCH = 32;
/** Votes in a turn: few, so that other load on the machine affects all versions. */
const TURN = 640;
const ROUNDS = 100;
/** Votes in one transaction while the database is filled. */
const FILLED = 2000;

/**
 * CPU µs of SQLite's writer for each vote: the median and the minimum of the turns, and the median of its ratios to the
 * first version.
 */
export interface Storing {
  pattern: string;
  root: string;
  median: number;
  least: number;
  toFirst: number;
}

/**
 * Measures the CPU time of SQLite's writer without HTTP, threads or messages. The versions take turns, each on its own
 * database.
 * @param roots the folders of versions of this project, with their packages
 * @param earlier the votes that each database has before, in another survey
 */
export async function measureStoring(roots: readonly string[], earlier: number): Promise<Storing[]> {
  const stores: Awaited<ReturnType<typeof openStore>>[] = [];
  try {
    for (const root of roots) stores.push(await openStore(root, earlier));
    return Object.entries(SURVEYS).flatMap(([pattern, surveys]) => {
      const measured = roots.map((): number[] => []);
      for (let round = 0; round <= ROUNDS; round++)
        for (const index of roots.keys()) {
          const turn = (index + round) % roots.length;
          const micros = stores[turn]?.storeVotes(surveys) ?? 0;
          // The first round warms up.
          if (round > 0) measured[turn]?.push(micros);
        }
      return roots.map((root, index) => {
        const own = measured[index] ?? [];
        const toFirst = median(own.map((micros, round) => micros / (measured[0]?.[round] ?? 0)));
        return { pattern, root, median: median(own), least: Math.min(...own), toFirst };
      });
    });
  } finally {
    for (const store of stores) store.close();
  }
}

/**
 * Imports modules of a version of the project, each from the first of its paths that exists in the version: files have
 * moved.
 */
export const loaderOf =
  (root: string) =>
  (...paths: [string, ...string[]]) =>
    import(join(root, paths.find((path) => existsSync(join(root, path))) ?? paths[0]));

/** Fills a database of one version of the project. */
async function openStore(root: string, earlier: number) {
  const load = loaderOf(root);
  const { openDatabase }: typeof import("../server/process/openDatabase.ts") = await load(
    "server/process/openDatabase.ts",
  );
  const { migrate }: typeof import("../server/database/migrate.ts") = await load("server/database/migrate.ts");
  const { openSqliteFile }: typeof import("../server/database/sqlite/sqliteFile.ts") = await load(
    "server/database/sqlite/sqliteFile.ts",
  );
  const { storeBallotsOnSqlite }: typeof import("../server/votes/storing/storeOnSqlite.sql.ts") = await load(
    "server/votes/storing/storeOnSqlite.sql.ts",
    "server/votes/storeOnSqlite.sql.ts",
  );
  const { addSurveys, addVoters }: typeof import("./population.sql.ts") = await load("bench/population.sql.ts");
  // Versions before 1.1 don't have it, and use the cache of every connection.
  const { WRITER_CACHE }: Partial<typeof import("../server/database/sqlite/sqlite.ts")> = await load(
    "server/database/sqlite/sqlite.ts",
  );
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-bench-"));
  const database = openDatabase({ databaseUrl: null, dataDir });
  await migrate(database);
  const [owner] = await addVoters(database, createTokens(SESSION_SECRET, PUBLIC_URL), 1);
  const ids = await addSurveys(database, owner?.userId ?? "", 1 + Math.max(...Object.values(SURVEYS)));
  await database.close();
  const file = openSqliteFile(join(dataDir, "survey-app.sqlite"));
  if (WRITER_CACHE !== undefined) file.execute(WRITER_CACHE, []);
  let votes = 0;
  const ballots = (count: number, surveyIds: readonly string[]) =>
    Array.from({ length: count }, (): Ballot => {
      const surveyId = surveyIds[votes++ % surveyIds.length] ?? "";
      return { id: newId(), surveyId, userId: randomUUID(), choice: votes % 3 === 0 ? 0 : 1, comment: "", report: "" };
    });
  const store = (batch: Ballot[]) => {
    file.run("begin immediate", []);
    // Versions before 1.1 get the status of published surveys as a parameter.
    const job = { ballots: batch, published: PUBLISHED };
    const results = storeBallotsOnSqlite(file, job);
    file.run("commit", []);
    if (results.some(({ kind }) => kind !== "stored")) throw new Error("A vote was not stored");
  };
  for (let stored = 0; stored < earlier; stored += FILLED) store(ballots(FILLED, ids.slice(-1)));
  file.all("pragma wal_checkpoint(truncate)", []);
  return {
    /** Stores votes on this many surveys. @returns CPU µs for each */
    storeVotes(surveys: number): number {
      const batches = Array.from({ length: TURN / BATCH }, () => ballots(BATCH, ids.slice(0, surveys)));
      const before = process.cpuUsage();
      for (const batch of batches) store(batch);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / TURN;
    },
    close() {
      file.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
