import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENGINES } from "../../bench/engines.ts";
import type { MainDatabase } from "../../server/database/database.ts";
import { openDatabase } from "../../server/process/openDatabase.ts";
import { build } from "../../tools/build.ts";
import { startPostgres } from "../../tools/test/postgres.ts";
import { closeCrowded } from "./crowdedClose.ts";
import { fillHall } from "./meetingHall.ts";
import { fillRoom } from "./room.ts";
import { showToRoom } from "./showing.ts";

/**
 * `npm run soak -- room [phones] [seconds to join] [seconds to vote] [pages]`: on both engines, a room full of phones
 * votes by open link, gets a result that its host shows, and votes in a meeting; and a survey that many pages follow is
 * closed while people vote elsewhere. With 0 pages, the last part is left out.
 */
const [phones = "1000", joinSeconds = "20", voteSeconds = "10", pages = "5000"] = process.argv.slice(2);
await build();
/** Within these times every phone gets a question that was opened, and a result that was shown; in milliseconds. */
const [QUESTION_MS, REVEAL_MS] = [2000, 5000];
let isRight = true;
for (const engine of ENGINES) {
  const [joinMs, voteMs] = [Number(joinSeconds) * 1000, Number(voteSeconds) * 1000];
  await onFreshDatabase(engine, async (given) => {
    const report = await fillRoom({ ...given, phones: Number(phones), joinMs, voteMs });
    console.log(engine, phones, "phones", report);
    isRight &&= report.refused === 0 && report.mismatches === 0 && report.participants === Number(phones);
  });
  await onFreshDatabase(engine, async (given) => {
    const report = await showToRoom({ ...given, phones: Number(phones), joinMs, voteMs });
    console.log(engine, phones, "phones wait for a result", report);
    const { refused, early, reveal, mismatches } = report;
    isRight &&= refused === 0 && early === 0 && reveal.last <= REVEAL_MS && mismatches === 0;
  });
  await onFreshDatabase(engine, async (given) => {
    const report = await fillHall({ ...given, phones: Number(phones), joinMs, voteMs });
    console.log(engine, phones, "phones in a meeting", report);
    const { refused, question, participants, mismatches } = report;
    isRight &&= refused === 0 && question.last <= QUESTION_MS && mismatches === 0 && participants === Number(phones);
  });
  if (Number(pages) === 0) continue;
  await onFreshDatabase(engine, async (given) => {
    const report = await closeCrowded({ ...given, pages: Number(pages) });
    console.log(engine, pages, "pages", report);
    isRight &&= report.failed === 0 && report.mismatches === 0;
  });
}
process.exit(isRight ? 0 : 1);

interface Given {
  database: MainDatabase;
  env: Record<string, string>;
}

async function onFreshDatabase(engine: (typeof ENGINES)[number], run: (given: Given) => Promise<void>): Promise<void> {
  const postgres = engine === "postgres" ? await startPostgres({ own: true }) : null;
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-room-"));
  const database = openDatabase({ databaseUrl: postgres?.url ?? null, dataDir });
  try {
    await run({ database, env: { DATA_DIR: dataDir, ...(postgres && { DATABASE_URL: postgres.url }) } });
  } finally {
    await database.close();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
