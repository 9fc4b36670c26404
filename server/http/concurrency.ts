import type { ServerResponse } from "node:http";
import { refuse } from "./refuse.ts";

/** Runs `listener` when the connection of a response is over: at once if that is so already. */
export function onceClosed(response: ServerResponse, listener: () => void): void {
  // After an await the event may be past: a listener that is added then would never run.
  if (response.closed) listener();
  else response.once("close", listener);
}

export interface ConcurrencyOptions {
  /** Slots of one client, an address or an account. Beyond it: 429. */
  perClient?: number;
  /** Slots of this process. */
  inAll?: number;
  /** Seconds after which a refused client should try again. */
  retryAfter: number;
  /**
   * When all slots of the process are taken, the oldest connection of the client with the most slots is cut instead of
   * refusing the new client with 503. Slow clients then keep nobody out, and only somebody with more clients than slots
   * can have an honest one cut.
   */
  cutsGreediest?: boolean;
}

/**
 * Takes a slot for a client, or refuses.
 * @returns gives the slot back; further times do nothing. When the slot has to last until the answer is read, pass it to
 *   `onceClosed` after the work is done: a client that leaves early must not start the next work while this one runs
 */
export type ConcurrencyLimit = (client: string, response: ServerResponse) => () => void;

export function makeConcurrencyLimit(options: ConcurrencyOptions): ConcurrencyLimit {
  const { perClient = Number.POSITIVE_INFINITY, inAll = Number.POSITIVE_INFINITY, retryAfter, cutsGreediest } = options;
  const byClient = new Map<string, number>();
  /** The oldest first. */
  const slots = new Map<object, { client: string; response: ServerResponse }>();

  function cutGreediest(): void {
    const held = [...Map.groupBy(slots, ([, { client }]) => client).values()];
    const [oldest] = held.reduce((most, own) => (own.length > most.length ? own : most));
    if (!oldest) return;
    slots.delete(oldest[0]);
    oldest[1].response.destroy();
  }

  return (client, response) => {
    const own = byClient.get(client) ?? 0;
    if (own >= perClient) throw refuse("tooFast", { retryAfter });
    if (slots.size >= inAll) {
      if (!cutsGreediest) throw refuse("busy", { retryAfter });
      cutGreediest();
    }
    const slot = {};
    byClient.set(client, own + 1);
    slots.set(slot, { client, response });
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      slots.delete(slot);
      const left = (byClient.get(client) ?? 1) - 1;
      if (left === 0) byClient.delete(client);
      else byClient.set(client, left);
    };
  };
}
