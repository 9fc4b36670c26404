import { setTimeout as sleep } from "node:timers/promises";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { randomFrom } from "@survey-app/contract/testing/randomFrom.ts";
import type { MainDatabase } from "../../server/database/database.ts";
import { migrate } from "../../server/database/migrate.ts";
import { newId } from "../../server/database/newId.ts";
import { createTokens } from "../../server/session/tokens.ts";
import { insertSurvey } from "../../server/surveys/surveys.sql.ts";
import { freePort } from "../../server/testing/browser.ts";
import { type Instance, startInstance } from "../../server/testing/instances.ts";
import { makePerson, type Person } from "../../server/testing/people.ts";
import { PUBLIC_URL, SECRET } from "../../server/testing/testConfig.ts";
import { recount } from "../../server/votes/ledger/verify.sql.ts";
import { hashOfTicket } from "../../server/votes/storing/secretBallot.ts";
import { countSecretYes, storedVotes } from "./torture.sql.ts";
import { type Readers, startReading } from "./tortureReaders.ts";
import { startVoting, type Voters } from "./tortureVoters.ts";

/** The server under test, as it runs in production, always at the same address. */
export interface Target {
  /** Kills it by SIGKILL and restarts it. Resolves when it is ready. */
  restart(): Promise<void>;
}

/** Injects a fault during voting. @returns when the cause of the fault ended, by `performance.now()` */
export type Fault = (target: Target, random: () => number) => Promise<number>;

export interface TortureOptions {
  /** Connected directly, so that no fault affects it; empty and not migrated. */
  database: MainDatabase;
  /** The server's settings: DATA_DIR and DATABASE_URL. */
  env: Record<string, string>;
  fault: Fault;
  times: number;
  seed: number;
  voters: number;
  surveys: number;
  /** The longest pause between two faults, in milliseconds. */
  pauseMs: number;
  /** The run continues until this many reads were checked and votes acknowledged. */
  reads: number;
  votes: number;
}

export interface TortureReport {
  strikes: number;
  acknowledged: number;
  /** Acknowledged changes of these votes. */
  changed: number;
  /** Votes and changes without a complete response, which may or may not be stored. */
  inDoubt: number;
  /** Votes that got 503. */
  refused: number;
  lost: string[];
  doubled: string[];
  reads: Readers["reads"];
  wrongReads: string[];
  unexpected: string[];
  /**
   * In milliseconds: the slowest 503, the slowest time until `/readyz` reported the fault, and the slowest of
   * `recoveries`.
   */
  slowest: { refusal: number; notice: number; back: number };
  /** Milliseconds from the end of each fault to the next acknowledged vote. */
  recoveries: number[];
}

const CONCURRENCY = 48;
/** After this time without a vote the run fails. */
const RECOVERY_TIMEOUT_MS = 60_000;

