import { setTimeout as sleep } from "node:timers/promises";
import { getSurvey } from "@survey-app/contract/surveys.ts";
import { castVote } from "@survey-app/contract/votes.ts";
import { Semaphore } from "../../concurrency/semaphore.ts";
import type { Database } from "../../database/database.ts";
import { OperatorError } from "../../database/operatorError.ts";
import { API_PREFIX } from "../../http/endpoints.ts";
import { recount } from "../../votes/ledger/verify.sql.ts";
import {
  addTestSurveys,
  addTestVoters,
  countOthers,
  countTestVotes,
  endTestAccess,
  type TestVoter,
} from "./loadRows.sql.ts";

/** The most votes of one run: they stay in the database. */
export const VOTES_MAX = 50_000;
/** The most votes a second that this one process can send reliably. */
export const RATE_MAX = 2000;
/** The longest run, in seconds: tokens are valid for a quarter of an hour. */
const SECONDS_MAX = 600;
/** Surveys that the votes are spread over, so that most batches have several, as in real life. */
const SURVEYS = 10;
/** Votes that wait for a response at once; the next ones wait, and their latency grows. */
const OPEN_MAX = 500;
/** After this time without a response a vote has failed, in milliseconds: people have given up. */
const TIMEOUT_MS = 15_000;

export interface LoadOptions {
  /** The server's URL, without a path. */
  url: string;
  votes: number;
  /** Votes a second. */
  rate: number;
  /** Ends the run early. */
  signal?: AbortSignal;
}

export interface LoadReport {
  stored: number;
  /** How often each other outcome occurred: a status, or the code of a network error. */
  failures: Map<string, number>;
  /** From the first vote to the last response. */
  seconds: number;
  /** Milliseconds from the moment at which a vote was due to its complete response; ascending, stored votes only. */
  latencies: number[];
}

/**
 * Casts votes of test accounts at an even rate. Votes can't be deleted, so it only runs on a database without other
 * people's accounts and surveys. Afterwards the test accounts can't be used any more.
 * @param sign creates a test account's access token
 * @throws {OperatorError} before it changes anything, or if the server at `url` uses another database
 */
export async function loadTest(
  database: Database,
  sign: (voter: TestVoter) => string,
  options: LoadOptions,
): Promise<LoadReport> {
  const { url, votes, rate } = options;
  if (votes / rate > SECONDS_MAX)
    throw new OperatorError(
      `${votes} votes at ${rate} a second take longer than ${SECONDS_MAX} seconds: choose others.`,
    );
  const others = await countOthers(database);
  if (others.accounts > 0 || others.surveys > 0)
    throw new OperatorError(
      `This database is in use (${others.accounts} accounts, ${others.surveys} surveys). Votes can't be deleted, so a load test needs a database of its own: docs/scaling.md.`,
    );
  try {
    const voters = await addTestVoters(database, Math.ceil(votes / SURVEYS));
    const surveys = await addTestSurveys(database, voters[0]?.userId ?? "", SURVEYS);
    await requireSameDatabase(url, surveys[0] ?? "");
    const tokens = voters.map(sign);
    const report = await castAll(options, (index) => ({
      token: tokens[index % tokens.length] ?? "",
      // The next survey after each round of all voters, so that no account votes twice on one.
      surveyId: surveys[(Math.floor(index / tokens.length) + index) % SURVEYS] ?? "",
    }));
    await requireStored(database, surveys, report.stored);
    return report;
  } finally {
    await endTestAccess(database);
  }
}

/** The new survey is only on a server that uses the database in which it was created. */
async function requireSameDatabase(url: string, surveyId: string): Promise<void> {
  const address = url + API_PREFIX + getSurvey.path.replace(":id", surveyId);
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "manual" }).catch(
    () => null,
  );
  await response?.body?.cancel();
  if (!response) throw new OperatorError(`Nothing answers at ${url}.`);
  if (!response.ok)
    throw new OperatorError(
      `The server at ${url} does not use this database (${response.status}): run the command with the server's settings.`,
    );
}

/** Sends each vote when it is due, whether or not earlier ones were answered: people don't wait for each other either. */
async function castAll(
  { url, votes, rate, signal }: LoadOptions,
  ballotOf: (index: number) => { token: string; surveyId: string },
): Promise<LoadReport> {
  const latencies: number[] = [];
  const failures = new Map<string, number>();
  const open = new Semaphore(OPEN_MAX, votes);
  const all: Promise<void>[] = [];
  const started = performance.now();
  for (let index = 0; index < votes && !signal?.aborted; index++) {
    const dueAt = started + (index * 1000) / rate;
    const early = dueAt - performance.now();
    if (early > 0) await sleep(early, undefined, { signal }).catch(() => {});
    const { token, surveyId } = ballotOf(index);
    const cast = async () => {
      const outcome = await open.run(() => castOne(url, token, surveyId, index % 3 === 0 ? 0 : 1));
      if (outcome === "stored") latencies.push(performance.now() - dueAt);
      else failures.set(outcome, (failures.get(outcome) ?? 0) + 1);
    };
    all.push(cast());
  }
  await Promise.all(all);
  latencies.sort((a, b) => a - b);
  return { stored: latencies.length, failures, seconds: (performance.now() - started) / 1000, latencies };
}

async function castOne(url: string, token: string, surveyId: string, vote: 0 | 1): Promise<string> {
  try {
    const response = await fetch(url + API_PREFIX + castVote.path, {
      method: castVote.method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ SurveyID: surveyId, vote }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "manual",
    });
    await response.arrayBuffer();
    return response.status === 200 ? "stored" : String(response.status);
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    return code ?? (error as Error).name;
  }
}

/** Compares the acknowledged votes with the stored ones, and all counters with all votes. */
async function requireStored(database: Database, surveys: readonly string[], acknowledged: number): Promise<void> {
  const { mismatches } = await recount(database);
  const count = await countTestVotes(database, surveys);
  if (mismatches.length > 0 || count < acknowledged)
    throw new OperatorError(`${acknowledged} votes were acknowledged, but ${count} are counted: please report this.`);
}

/** The latency that this share of the votes did not exceed, in milliseconds; 0 without votes. */
export function percentile(latencies: readonly number[], share: number): number {
  return latencies[Math.ceil(latencies.length * share) - 1] ?? 0;
}
