import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENGINES } from "../../bench/engines.ts";
import { openDatabase } from "../../server/process/openDatabase.ts";
import { build } from "../../tools/build.ts";
import { startPostgres } from "../../tools/test/postgres.ts";
import { fillRoom } from "./room.ts";

/** `npm run room -- [phones] [seconds to join] [seconds to vote]`: a room full of phones votes by open link, on both engines. */
const [phones = "1000", joinSeconds = "20", voteSeconds = "10"] = process.argv.slice(2);
await build();
let isRight = true;
for (const engine of ENGINES) {
  const postgres = engine === "postgres" ? await startPostgres({ own: true }) : null;
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-room-"));
  const database = openDatabase({ databaseUrl: postgres?.url ?? null, dataDir });
  const env = { DATA_DIR: dataDir, ...(postgres && { DATABASE_URL: postgres.url }) };
  try {
    const [joinMs, voteMs] = [Number(joinSeconds) * 1000, Number(voteSeconds) * 1000];
    const report = await fillRoom({ database, env, phones: Number(phones), joinMs, voteMs });
    console.log(engine, phones, "phones", report);
    isRight &&= report.refused === 0 && report.mismatches === 0 && report.participants === Number(phones);
  } finally {
    await database.close();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
process.exit(isRight ? 0 : 1);
