import { setTimeout as sleep } from "node:timers/promises";
import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import type { MainDatabase } from "../../server/database/database.ts";
import { migrate } from "../../server/database/migrate.ts";
import { newId } from "../../server/database/newId.ts";
import { mulberry32 } from "../../server/dev/payments/stripeFaults.ts";
import { createTokens } from "../../server/session/tokens.ts";
import { insertSurvey } from "../../server/surveys/surveys.sql.ts";
import { freePort } from "../../server/testing/browser.ts";
import { type Instance, startInstance } from "../../server/testing/instances.ts";
import { makePerson, type Person } from "../../server/testing/people.ts";
import { PUBLIC_URL, SECRET } from "../../server/testing/testConfig.ts";
import { recount } from "../../server/votes/ledger/verify.sql.ts";
import { storedVotes } from "./torture.sql.ts";
import { type Readers, startReading } from "./tortureReaders.ts";
import { startVoting, type Voters } from "./tortureVoters.ts";

/** The server that is tortured, as it runs in production, always at the same address. */
export interface Victim {
  /** Kills it by SIGKILL and starts it again. Resolves when it is ready. */
  restart(): Promise<void>;
}

/** Something that goes wrong under votes. @returns when the cause was over, by `performance.now()`, whatever it left behind */
export type Fault = (victim: Victim, random: () => number) => Promise<number>;

export interface TortureOptions {
  /** A direct address, which no fault cuts; empty, and not migrated. */
  database: MainDatabase;
  /** What the server is told: DATA_DIR and DATABASE_URL. */
  env: Record<string, string>;
  fault: Fault;
  times: number;
  seed: number;
  voters: number;
  surveys: number;
  /** So long, at most, all is well before something goes wrong again, in milliseconds. */
  calmMs: number;
  /** Goes on until so many reads were judged. */
  reads: number;
}

export interface TortureReport {
  strikes: number;
  acknowledged: number;
  /** Answers that broke off: the vote may have been stored or not. */
  inDoubt: number;
  /** Answers that the server is busy, please try again. */
  refused: number;
  lost: string[];
  doubled: string[];
  reads: Readers["reads"];
  wrongReads: string[];
  unexpected: string[];
  /** Milliseconds: the slowest refusal, until `/readyz` said no, and the slowest of `backs`. */
  slowest: { refusal: number; notice: number; back: number };
  /** From the end of the cause until the next vote, each time. */
  backs: number[];
}

const AT_ONCE = 48;
/** Whatever takes longer than this does not come back. */
const LOST_MS = 60_000;

/** People vote at full speed while the same thing goes wrong again and again; then every vote is looked for. */
export async function torture(options: TortureOptions): Promise<TortureReport> {
  const { database, env, fault, times, seed } = options;
  const random = mulberry32(seed);
  await migrate(database);
  const { people, surveyIds, reader } = await populate(database, options);
  const port = await freePort();
  const settings = { PUBLIC_URL, SESSION_SECRET: SECRET, ...env };
  let instance: Instance = await startInstance(port, settings);
  const { url } = instance;
  const victim: Victim = {
    async restart() {
      await instance.kill();
      instance = await startInstance(port, settings);
    },
  };
  const voters = startVoting({ url, voters: people, surveyIds, random, atOnce: AT_ONCE });
  const readers = startReading({ url, database, reader, surveyIds, voters, random });
  const watch = startWatching(url);
  const backs: number[] = [];
  try {
    await Promise.race([untilMore(voters), voters.failure]);
    for (let strike = 0; strike < times; strike++) {
      await sleep(random() * options.calmMs);
      watch.expectTrouble();
      const over = await fault(victim, random);
      await Promise.race([untilMore(voters), voters.failure]);
      backs.push(performance.now() - over);
    }
    while (Object.values(readers.reads).reduce((sum, each) => sum + each, 0) < options.reads) await sleep(50);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${instance.log()}`, { cause: error });
  } finally {
    await Promise.allSettled([voters.stop(), readers.stop(), watch.stop()]);
    await instance.stop();
  }
  return {
    strikes: times,
    acknowledged: voters.acknowledged(),
    inDoubt: voters.inDoubt(),
    refused: voters.refused(),
    ...(await compare(database, voters)),
    reads: readers.reads,
    wrongReads: readers.wrong,
    unexpected: voters.unexpected,
    slowest: { refusal: voters.slowestRefusal(), notice: watch.slowestNotice(), back: Math.max(...backs) },
    backs,
  };
}

async function populate(database: MainDatabase, { voters, surveys }: TortureOptions) {
  const tokens = createTokens(SECRET, PUBLIC_URL);
  const surveyIds = Array.from({ length: surveys }, newId);
  const people: Person[] = [];
  const reader = await database.transaction(async (tx) => {
    const owner = await makePerson(tx, tokens, { role: "surveyor" });
    const form = { title: "Does it last?", description: "", category: "Food Preparation", image: "" };
    const running = { status: PUBLISHED, starts_at: Date.now(), ends_at: null };
    for (const id of surveyIds) await insertSurvey(tx, { id, owner_id: owner.id, ...form, ...running });
    while (people.length < voters) people.push(await makePerson(tx, tokens));
    return owner;
  });
  return { people, surveyIds, reader };
}

/** Resolves when one more vote was acknowledged than there are now. */
async function untilMore(voters: Voters): Promise<void> {
  const [before, since] = [voters.acknowledged(), performance.now()];
  while (voters.acknowledged() <= before) {
    if (performance.now() - since > LOST_MS) throw new Error("The server did not come back");
    await sleep(5);
  }
}

/** Asks `/readyz` all the time: how long it takes to say that something is wrong. */
function startWatching(url: string) {
  let [since, slowest, isOver] = [0, 0, false];
  const watching = (async () => {
    while (!isOver) {
      const answered = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
      // A server that is gone tells nobody anything; one that is there has to.
      if (answered && !answered.ok && since > 0) {
        slowest = Math.max(slowest, performance.now() - since);
        since = 0;
      }
      await answered?.body?.cancel();
      await sleep(20);
    }
  })();
  return {
    expectTrouble() {
      since = performance.now();
    },
    slowestNotice: () => slowest,
    async stop() {
      isOver = true;
      await watching;
    },
  };
}

/** What voters were told against what is stored, and all counters against all votes. */
async function compare(database: MainDatabase, { ballots }: Voters): Promise<Pick<TortureReport, "lost" | "doubled">> {
  const keyOf = (userId: string, surveyId: string) => `${userId} on ${surveyId}`;
  const stored = new Map<string, { id: string; choice: number }[]>();
  for (const { userId, surveyId, id, choice } of await storedVotes(database)) {
    const key = keyOf(userId, surveyId);
    stored.set(key, [...(stored.get(key) ?? []), { id, choice }]);
  }
  const [lost, doubled]: [string[], string[]] = [[], []];
  for (const { voter, surveyId, sent, acknowledged } of ballots) {
    const key = keyOf(voter.id, surveyId);
    const found = stored.get(key) ?? [];
    stored.delete(key);
    if (found.length > 1) doubled.push(key);
    const isThere = found.some(({ id, choice }) =>
      acknowledged ? id === acknowledged.id && choice === acknowledged.choice : sent.has(choice as 0 | 1),
    );
    if (acknowledged ? !isThere : found.length > 0 && !isThere) lost.push(key);
  }
  // Votes that nobody cast.
  doubled.push(...stored.keys());
  for (const { surveyId } of (await recount(database)).mismatches) lost.push(`a counter of ${surveyId}`);
  return { lost, doubled };
}
