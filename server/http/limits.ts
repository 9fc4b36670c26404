import type { Limit } from "@survey-app/contract/call.ts";
import type { FastifyRequest } from "fastify";
import { countCalls } from "../database/callCounts.ts";
import type { Database } from "../database/database.ts";
import { gather } from "../database/gather.ts";
import { isAway } from "../database/unavailable.ts";
import { neighbourhoodOf } from "./address.ts";
import { makeLocalCounter } from "./localCounter.ts";
import { refuse } from "./refuse.ts";

/**
 * Of a limit within a minute (votes, tokens) the first sixth passes without asking the database: whoever votes at the
 * pace of a person never costs a round trip. Past it, all of it is counted. So such a limit is exact on one instance,
 * and on several at most a sixth more for each further one. Limits over longer times are exact on any number.
 */
const PASSING_SHARE = 1 / 6;
const BATCH_MAX = 256;
const QUEUE_MAX = 20_000;

/**
 * Makes what keeps one limit: counts for each caller, visitors by their address, all instances together; refuses with 429
 * what is over.
 * @param name each limited call has counts of its own
 * @param perAddress whether everybody is counted by the address: where accounts are made or tried, a token must not buy
 *   further tries
 */
export type Limits = (
  name: string,
  limit: Limit,
  perAddress: boolean,
) => (request: FastifyRequest) => Promise<void> | undefined;

export function makeLimits(database: Database): Limits {
  return (name, { max, seconds }, perAddress) => {
    const windowMs = seconds * 1000;
    const passing = seconds > 60 ? 0 : Math.floor(max * PASSING_SHARE);
    const countHere = makeLocalCounter(windowMs);
    // Gathered, so that a rush of calls is a handful of statements, and each is counted in its turn.
    const count = gather((made: { key: string; calls: number }[]) => countCalls(database, made, windowMs), {
      max: BATCH_MAX,
      queueMax: QUEUE_MAX,
      onFull: () => refuse("busy", { retryAfter: 1 }),
      failsAll: isAway,
    });
    const addUp = async (who: string, calls: number) => {
      const counted = await count({ key: `${name} ${who}`, calls });
      if (counted.calls <= max) return;
      Object.assign(countHere(who), { calls: max, until: Date.now() + counted.leftMs });
      throw tooFast(counted.leftMs);
    };
    return (request) => {
      const who = (!perAddress && request.caller?.userId) || neighbourhoodOf(request.ip);
      const known = countHere(who);
      // Whoever is over is not asked about any more: a flood of refusals costs the database nothing.
      if (++known.calls > max) throw tooFast(known.until - Date.now());
      if (known.calls < passing) return;
      return addUp(who, known.calls === passing ? passing : 1);
    };
  };
}

/**
 * Reads a minute that have to be worked out, by one account, or by the visitors of one network (an office, a school). What
 * is kept for everybody is not counted: it costs next to nothing, and most of what visitors read is that.
 */
const READS_A_MINUTE = { account: 900, network: 1800 };

/** Counts a read that has to be worked out; refuses with 429 those beyond the limit. Each process counts by itself. */
export type ReadLimit = (request: FastifyRequest) => void;

export function makeReadLimit(): ReadLimit {
  const countOf = makeLocalCounter(60_000);
  return ({ caller, ip }) => {
    const count = countOf(caller?.userId ?? neighbourhoodOf(ip));
    if (++count.calls > (caller ? READS_A_MINUTE.account : READS_A_MINUTE.network)) {
      throw tooFast(count.until - Date.now());
    }
  };
}

const tooFast = (leftMs: number) => refuse("tooFast", { retryAfter: Math.max(1, Math.ceil(leftMs / 1000)) });
