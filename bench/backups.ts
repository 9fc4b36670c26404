import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../server/database/migrate.ts";
import { openDatabase } from "../server/process/openDatabase.ts";
import { startChild } from "../tools/child.ts";
import { startPostgres } from "../tools/test/postgres.ts";
import { fillBulk } from "./bulk.sql.ts";
import { createDatabase } from "./population.sql.ts";

/** `node bench/backups.ts [votes]`: measures backup and restore of that many votes, from SQLite to PostgreSQL and back. */
const votes = Number(process.argv[2] ?? 1_000_000);
const folder = mkdtempSync(join(tmpdir(), "survey-app-bench-"));
const postgres = await startPostgres();
const at = (name: string) => join(folder, name);

/** Runs a command and measures its duration and peak memory. */
async function measure(what: string, command: "backup" | "restore", file: string, databaseUrl = ""): Promise<void> {
  const env = { DATA_DIR: at(`${what} data`), DATABASE_URL: databaseUrl };
  const began = performance.now();
  const child = await startChild(process.execPath, [join(import.meta.dirname, `../server/cli/${command}.ts`), file], {
    env: command === "backup" && !databaseUrl ? { DATA_DIR: at("filled") } : env,
    output: "keep",
  });
  let peak = 0;
  const looking = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid));
  }, 50);
  const code = await child.exited;
  clearInterval(looking);
  if (code !== 0) throw new Error(child.output());
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const size = (statSync(file).size / 1e6).toFixed(0);
  console.log(
    `${what.padEnd(22)} ${seconds.padStart(6)} s  ${String(peak).padStart(4)} MB at most, a file of ${size} MB`,
  );
}

/** Peak memory of a process in megabytes; 0 if it has just ended. */
function memoryOf(pid: number): number {
  try {
    const [, kilobytes = "0"] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Math.round(Number(kilobytes) / 1000);
  } catch {
    return 0;
  }
}

try {
  const database = openDatabase({ databaseUrl: null, dataDir: at("filled") });
  await migrate(database);
  await fillBulk(database, { surveys: 10_000, votes });
  await database.close();
  const url = await createDatabase(postgres.url, "restored");
  await measure("backup of SQLite", "backup", at("one.tar"));
  await measure("restore to PostgreSQL", "restore", at("one.tar"), url);
  await measure("backup of PostgreSQL", "backup", at("two.tar"), url);
  await measure("restore to SQLite", "restore", at("two.tar"));
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
