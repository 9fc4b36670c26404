import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENGINES } from "../../bench/engines.ts";
import { openDatabase } from "../../server/process/openDatabase.ts";
import { build } from "../../tools/build.ts";
import { startPostgres } from "../../tools/test/postgres.ts";
import { killDuringEvents } from "./events.ts";

/**
 * `npm run soak -- events [surveys] [kills] [seed]`: publishes and closes surveys on both engines while the server is
 * killed.
 */
const [surveys = "2000", kills = "40", seed = "1"] = process.argv.slice(2);
await build();
let isRight = true;
for (const engine of ENGINES) {
  const postgres = engine === "postgres" ? await startPostgres({ own: true }) : null;
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-events-"));
  const database = openDatabase({ databaseUrl: postgres?.url ?? null, dataDir });
  const env = { DATA_DIR: dataDir, ...(postgres && { DATABASE_URL: postgres.url }) };
  try {
    const options = { surveys: Number(surveys), kills: Number(kills), seed: Number(seed) };
    const report = await killDuringEvents({ database, env, ...options });
    console.log(engine, surveys, "surveys", report);
    isRight &&= report.wrong.length === 0;
  } finally {
    await database.close();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
process.exit(isRight ? 0 : 1);
