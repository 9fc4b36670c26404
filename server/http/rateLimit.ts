import type { RateLimit } from "@survey-app/contract/http/endpoint.ts";
import type { FastifyRequest } from "fastify";
import { createBatcher } from "../concurrency/batcher.ts";
import type { Database } from "../database/database.ts";
import { isUnreachable } from "../database/unavailable.ts";
import { apiError } from "./apiError.ts";
import { clientNetworkOf, siteOf } from "./clientNetwork.ts";
import { createLocalCounter } from "./localCounter.ts";
import { consumeRateLimits, refundRateLimit } from "./rateLimits.sql.ts";

/**
 * The first sixth of a limit with a window of a minute or less (votes, tokens) is counted in memory only, so a person
 * who votes at a normal pace never costs a database round trip. Past it, all requests are counted in the database. Such
 * a limit is exact with one instance; each further instance allows at most a sixth more. Limits with longer windows are
 * always exact.
 */
const LOCAL_SHARE = 1 / 6;
const BATCH_MAX = 256;
const QUEUE_MAX = 20_000;

/**
 * One IPv6 site (/48) may make as many requests as this many of its networks (/64). A customer can have 65,536
 * networks, so limits per network alone would have no effect.
 */
const NETWORKS_OF_SITE = 2;

/** A client that a request counts for, and its limit. */
interface ClientLimit {
  client: string;
  max: number;
}

/** The clients that a visitor's request counts for: its network and, for IPv6, its site. */
function limitsOfAddress(ip: string, max: number): ClientLimit[] {
  const site = siteOf(ip);
  return [
    { client: clientNetworkOf(ip), max },
    ...(site === null ? [] : [{ client: site, max: max * NETWORKS_OF_SITE }]),
  ];
}

/** The user or invitation that a request counts for; undefined for visitors, who count by their address. */
const identifiedClient = ({ currentUser, invitedVoter }: FastifyRequest): string | undefined =>
  currentUser?.userId ?? invitedVoter?.invitationId;

/** The limit of one kind of request. */
export interface RequestLimit {
  /**
   * Counts a request. @throws ApiError `tooFast` beyond the limit
   * @param about a subject for which the client's requests are counted separately, such as the address that each
   *   names
   */
  (request: FastifyRequest, about?: string): Promise<void> | undefined;
  /**
   * Counts a request for a client that the caller names, such as a meeting.
   * @throws ApiError `tooFast` beyond the limit
   */
  countFor(client: string): Promise<void> | undefined;
  /** Uncounts a request, for limits that only count the results of requests, such as created accounts. */
  giveBack(request: FastifyRequest): Promise<void>;
  /**
   * Throws if this process knows that the limit is used up, without counting the request. For endpoints where only some
   * requests count, such as wrong guesses.
   */
  check(request: FastifyRequest): void;
}

/**
 * Creates the rate limit of one endpoint. It counts per user, or per network and site for visitors, across all
 * instances, and throws 429 beyond the limit.
 * @param name separates the counts of different limits
 * @param perAddress whether signed-in users are counted by their address too: where accounts are created or passwords
 *   tried, signing in must not give an attacker further attempts
 */
export type RateLimiter = (name: string, limit: RateLimit, perAddress: boolean) => RequestLimit;

