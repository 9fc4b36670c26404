import { median } from "../../bench/rounds.ts";
import { collectUserData } from "../../server/account/export.sql.ts";
import { createEventBus } from "../../server/database/events.ts";
import type { CurrentUser } from "../../server/http/currentUser.ts";
import { openDatabase } from "../../server/process/openDatabase.ts";
import { createTokens } from "../../server/session/tokens.ts";
import { makePerson } from "../../server/testing/people.ts";
import { PUBLIC_URL, SECRET } from "../../server/testing/testConfig.ts";
import { findChoices } from "../../server/votes/reading/listVotes.sql.ts";
import { listParticipations } from "../../server/votes/reading/participations.sql.ts";
import { createVoteWriter } from "../../server/votes/storing/voteWriter.ts";
import type { Postgres } from "../../tools/test/postgres.ts";
import { serverSeconds } from "./costs.ts";
import { addSurveys, ballotOf, castVotes } from "./proofs.ts";

/** The number of votes of each person whose reads are measured. */
const VOTES = [0, 10, 1000];
const SURVEYS = Math.max(...VOTES);
/** The number of other people's votes. */
const OTHERS = 20_000;
const WARM_UP = 5;
const READS = 40;

/**
 * Measures the reads by person, which query every shard: the person's votes on the surveys of a list's page, a page of
 * their votes, and the export of an account.
 * @returns for each number of votes the median latency, and the CPU time of all database servers, in milliseconds
 */
export async function measureReads(databaseUrl: string, servers: Postgres[]): Promise<Record<string, string>> {
  const database = openDatabase({ databaseUrl, dataDir: "" });
  try {
    const tokens = createTokens(SECRET, PUBLIC_URL);
    const surveys = await addSurveys(database, SURVEYS);
    await castVotes(database, surveys, OTHERS);
    const writer = await createVoteWriter(database.forVotes, createEventBus(null));
    const found: Record<string, string> = {};
    for (const votes of VOTES) {
      const { id, email } = await makePerson(database, tokens);
      await Promise.all(surveys.slice(0, votes).map((each) => writer.cast({ ...ballotOf(each, 1), userId: id })));
      const viewer = { userId: id, email } as CurrentUser;
      const reads = {
        "own votes on 20 surveys": () => findChoices(database, id, surveys.slice(0, 20)),
        "a page of their votes": () => listParticipations(database, "voted", email, { limit: 20 }, viewer),
        export: () => collectUserData(database, id, (address) => [address]),
      };
      for (const [what, read] of Object.entries(reads)) found[`${votes} votes, ${what}`] = await measure(read, servers);
    }
    return found;
  } finally {
    await database.close();
  }
}

async function measure(read: () => Promise<unknown>, servers: Postgres[]): Promise<string> {
  for (let round = 0; round < WARM_UP; round++) await read();
  const seconds = () => servers.reduce((sum, server) => sum + serverSeconds(server), 0);
  const before = seconds();
  const times: number[] = [];
  for (let round = 0; round < READS; round++) {
    const began = performance.now();
    await read();
    times.push(performance.now() - began);
  }
  const cpu = ((seconds() - before) * 1000) / READS;
  return `${median(times).toFixed(1)} ms, CPU ${cpu.toFixed(1)} ms`;
}
