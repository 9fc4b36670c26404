import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { newId } from "../server/database/newId.ts";
import { createTokens } from "../server/session/tokens.ts";
import type { Ballot } from "../server/votes/storing/ballot.ts";
import { type Postgres, startPostgres } from "../tools/test/postgres.ts";
import { PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import { median } from "./rounds.ts";
import { loaderOf, type Storing } from "./storing.ts";

/** Surveys, and votes in a batch. Each vote names its question, as votes from pages do. */
const PATTERNS = { "one hot survey": [1, 32], "100 surveys": [100, 32], "one by one": [1, 1] } as const;
/** Votes in a turn. */
const TURN = 1600;
const ROUNDS = 24;

/**
 * Measures the CPU time of PostgreSQL and of this process for each vote. The versions take turns, each on its own
 * database of one server.
 * @param roots the folders of versions of this project, with their packages
 */
export async function measureStoringOnPostgres(roots: readonly string[]): Promise<Storing[]> {
  const server = await startPostgres({ own: true, durable: false });
  const stores: Awaited<ReturnType<typeof openStore>>[] = [];
  const results: Storing[] = [];
  try {
    for (const root of roots) stores.push(await openStore(root, server));
    for (const [pattern, [surveys, size]] of Object.entries(PATTERNS)) {
      const measured = roots.map((): number[] => []);
      for (let round = 0; round <= ROUNDS; round++)
        for (const index of roots.keys()) {
          const turn = (index + round) % roots.length;
          const micros = (await stores[turn]?.storeVotes(surveys, size)) ?? 0;
          // The first round warms up.
          if (round > 0) measured[turn]?.push(micros);
        }
      for (const [index, root] of roots.entries()) {
        const own = measured[index] ?? [];
        const toFirst = median(own.map((micros, round) => micros / (measured[0]?.[round] ?? 0)));
        results.push({ pattern, root, median: median(own), least: Math.min(...own), toFirst });
      }
    }
    return results;
  } finally {
    for (const store of stores) await store.close();
    await server.stop();
  }
}

/** Nanoseconds of CPU time that each process of the server has taken. */
function cpuTimes({ pid }: Postgres): Map<string, number> {
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return new Map(ids.map((id) => [id, Number(readFileSync(`/proc/${id}/schedstat`, "utf8").split(" ")[0])]));
}

async function openStore(root: string, server: Postgres) {
  const load = loaderOf(root);
  const { openDatabase }: typeof import("../server/process/openDatabase.ts") = await load(
    "server/process/openDatabase.ts",
  );
  const { migrate }: typeof import("../server/database/migrate.ts") = await load("server/database/migrate.ts");
  const { storeBallots }: typeof import("../server/votes/storing/votes.sql.ts") = await load(
    "server/votes/storing/votes.sql.ts",
    "server/votes/votes.sql.ts",
  );
  const { storeUnknownHashes }: typeof import("../server/surveys/question.sql.ts") = await load(
    "server/surveys/question.sql.ts",
  );
  const { addSurveys, addVoters }: typeof import("./population.sql.ts") = await load("bench/population.sql.ts");
  const admin = openDatabase({ databaseUrl: server.url, dataDir: "" });
  const name = `bench_${randomUUID().slice(0, 8)}`;
  await sql`create database ${sql.ref(name)}`.execute(admin.db);
  await admin.close();
  const url = new URL(server.url);
  url.pathname = name;
  const database = openDatabase({ databaseUrl: url.href, dataDir: "" });
  await migrate(database);
  const [owner] = await addVoters(database, createTokens(SESSION_SECRET, PUBLIC_URL), 1);
  const ids = await addSurveys(database, owner?.userId ?? "", 100);
  await storeUnknownHashes(database, ids);
  const boxes = await database.db.selectFrom("ballot_boxes").select(["survey_id", "question_hash"]).execute();
  const questions = new Map(boxes.map(({ survey_id, question_hash }) => [survey_id, question_hash]));
  let votes = 0;
  const ballots = (count: number, surveys: number) =>
    Array.from({ length: count }, (): Ballot => {
      const surveyId = ids[votes++ % surveys] ?? "";
      const about = { surveyId, question: questions.get(surveyId) };
      return { ...about, id: newId(), userId: randomUUID(), choice: votes % 3 === 0 ? 0 : 1, comment: "", report: "" };
    });
  return {
    /** Stores votes on this many surveys, in batches of this size. @returns CPU µs for each */
    async storeVotes(surveys: number, size: number): Promise<number> {
      const batches = Array.from({ length: TURN / size }, () => ballots(size, surveys));
      const before = cpuTimes(server);
      const ours = process.cpuUsage();
      for (const batch of batches) {
        const results = await storeBallots(database, batch);
        if (results.some(({ kind }) => kind !== "stored")) throw new Error("A vote was not stored");
      }
      const { user, system } = process.cpuUsage(ours);
      const theirs = [...cpuTimes(server)].map(([id, time]) => Math.max(0, time - (before.get(id) ?? 0)));
      return (theirs.reduce((sum, time) => sum + time, 0) / 1000 + user + system) / TURN;
    },
    close: () => database.close(),
  };
}