/** @param factor LIMITS_FACTOR: how many times as much each network may send; accounts keep their limits */
export function createRateLimiter(database: Database, factor = 1): RateLimiter {
  return (name, { max, seconds, isForGuesses = false }, perAddress) => {
    const windowMs = seconds * 1000;
    const maxOfNetwork = isForGuesses ? max : max * factor;
    const countHere = createLocalCounter(windowMs);
    // Batched, so that a burst of requests takes a handful of statements.
    const count = createBatcher(
      (additions: { key: string; used: number }[]) => consumeRateLimits(database, additions, windowMs),
      {
        max: BATCH_MAX,
        queueMax: QUEUE_MAX,
        onFull: () => apiError("busy", { retryAfter: 1 }),
        failsQueue: isUnreachable,
      },
    );
    const countInDatabase = async ({ client, max }: ClientLimit, used: number) => {
      const counted = await count({ key: `${name} ${client}`, used });
      if (counted.used <= max) return;
      Object.assign(countHere(client), { used: max, until: Date.now() + counted.leftMs });
      throw tooFast(counted.leftMs);
    };
    const admit = (limit: ClientLimit): Promise<void> | undefined => {
      const local = countHere(limit.client);
      if (++local.used > limit.max) throw tooFast(local.until - Date.now());
      const localMax = seconds > 60 ? 0 : Math.floor(limit.max * LOCAL_SHARE);
      if (local.used < localMax) return;
      return countInDatabase(limit, local.used === localMax ? localMax : 1);
    };
    const limitsOf = (request: FastifyRequest) => {
      const client = perAddress ? undefined : identifiedClient(request);
      return client === undefined ? limitsOfAddress(request.ip, maxOfNetwork) : [{ client, max }];
    };
    const checkLimit = (limit: ClientLimit) => {
      const local = countHere(limit.client);
      if (local.used >= limit.max) throw tooFast(local.until - Date.now());
    };
    const admitRequest = (request: FastifyRequest, about?: string) => {
      const limits = limitsOf(request).map((limit) =>
        about === undefined ? limit : { ...limit, client: `${limit.client} ${about}` },
      );
      const [network, site] = limits as [ClientLimit, ClientLimit?];
      if (!site) return admit(network);
      // Once a site is over its limit, neither it nor its networks are counted any more: a flood of rejected requests
      // then costs the database nothing, and fills neither its table nor this process's memory.
      checkLimit(site);
      const admitted = admit(network);
      return admitted ? admitted.then(() => admit(site)) : admit(site);
    };
    return Object.assign(admitRequest, {
      check: (request: FastifyRequest) => limitsOf(request).forEach(checkLimit),
      countFor: (client: string) => admit({ client, max: maxOfNetwork }),
      async giveBack(request: FastifyRequest) {
        for (const { client } of limitsOf(request)) {
          countHere(client).used -= 1;
          await refundRateLimit(database, `${name} ${client}`);
        }
      },
    });
  };
}

/**
 * Uncached reads a minute, for one account or opened invitation, or for the visitors of one network (an office, a
 * school). Responses from the cache aren't counted: they cost next to nothing, and visitors mostly get those. All
 * invitations that are opened in one network share a limit, because the owner of a list has thousands of them: it
 * allows a thousand people in one hall to read their result every five seconds.
 */
const READS_A_MINUTE = { account: 900, network: 1800, invitations: 12_000 };

/**
 * A response counts as one more read for each this many characters, because producing, hashing and compressing it takes
 * as long as several small ones, and clients that don't read it keep it in the memory. Most pages and lists are
 * shorter.
 */
const READ_LENGTH = 128 * 1024;

/** Limits reads. Each process counts separately. */
export interface ReadLimiter {
  /** Counts an uncached read. @throws ApiError `tooFast` beyond the limit */
  admit(request: FastifyRequest): void;
  /** Counts a further read of a request that was admitted. Never throws; the next `admit` does. */
  count(request: FastifyRequest): void;
  /** Adds the cost of a long response, once its length is known. Never throws; the next `admit` does. */
  weigh(request: FastifyRequest, body: string): void;
}

export const noReadLimit: ReadLimiter = { admit: () => {}, count: () => {}, weigh: () => {} };

/** @param factor LIMITS_FACTOR */
export function createReadLimiter(factor = 1): ReadLimiter {
  const countOf = createLocalCounter(60_000);
  const countsOf = (request: FastifyRequest) => {
    const client = identifiedClient(request);
    const ofInvitations = request.invitedVoter ? limitsOfAddress(request.ip, READS_A_MINUTE.invitations * factor) : [];
    const limits = client
      ? [
          { client, max: READS_A_MINUTE.account },
          ...ofInvitations.map((limit) => ({ ...limit, client: `invited ${limit.client}` })),
        ]
      : limitsOfAddress(request.ip, READS_A_MINUTE.network * factor);
    return limits.map(({ client, max }) => ({ count: countOf(client), max }));
  };
  const add = (request: FastifyRequest, reads: number) => {
    for (const { count } of countsOf(request)) count.used += reads;
  };
  return {
    admit(request) {
      for (const { count, max } of countsOf(request)) {
        if (++count.used > max) throw tooFast(count.until - Date.now());
      }
    },
    count: (request) => add(request, 1),
    weigh(request, body) {
      const more = Math.floor(body.length / READ_LENGTH);
      if (more > 0) add(request, more);
    },
  };
}

const tooFast = (leftMs: number) => apiError("tooFast", { retryAfter: Math.max(1, Math.ceil(leftMs / 1000)) });
