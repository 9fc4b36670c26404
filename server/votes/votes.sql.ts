import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import type { Database } from "../database/database.ts";
import type { Ballot, BallotResult } from "./ballot.ts";
import { storeBallotsOnPostgres } from "./storeOnPostgres.sql.ts";

const storeOnSqlite = new URL("./storeOnSqlite.sql.ts", import.meta.url);

/**
 * Stores ballots and moves the counters of their surveys in one transaction: all that can be stored is, and a ballot
 * that can't be (unpublished, ended, voted before) does not touch the others. Publication and deadline are judged
 * under a lock on the surveys, by the database's clock.
 *
 * Written for each engine by itself: what is fastest on one is slowest on the other. PostgreSQL
 * takes a batch as one statement, because every round trip costs; SQLite row by row, because nothing does.
 */
export function storeBallots(database: Database, ballots: readonly Ballot[]): Promise<BallotResult[]> {
  return database.thread
    ? (database.thread(storeOnSqlite, { ballots, published: PUBLISHED }) as Promise<BallotResult[]>)
    : storeBallotsOnPostgres(database, ballots);
}
