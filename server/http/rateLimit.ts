import type { RateLimit } from "@survey-app/contract/endpoint.ts";
import type { FastifyRequest } from "fastify";
import { createBatcher } from "../database/batcher.ts";
import type { Database } from "../database/database.ts";
import { consumeRateLimits } from "../database/rateLimits.ts";
import { isAway } from "../database/unavailable.ts";
import { apiError } from "./apiError.ts";
import { clientNetworkOf, siteOf } from "./clientNetwork.ts";
import { createLocalCounter } from "./localCounter.ts";

/**
 * Of a limit within a minute (votes, tokens) the first sixth passes without asking the database: whoever votes at the
 * pace of a person never costs a round trip. Past it, all of it is counted. So such a limit is exact on one instance,
 * and on several at most a sixth more for each further one. Limits over longer times are exact on any number.
 */
const PASSING_SHARE = 1 / 6;
const BATCH_MAX = 256;
const QUEUE_MAX = 20_000;

/**
 * One IPv6 site (/48) may make as many calls as this many of its networks (/64). A customer can have 65,536 networks; with
 * a limit for each alone, nothing would be limited.
 */
const NETWORKS_OF_SITE = 2;

/** One of the clients that a request counts for. */
interface Counted {
  client: string;
  max: number;
}

/** Whom a request without an account counts for, from the narrow to the wide: its network and, of IPv6, its site. */
function countedBy(ip: string, max: number): Counted[] {
  const site = siteOf(ip);
  return [
    { client: clientNetworkOf(ip), max },
    ...(site === null ? [] : [{ client: site, max: max * NETWORKS_OF_SITE }]),
  ];
}

/**
 * Makes what keeps one limit: counts for each caller, visitors by their network and site, all instances together; refuses
 * with 429 what is over.
 * @param name each limited call has counts of its own
 * @param perAddress whether everybody is counted by the address: where accounts are made or tried, a token must not buy
 *   further tries
 */
export type RateLimiter = (
  name: string,
  limit: RateLimit,
  perAddress: boolean,
) => (request: FastifyRequest) => Promise<void> | undefined;

export function createRateLimiter(database: Database): RateLimiter {
  return (name, { max, seconds }, perAddress) => {
    const windowMs = seconds * 1000;
    const countHere = createLocalCounter(windowMs);
    // Gathered, so that a rush of calls is a handful of statements, and each is counted in its turn.
    const count = createBatcher(
      (made: { key: string; calls: number }[]) => consumeRateLimits(database, made, windowMs),
      {
        max: BATCH_MAX,
        queueMax: QUEUE_MAX,
        onFull: () => apiError("busy", { retryAfter: 1 }),
        failsAll: isAway,
      },
    );
    const addUp = async ({ client, max }: Counted, calls: number) => {
      const counted = await count({ key: `${name} ${client}`, calls });
      if (counted.calls <= max) return;
      Object.assign(countHere(client), { calls: max, until: Date.now() + counted.leftMs });
      throw tooFast(counted.leftMs);
    };
    const admit = (counted: Counted): Promise<void> | undefined => {
      const known = countHere(counted.client);
      if (++known.calls > counted.max) throw tooFast(known.until - Date.now());
      const passing = seconds > 60 ? 0 : Math.floor(counted.max * PASSING_SHARE);
      if (known.calls < passing) return;
      return addUp(counted, known.calls === passing ? passing : 1);
    };
    return ({ currentUser, ip }) => {
      const userId = perAddress ? undefined : currentUser?.userId;
      if (userId !== undefined) return admit({ client: userId, max });
      const [network, site] = countedBy(ip, max) as [Counted, Counted?];
      if (!site) return admit(network);
      // A client that is over is not asked about any more, nor are the networks of its site: a flood of refusals costs the
      // database nothing, and fills neither its table nor our memory.
      const known = countHere(site.client);
      if (known.calls >= site.max) throw tooFast(known.until - Date.now());
      const admitted = admit(network);
      return admitted ? admitted.then(() => admit(site)) : admit(site);
    };
  };
}

/**
 * Reads a minute that have to be worked out, by one account, or by the visitors of one network (an office, a school). What
 * is kept for everybody is not counted: it costs next to nothing, and most of what visitors read is that.
 */
const READS_A_MINUTE = { account: 900, network: 1800 };

/**
 * An answer to visitors counts as one more read for each so many characters: making, hashing and compressing it takes as
 * long as several small ones. Most pages and lists are shorter.
 */
const READ_LENGTH = 128 * 1024;

/** The limit of reads. Each process counts by itself. */
export interface ReadLimiter {
  /** Counts a read that has to be worked out; refuses with 429 those beyond the limit. */
  admit(request: FastifyRequest): void;
  /** Counts how long its answer is, once that is known. Refuses nothing: what comes next is refused. */
  weigh(request: FastifyRequest, body: string): void;
}

export const noReadLimit: ReadLimiter = { admit: () => {}, weigh: () => {} };

export function createReadLimiter(): ReadLimiter {
  const countOf = createLocalCounter(60_000);
  const countsOf = ({ currentUser, ip }: FastifyRequest) =>
    (currentUser
      ? [{ client: currentUser.userId, max: READS_A_MINUTE.account }]
      : countedBy(ip, READS_A_MINUTE.network)
    ).map(({ client, max }) => ({ count: countOf(client), max }));
  return {
    admit(request) {
      for (const { count, max } of countsOf(request)) {
        if (++count.calls > max) throw tooFast(count.until - Date.now());
      }
    },
    weigh(request, body) {
      const more = Math.floor(body.length / READ_LENGTH);
      if (more === 0) return;
      for (const { count } of countsOf(request)) count.calls += more;
    },
  };
}

const tooFast = (leftMs: number) => apiError("tooFast", { retryAfter: Math.max(1, Math.ceil(leftMs / 1000)) });
