import type { ServerResponse } from "node:http";
import { apiError } from "./apiError.ts";

/** Runs `listener` when the connection of a response is over: at once if that is so already. */
export function onceClosed(response: ServerResponse, listener: () => void): void {
  // After an await the event may be past: a listener that is added then would never run.
  if (response.closed) listener();
  else response.once("close", listener);
}

export interface ConcurrencyOptions {
  /** Slots of one client, an address or an account. Beyond it: 429. */
  perClient?: number;
  /** Slots of one IPv6 site (/48), which one customer can have. Beyond it: 429. */
  perSite?: number;
  /** Slots of this process. */
  inAll?: number;
  /** Seconds after which a refused client should try again. */
  retryAfter: number;
  /**
   * When all slots of the process are taken, the oldest connection of the site with the most slots is cut for the new
   * client, if that site has at least so many slots more than the new client's. Otherwise the new client is refused with
   * 503. Slow clients then keep nobody out, and only somebody with more sites than slots can have an honest one cut.
   */
  cutsFromLead?: number;
}

/**
 * Takes a slot for a client, or refuses.
 * @param site what all clients of one customer share; the client itself by default
 * @returns gives the slot back; further times do nothing. When the slot has to last until the answer is read, pass it to
 *   `onceClosed` after the work is done: a client that leaves early must not start the next work while this one runs
 */
export type ConcurrencyLimiter = (client: string, response: ServerResponse, site?: string | null) => () => void;

export function createConcurrencyLimiter(options: ConcurrencyOptions): ConcurrencyLimiter {
  const { perClient = Infinity, perSite = Infinity, inAll = Infinity, retryAfter, cutsFromLead = Infinity } = options;
  const byClient = new Map<string, number>();
  /** The responses that hold a slot, the oldest first. */
  const bySite = new Map<string, Set<ServerResponse>>();
  let inUse = 0;

  function release(site: string, response: ServerResponse): void {
    const held = bySite.get(site);
    if (!held?.delete(response)) return;
    inUse--;
    if (held.size === 0) bySite.delete(site);
  }

  /** Cuts the oldest connection of the site with the most slots. @returns false if none has such a lead over `own` */
  function cutGreediest(own: number): boolean {
    let greediest = "";
    let most = 0;
    for (const [site, { size }] of bySite) if (size > most) [greediest, most] = [site, size];
    const [oldest] = bySite.get(greediest) ?? [];
    if (!oldest || most < own + cutsFromLead) return false;
    release(greediest, oldest);
    oldest.destroy();
    return true;
  }

  return (client, response, ofSite) => {
    const site = ofSite ?? client;
    const own = byClient.get(client) ?? 0;
    const ownSite = bySite.get(site)?.size ?? 0;
    if (own >= perClient || ownSite >= perSite) throw apiError("tooFast", { retryAfter });
    if (inUse >= inAll && !cutGreediest(ownSite)) throw apiError("busy", { retryAfter });
    byClient.set(client, own + 1);
    bySite.set(site, (bySite.get(site) ?? new Set()).add(response));
    inUse++;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      release(site, response);
      const left = (byClient.get(client) ?? 1) - 1;
      if (left === 0) byClient.delete(client);
      else byClient.set(client, left);
    };
  };
}