/** Users vote at full speed while the same fault is injected repeatedly; then every vote is checked. */
export async function torture(options: TortureOptions): Promise<TortureReport> {
  const { database, env, fault, times, seed } = options;
  const random = randomFrom(seed);
  await migrate(database);
  const { people, surveyIds, isChangeable, reader } = await populate(database, options);
  const port = await freePort();
  const settings = { PUBLIC_URL, SESSION_SECRET: SECRET, ...env };
  let instance: Instance = await startInstance(port, settings);
  const { url } = instance;
  const target: Target = {
    async restart() {
      // On a busy machine the server may just have answered everything. Requests that reach it while it is stopped stay
      // unanswered; after the pauses every voter waits for a response, if none could send another request.
      process.kill(instance.pid, "SIGSTOP");
      const before = voters.sent();
      for (let pauses = 0; voters.sent() === before && pauses < 20; pauses++) await sleep(5);
      await instance.kill();
      instance = await startInstance(port, settings);
    },
  };
  const voters = startVoting({ url, voters: people, surveyIds, isChangeable, random, atOnce: CONCURRENCY });
  const readers = startReading({ url, database, reader, surveyIds, voters, random });
  const watch = startWatching(url);
  const recoveries: number[] = [];
  try {
    await Promise.race([untilMore(voters), voters.failure]);
    for (let strike = 0; strike < times; strike++) {
      await sleep(random() * options.pauseMs);
      watch.expectTrouble();
      const over = await fault(target, random);
      await Promise.race([untilMore(voters), voters.failure]);
      recoveries.push(performance.now() - over);
    }
    const readsSoFar = () => Object.values(readers.reads).reduce((sum, each) => sum + each, 0);
    while (readsSoFar() < options.reads || voters.acknowledged() < options.votes) await sleep(50);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${instance.log()}`, { cause: error });
  } finally {
    await Promise.allSettled([voters.stop(), readers.stop(), watch.stop()]);
    await instance.stop();
  }
  return {
    strikes: times,
    acknowledged: voters.acknowledged(),
    changed: voters.changed(),
    inDoubt: voters.inDoubt(),
    refused: voters.refused(),
    ...(await compare(database, voters)),
    reads: readers.reads,
    wrongReads: readers.wrong,
    unexpected: voters.unexpected,
    slowest: { refusal: voters.slowestRefusal(), notice: watch.slowestNotice(), back: Math.max(...recoveries) },
    recoveries,
  };
}

/** Stores running surveys, the first of which is secret and every other one changeable, and people who can vote. */
export async function populate(
  database: MainDatabase,
  { voters, surveys }: Pick<TortureOptions, "voters" | "surveys">,
) {
  const tokens = createTokens(SECRET, PUBLIC_URL);
  const surveyIds = Array.from({ length: surveys }, newId);
  // Every other one. The first is secret.
  const changeable = new Set(surveyIds.filter((_, index) => index % 2 === 1));
  const isChangeable = (id: string) => changeable.has(id);
  const people: Person[] = [];
  const reader = await database.transaction(async (tx) => {
    const owner = await makePerson(tx, tokens, { role: "surveyor" });
    const form = { title: "Does it last?", description: "", category: "Food Preparation", image: "" };
    const running = { status: PUBLISHED, starts_at: Date.now(), ends_at: null };
    const secret = { results: "afterClose", privacy: "secret", ends_at: Date.now() + 24 * 3600_000 } as const;
    for (const [index, id] of surveyIds.entries())
      await insertSurvey(tx, {
        id,
        owner_id: owner.id,
        ...form,
        ...running,
        ...(index === 0 && secret),
        changeable: Number(isChangeable(id)),
      });
    while (people.length < voters) people.push(await makePerson(tx, tokens));
    return owner;
  });
  return { people, surveyIds, isChangeable, reader };
}

/** Resolves when another vote has been acknowledged. */
export async function untilMore(voters: Voters): Promise<void> {
  const [before, since] = [voters.acknowledged(), performance.now()];
  while (voters.acknowledged() <= before) {
    if (performance.now() - since > RECOVERY_TIMEOUT_MS) throw new Error("The server did not come back");
    await sleep(5);
  }
}

/** Polls `/readyz` to measure how soon it reports a fault. */
function startWatching(url: string) {
  let [since, slowest, isOver] = [0, 0, false];
  const watching = (async () => {
    while (!isOver) {
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
      // Only a running server can report the fault.
      if (response && !response.ok && since > 0) {
        slowest = Math.max(slowest, performance.now() - since);
        since = 0;
      }
      await response?.body?.cancel();
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

/** Compares acknowledged votes with stored ones, and all counters with all votes. */
export async function compare(
  database: MainDatabase,
  { ballots }: Pick<Voters, "ballots">,
): Promise<Pick<TortureReport, "lost" | "doubled">> {
  const keyOf = (userId: string, surveyId: string) => `${userId} on ${surveyId}`;
  const stored = new Map<string, { id: string; choice: number | null }[]>();
  for (const { userId, surveyId, id, choice } of await storedVotes(database)) {
    const key = keyOf(userId, surveyId);
    stored.set(key, [...(stored.get(key) ?? []), { id, choice }]);
  }
  const [lost, doubled]: [string[], string[]] = [[], []];
  let secretYes = 0;
  for (const { voter, surveyId, sent, tickets, acknowledged, changing } of ballots) {
    const key = keyOf(voter.id, surveyId);
    const found = stored.get(key) ?? [];
    stored.delete(key);
    if (found.length > 1) doubled.push(key);
    const ticketIds = tickets.map(hashOfTicket);
    const isThere = found.some(({ id, choice: storedChoice }) => {
      // Only the voter can tell which answer came with the ticket of a secret vote.
      const choice = storedChoice ?? ticketIds.indexOf(id);
      secretYes += Number(storedChoice === null && choice === 1);
      if (!acknowledged) return sent.has(choice as 0 | 1);
      return (id === acknowledged.id && choice === acknowledged.choice) || choice === changing;
    });
    if (acknowledged ? !isThere : found.length > 0 && !isThere) lost.push(key);
  }
  // Votes that no voter cast.
  doubled.push(...stored.keys());
  const countedYes = await countSecretYes(database);
  if (countedYes !== secretYes)
    lost.push(`the secret answers: ${countedYes} Yes are counted, ${secretYes} were stored`);
  for (const { surveyId } of (await recount(database)).mismatches) lost.push(`a counter of ${surveyId}`);
  return { lost, doubled };
}
