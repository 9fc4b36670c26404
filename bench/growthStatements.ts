import { readLedgerSummary } from "../server/ballots/ledgerRows.sql.ts";
import type { Database } from "../server/database/database.ts";
import { readVotesAt } from "../server/downloads/votesCsv.sql.ts";
import type { CurrentUser } from "../server/http/currentUser.ts";
import { findDueEmails, hasRoomForBulk } from "../server/mail/outbox.sql.ts";
import { findOldestOfQueues } from "../server/ops/queueAges.sql.ts";
import { isAnyDue } from "../server/queues/queues.sql.ts";
import { listOwnSurveys } from "../server/surveys/listSurveys.sql.ts";
import { listUsers } from "../server/users/listUsers.sql.ts";
import { listParticipations } from "../server/votes/reading/participations.sql.ts";
import type { Bulk } from "./bulk.sql.ts";
import { type FilledServer, usersQueries } from "./growthCalls.ts";

/** From the smaller to the larger size no statement may take longer by more than this factor. */
const GROWTH_MAX = 1.5;
/** Of this many rounds the shortest counts, because other load on the machine affects it least. */
const ROUNDS = 40;
/** Times that each statement runs in a round. */
const TIMES = 3;

interface StatementGrowth {
  what: string;
  /** In milliseconds. */
  small: number;
  big: number;
}

type Read = (database: Database, bulk: Bulk) => Promise<unknown>;

const LIMIT = { limit: 24 };
const busiest = ({ busiest: { id: userId, email } }: Bulk) => ({ userId, email }) as CurrentUser;

/** The statements that lists and jobs run, without HTTP, whose share would hide how they grow. */
const reads: Record<string, Read> = {
  "a surveyor's own surveys": (database, { surveyor: email }) =>
    listOwnSurveys(database, { ...LIMIT, email }, { email } as CurrentUser),
  ...Object.fromEntries(
    Object.entries(usersQueries).map(([what, query]): [string, Read] => [
      what,
      (database) => listUsers(database, { ...LIMIT, q: "", ...query }),
    ]),
  ),
  ...Object.fromEntries(
    (["voted", "commented", "reported"] as const).map((kind): [string, Read] => [
      `participations of the busiest voter: ${kind}`,
      (database, bulk) => listParticipations(database, kind, bulk.busiest.email, LIMIT, busiest(bulk)),
    ]),
  ),
  "whether an email is due": (database) => isAnyDue(database, "outbox"),
  "emails that are due": (database) => findDueEmails(database, 100),
  "room for a chunk of emails": ({ db, ...database }) =>
    db.selectNoFrom(hasRoomForBulk({ db, ...database }, 1000).as("room")).execute(),
  "ages of queues": (database) => findOldestOfQueues({ forLists: database }),
  "a chunk of votes.csv": async (database, { hotSurveyId }) => {
    const { head: _, ...moment } = await readLedgerSummary(database, hotSurveyId);
    for await (const chunk of readVotesAt(database, hotSurveyId, { ...moment, isForListOwner: true })) return chunk;
  },
};

/** Compares how long statements take in two databases, in turn. */
export async function compareStatements(small: FilledServer, big: FilledServer): Promise<StatementGrowth[]> {
  const shortest = Object.keys(reads).map((what): StatementGrowth => ({ what, small: Infinity, big: Infinity }));
  for (let round = 0; round < ROUNDS; round++)
    for (const each of shortest)
      for (const size of round % 2 ? (["small", "big"] as const) : (["big", "small"] as const)) {
        const { database, bulk } = size === "small" ? small : big;
        const began = performance.now();
        for (let time = 0; time < TIMES; time++) await reads[each.what]?.(database, bulk);
        each[size] = Math.min(each[size], (performance.now() - began) / TIMES);
      }
  return shortest;
}

/** Prints the comparison. If any statement grows, the process fails at its end. */
export function requireFlat(measured: readonly StatementGrowth[], title: string): void {
  console.log(`\n${title.padEnd(62)} of few  of many    ratio`);
  for (const { what, small, big } of measured) {
    const ratio = big / small;
    const [few, many] = [small, big].map((ms) => ms.toFixed(3).padStart(8));
    console.log(`  ${what.padEnd(58)} ${few} ${many} ${ratio.toFixed(2).padStart(8)}${ratio > GROWTH_MAX ? " !" : ""}`);
    if (ratio > GROWTH_MAX) process.exitCode = 1;
  }
}
