import { LINK_LIMITS } from "@survey-app/contract/votes/linkVotes.ts";
import { createBatcher } from "../../concurrency/batcher.ts";
import type { Database } from "../../database/database.ts";
import { isUnreachable } from "../../database/unavailable.ts";
import { apiError } from "../../http/apiError.ts";

const { burst, perMinute, max, roomMax } = LINK_LIMITS;
/** After this time one more vote is allowed, in milliseconds. */
const REFILL_MS = 60_000 / perMinute;
/** How soon a network that has used all of its votes may ask again, in seconds: the host can turn on room mode. */
const RETRY_SECONDS = 60;

/** A new vote that is to be counted for its network. */
interface Arrival {
  surveyId: string;
  networkHash: string;
}

/** An admitted vote. In room mode votes don't use up the burst. */
interface Admission extends Arrival {
  usesBurst: boolean;
}

/** After how many seconds the next vote can be admitted, if this one is not. */
type Verdict = Admission | { retryAfter: number };

/**
 * Counts new votes by open link for their networks before they are stored, and refuses those beyond `LINK_LIMITS`.
 * Votes that arrive together are counted in one transaction, because a room of phones has one network.
 */
export function createLinkLimits(database: Database) {
  const count = createBatcher((arrivals: Arrival[]) => database.transaction((tx) => countAll(tx, arrivals)), {
    max: 256,
    queueMax: 20_000,
    onFull: () => apiError("busy", { retryAfter: 1 }),
    failsQueue: isUnreachable,
  });
  return {
    /** @throws {ApiError} `networkBusy` beyond the limits */
    async admit(arrival: Arrival): Promise<Admission> {
      const verdict = await count(arrival);
      if ("retryAfter" in verdict) throw apiError("networkBusy", verdict);
      return verdict;
    },
    /**
     * Counts a vote that can't be valid, for the owner, who sees how many were refused. It doesn't use up its network's
     * votes.
     */
    countInvalid: createBatcher((surveyIds: string[]) => addRefused(database, surveyIds), {
      max: 256,
      queueMax: 20_000,
      onFull: () => apiError("busy", { retryAfter: 1 }),
      failsQueue: isUnreachable,
    }),
    /**
     * Gives back a vote that was admitted and then not stored, with its part of the burst: otherwise one phone could
     * use up the votes of its whole class by sending what is never stored.
     */
    async giveBack({ surveyId, networkHash, usesBurst }: Admission): Promise<void> {
      const refill = usesBurst ? REFILL_MS : 0;
      await database.db
        .updateTable("link_networks")
        .set(({ eb }) => ({ votes: eb("votes", "-", 1), free_at: eb("free_at", "-", refill) }))
        .where("survey_id", "=", surveyId)
        .where("network_hash", "=", networkHash)
        .where("votes", ">", 0)
        .execute();
    },
  };
}

export type LinkLimits = ReturnType<typeof createLinkLimits>;

/** Adds to the numbers of refused votes of these surveys, once for each time that a survey is named. */
async function addRefused({ db }: Database, surveyIds: readonly string[]): Promise<null[]> {
  // Sorted, so that two instances lock surveys in the same order.
  for (const [surveyId, { length }] of [...Map.groupBy(surveyIds, (id) => id)].sort(([a], [b]) => (a < b ? -1 : 1)))
    await db
      .updateTable("link_surveys")
      .set(({ eb }) => ({ refused: eb("refused", "+", length) }))
      .where("survey_id", "=", surveyId)
      .execute();
  return surveyIds.map(() => null);
}

async function countAll(tx: Database, arrivals: readonly Arrival[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  // Sorted, so that two transactions lock networks in the same order.
  const perNetwork = [...Map.groupBy(arrivals.keys(), (index) => keyOf(arrivals[index]))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  for (const [, positions] of perNetwork) {
    const [first = 0] = positions;
    const arrival = arrivals[first] as Arrival;
    const { admitted, usesBurst, retryAfter } = await countNetwork(tx, arrival, positions.length);
    for (const [index, position] of positions.entries())
      verdicts[position] = index < admitted ? { ...arrival, usesBurst } : { retryAfter };
  }
  return verdicts;
}

const keyOf = (arrival: Arrival | undefined): string => `${arrival?.surveyId} ${arrival?.networkHash}`;

/** Counts `arriving` new votes of one network. */
async function countNetwork(
  tx: Database,
  { surveyId, networkHash }: Arrival,
  arriving: number,
): Promise<{ admitted: number; usesBurst: boolean; retryAfter: number }> {
  const { db, dialect } = tx;
  const now = Date.now();
  const survey = await db
    .selectFrom("link_surveys")
    .select("room_until")
    .where("survey_id", "=", surveyId)
    .$call(dialect.lockToReference)
    .executeTakeFirst();
  // The key of a survey goes with the survey, or 30 days after its close: then no one can vote any longer.
  if (!survey) return { admitted: arriving, usesBurst: false, retryAfter: 0 };
  const network = await db
    .insertInto("link_networks")
    .values({ survey_id: surveyId, network_hash: networkHash, votes: 0, free_at: now })
    // Changes nothing, but locks the row and returns it.
    .onConflict((conflict) =>
      conflict.columns(["survey_id", "network_hash"]).doUpdateSet(({ ref }) => ({ votes: ref("link_networks.votes") })),
    )
    .returning(["votes", "free_at"])
    .executeTakeFirstOrThrow();
  const isRoom = survey.room_until !== null && survey.room_until > now;
  const freeAt = Math.max(now, network.free_at);
  const inAll = Math.max(0, (isRoom ? roomMax : max) - network.votes);
  const atOnce = isRoom ? arriving : Math.max(0, Math.floor((burst * REFILL_MS - (freeAt - now)) / REFILL_MS));
  const admitted = Math.min(arriving, inAll, atOnce);
  await db
    .updateTable("link_networks")
    // In room mode the burst stays free, for the votes after it.
    .set({ votes: network.votes + admitted, free_at: isRoom ? network.free_at : freeAt + admitted * REFILL_MS })
    .where("survey_id", "=", surveyId)
    .where("network_hash", "=", networkHash)
    .execute();
  await addRefused(tx, Array<string>(arriving - admitted).fill(surveyId));
  const untilOneIsFree = freeAt + admitted * REFILL_MS - now - (burst - 1) * REFILL_MS;
  const retryAfter = inAll <= admitted ? RETRY_SECONDS : Math.max(1, Math.ceil(untilOneIsFree / 1000));
  return { admitted, usesBurst: !isRoom, retryAfter };
}
