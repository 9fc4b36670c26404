import type { Database } from "../../database/database.ts";
import { insertReports } from "../../moderation/reports.sql.ts";
import { storeUnknownHashes } from "../../surveys/question.sql.ts";
import type { Ballot, BallotResult, StoreResult } from "./ballot.ts";
import { storeBallotsOnPostgres } from "./storeOnPostgres.sql.ts";
import { storeBallotsOnSqlite } from "./storeOnSqlite.sql.ts";

/**
 * Stores ballots and updates the counters of their surveys in one transaction. A ballot that can't be stored (survey
 * unpublished or ended, another question, user voted before) doesn't affect the others. Publication, deadline and
 * question are checked under a lock on the ballot boxes, by the database's clock.
 *
 * Each engine has its own implementation, because the fastest way on one is the slowest on the other: PostgreSQL takes
 * a batch as one statement, because every round trip costs time; SQLite has no round trips and takes it row by row.
 *
 * @returns one result per ballot, in the same order
 */
export async function storeBallots(database: Database, ballots: readonly Ballot[]): Promise<BallotResult[]> {
  const results = await attempt(database, ballots);
  const unhashed = ballots.filter((_, index) => results[index]?.kind === "unhashed");
  if (unhashed.length === 0) return results.map(settle);
  await storeUnknownHashes(database, [...new Set(unhashed.map(({ surveyId }) => surveyId))]);
  const again = (await attempt(database, unhashed)).values();
  return results.map((result) => settle(result.kind === "unhashed" ? (again.next().value ?? result) : result));
}

/**
 * A hash that was stored a moment ago is unknown again only because the question has been changed since, by an instance
 * of version 1.0.
 */
const settle = (result: StoreResult): BallotResult =>
  result.kind === "unhashed" ? { kind: "refused", because: "questionMoved" } : result;

async function attempt(database: Database, ballots: readonly Ballot[]): Promise<StoreResult[]> {
  const results = await (database.runSqliteJob
    ? database.runSqliteJob(storeBallotsOnSqlite, { ballots })
    : storeBallotsOnPostgres(database, ballots));
  // SQLite's write-ahead log has the sums before and after each batch beside its voters.
  if (results.some((result) => result.kind === "stored" && "isSecret" in result)) void database.truncateWalSoon?.();
  // Reports are dated, so those with secret votes are stored in a separate transaction. If it fails, the client's retry
  // stores them.
  const reports = ballots.flatMap(({ id, surveyId, userId, report }, index) =>
    report !== "" && "isSecret" in (results[index] ?? {}) ? [{ id, surveyId, userId, text: report }] : [],
  );
  if (reports.length > 0) await database.transaction((tx) => insertReports(tx, reports));
  return results;
}
