import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../server/database/migrate.ts";
import { openDatabase } from "../../server/process/openDatabase.ts";
import { startPostgres } from "../../tools/test/postgres.ts";
import { storm } from "./storm.ts";

/**
 * `npm run soak -- storm [payments] [sqlite|postgres] [seed]`: pays while faults are injected, and compares the
 * provider's payments with ours.
 */
const [payments = "10000", engine = "sqlite", seed = "1"] = process.argv.slice(2);
const postgres = engine === "postgres" ? await startPostgres() : null;
const dataDir = mkdtempSync(join(tmpdir(), "survey-app-storm-"));
const database = openDatabase({ databaseUrl: postgres?.url ?? null, dataDir });
try {
  await migrate(database);
  const count = Number(payments);
  const began = performance.now();
  const report = await storm({
    database,
    databaseUrl: postgres?.url ?? null,
    dataDir,
    payments: count,
    crashes: Math.ceil(count / 250),
    seed: Number(seed),
    onProgress: (done) => done % 1000 === 0 && console.log(`${done} of ${count}`),
  });
  console.log(engine, { ...report, seconds: Math.round((performance.now() - began) / 1000) });
  const isRight =
    [report.missed, report.doubled, report.unknown].every((wrong) => wrong.length === 0) &&
    report.centsAtProvider === report.centsInBooks;
  process.exitCode = isRight ? 0 : 1;
} finally {
  await database.close();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
