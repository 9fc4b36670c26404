import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../server/database/migrate.ts";
import { openDatabase } from "../../server/process/openDatabase.ts";
import { startChild } from "../../tools/child.ts";
import { addSurveys, castVotes, requireRight } from "./proofs.ts";

const VOTES = 20_000;
const SURVEYS = 200;

/**
 * Backs votes up from SQLite and restores them into two databases of a cluster: one that is distributed afterwards, and
 * one that is distributed already. Then backs up the latter while people vote, and restores it into SQLite.
 * @param empty an empty database of the cluster, not distributed
 * @param distributed an empty database of the cluster, distributed
 */
export async function moveVotes(
  empty: string,
  distributed: string,
  distribute: (databaseUrl: string) => Promise<void>,
): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "survey-app-citus-"));
  const dataDir = (name: string) => join(folder, name);
  const file = (name: string) => join(folder, `${name}.tar`);
  try {
    await fill(dataDir("first"));
    const backedUp = await run("backup", { DATA_DIR: dataDir("first") }, file("sqlite"));
    await run("restore", { DATA_DIR: dataDir("empty"), DATABASE_URL: empty }, file("sqlite"));
    await distribute(empty);
    const distributedAfterwards = await requireRight(empty);
    await run("restore", { DATA_DIR: dataDir("distributed"), DATABASE_URL: distributed }, file("sqlite"));
    const restored = await requireRight(distributed);
    await backUpDuringVotes(distributed, dataDir("distributed"), file("cluster"));
    const back = await run("restore", { DATA_DIR: dataDir("back") }, file("cluster"));
    return { backedUp, distributedAfterwards, restored, back };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(dataDir: string): Promise<void> {
  const database = openDatabase({ databaseUrl: null, dataDir });
  try {
    await migrate(database);
    await castVotes(database, await addSurveys(database, SURVEYS), VOTES);
  } finally {
    await database.close();
  }
}

async function backUpDuringVotes(databaseUrl: string, dataDir: string, file: string): Promise<void> {
  const database = openDatabase({ databaseUrl, dataDir });
  try {
    const surveys = await addSurveys(database, SURVEYS);
    const voting = castVotes(database, surveys, VOTES, { atOnce: 50 });
    await run("backup", { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, file);
    await voting;
  } finally {
    await database.close();
  }
}

/** Runs a command to its end. @returns its output @throws if it fails */
async function run(command: "backup" | "restore", env: Record<string, string>, file: string): Promise<string> {
  const path = join(import.meta.dirname, `../../server/cli/${command}.ts`);
  const child = await startChild(process.execPath, [path, file], { env, output: "keep" });
  if ((await child.exited) !== 0) throw new Error(child.output());
  return child.output().trim();
}
