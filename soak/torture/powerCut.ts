import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { randomFrom } from "@survey-app/contract/testing/randomFrom.ts";
import { migrate } from "../../server/database/migrate.ts";
import { openDatabase } from "../../server/process/openDatabase.ts";
import { freePort } from "../../server/testing/browser.ts";
import { startInstance } from "../../server/testing/instances.ts";
import { PUBLIC_URL, SECRET } from "../../server/testing/testConfig.ts";
import { compare, populate, type TortureOptions, type TortureReport, untilMore } from "./torture.ts";
import { startVoting } from "./tortureVoters.ts";

/** The outcome of power cuts: as in `TortureReport`. */
export type PowerCutReport = Pick<
  TortureReport,
  "strikes" | "acknowledged" | "changed" | "inDoubt" | "lost" | "doubled" | "unexpected"
>;

/**
 * Users vote at full speed on SQLite while the power fails: the server is killed, and each of its files returns to the
 * state of its last sync (lastSync.c). Then every vote is checked.
 * @returns null on machines without a C compiler or `LD_PRELOAD`
 */
export async function cutPower({
  times,
  seed,
  pauseMs,
  ...extent
}: Pick<TortureOptions, "times" | "seed" | "voters" | "surveys" | "pauseMs">): Promise<PowerCutReport | null> {
  const folder = mkdtempSync(join(tmpdir(), "survey-app-power-"));
  try {
    const library = join(folder, "lastSync.so");
    if (!compile(library)) return null;
    const [dataDir, synced] = [join(folder, "data"), join(folder, "synced")];
    const { people, surveyIds, isChangeable } = await inDatabase(dataDir, async (database) => {
      await migrate(database);
      return populate(database, extent);
    });
    cpSync(dataDir, synced, { recursive: true });
    const env = { LD_PRELOAD: library, SYNCED_FROM: dataDir, SYNCED_TO: synced };
    const port = await freePort();
    const start = () => startInstance(port, { PUBLIC_URL, SESSION_SECRET: SECRET, DATA_DIR: dataDir, ...env });
    const random = randomFrom(seed);
    let instance = await start();
    const voters = startVoting({ url: instance.url, voters: people, surveyIds, isChangeable, random, atOnce: 48 });
    try {
      for (let cut = 0; cut < times; cut++) {
        await Promise.race([untilMore(voters), voters.failure]);
        await sleep(random() * pauseMs);
        await instance.kill();
        rmSync(dataDir, { recursive: true });
        mkdirSync(dataDir);
        cpSync(synced, dataDir, { recursive: true });
        instance = await start();
      }
      await Promise.race([untilMore(voters), voters.failure]);
    } finally {
      await voters.stop();
      await instance.stop();
    }
    const flaws = await inDatabase(dataDir, (database) => compare(database, voters));
    return {
      strikes: times,
      acknowledged: voters.acknowledged(),
      changed: voters.changed(),
      inDoubt: voters.inDoubt(),
      unexpected: voters.unexpected,
      ...flaws,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compile(library: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    const source = join(import.meta.dirname, "lastSync.c");
    execFileSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** No other process has the files open at this time. */
async function inDatabase<T>(
  dataDir: string,
  work: (database: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ databaseUrl: null, dataDir });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
