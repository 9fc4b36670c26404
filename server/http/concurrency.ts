import type { ServerResponse } from "node:http";
import { apiError } from "./apiError.ts";

/** Runs `listener` when the connection of a response is closed; immediately if it is closed already. */
export function onceClosed(response: ServerResponse, listener: () => void): void {
  // After an await the "close" event may have been emitted already, and a listener added then would never run.
  if (response.closed) listener();
  else response.once("close", listener);
}

/** The limits, in slots, where each request takes one, or in bytes, where a request takes its `size`. */
export interface ConcurrencyOptions {
  /** Slots of one client (an address or an account). Requests beyond it get 429. */
  perClient?: number;
  /** Slots of one IPv6 site (/48), which one customer can have. Requests beyond it get 429. */
  perSite?: number;
  /** Slots of this process. */
  total?: number;
  /** Seconds after which a rejected client should retry. */
  retryAfter: number;
  /**
   * When all slots of the process are taken, the limiter closes the oldest connections of the site with the most slots
   * to make space for the new client, provided that site has at least this many slots more than the new client's site.
   * Otherwise the new client gets 503. So slow clients can't lock others out, and an attacker needs more sites than
   * there are slots to have an honest client disconnected.
   */
  cutsFromLead?: number;
}

/**
 * Takes a slot for a client, or `size` of them. @throws ApiError `tooFast` or `busy` when there are too few
 * @param site identifies the customer that several clients belong to; the client itself by default
 * @returns a function that releases the slot; repeated calls do nothing. To hold the slot until the client has read
 *   the response, pass it to `onceClosed` after the work is done: a client that disconnects early must not be able to
 *   start new work while this work still runs
 */
export type ConcurrencyLimiter = (
  client: string,
  response: ServerResponse,
  site?: string | null,
  size?: number,
) => () => void;

/** The slots of one site. */
interface SlotsOfSite {
  taken: number;
  /** How many each response holds, oldest first. */
  byResponse: Map<ServerResponse, number>;
}

export function createConcurrencyLimiter(options: ConcurrencyOptions): ConcurrencyLimiter {
  const { perClient = Infinity, perSite = Infinity, total = Infinity, retryAfter, cutsFromLead = Infinity } = options;
  const byClient = new Map<string, number>();
  const bySite = new Map<string, SlotsOfSite>();
  let inUse = 0;

  function hold(site: string, response: ServerResponse, size: number): void {
    const ofSite = bySite.get(site) ?? { taken: 0, byResponse: new Map() };
    bySite.set(site, ofSite);
    ofSite.byResponse.set(response, size);
    ofSite.taken += size;
    inUse += size;
  }

  function release(site: string, response: ServerResponse): void {
    const ofSite = bySite.get(site);
    const size = ofSite?.byResponse.get(response);
    if (!ofSite || size === undefined) return;
    ofSite.byResponse.delete(response);
    ofSite.taken -= size;
    inUse -= size;
    if (ofSite.byResponse.size === 0) bySite.delete(site);
  }

  /**
   * Closes the oldest connection of the site with the most slots.
   * @returns false if no site is that far ahead of `own`
   */
  function evictFromBusiestSite(own: number): boolean {
    let [busiest, most] = ["", 0];
    for (const [site, { taken }] of bySite) if (taken > most) [busiest, most] = [site, taken];
    const [oldest] = bySite.get(busiest)?.byResponse.keys() ?? [];
    if (!oldest || most < own + cutsFromLead) return false;
    release(busiest, oldest);
    oldest.destroy();
    return true;
  }

  return (client, response, ofSite, size = 1) => {
    const site = ofSite ?? client;
    const own = byClient.get(client) ?? 0;
    const ownSite = bySite.get(site)?.taken ?? 0;
    if (own + size > perClient || ownSite + size > perSite) throw apiError("tooFast", { retryAfter });
    while (inUse + size > total) if (!evictFromBusiestSite(ownSite)) throw apiError("busy", { retryAfter });
    // Read again, because the closed connection may be the client's own.
    byClient.set(client, (byClient.get(client) ?? 0) + size);
    hold(site, response, size);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      release(site, response);
      const remaining = (byClient.get(client) ?? size) - size;
      if (remaining === 0) byClient.delete(client);
      else byClient.set(client, remaining);
    };
  };
}
