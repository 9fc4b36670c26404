import { listTotals, POLL_SECONDS } from "@survey-app/contract/liveTotals.ts";
import { apiWithBearer } from "./api.ts";
import { type LiveListener, type Pace, spread } from "./liveListener.ts";

export interface Polling {
  /** Does nothing while it is on. */
  start(): void;
  stop(): void;
}

/**
 * Asks for the totals of all surveys at once, again and again.
 * @param onReturn is called for the first response after requests that got none
 */
export function createPolling(
  ids: readonly string[],
  pace: Pace,
  { onTotals, onGone, onState }: LiveListener,
  onReturn: () => void,
): Polling {
  /** The server counts the open pages of one survey by the names that they give themselves. */
  const page = ids.length === 1 ? Math.random().toString(36).slice(2) || "0" : undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | null = null;
  let isLost = false;

  async function ask(own: AbortController): Promise<void> {
    // As a visitor, like the stream: such responses are cached, because they are the same for everyone.
    const request = { query: { surveys: ids.join(), page } };
    const found = await apiWithBearer(null, listTotals, request, own.signal).catch(() => null);
    if (own.signal.aborted) return;
    timer = setTimeout(() => void ask(own), spread(POLL_SECONDS[pace] * 1000));
    onState(found ? "polling" : "lost");
    if (found && isLost) onReturn();
    isLost = !found;
    for (const totals of found ?? []) onTotals(totals);
    if (ids.length === 1 && found?.length === 0) onGone();
  }

  return {
    start(): void {
      if (asking) return;
      asking = new AbortController();
      void ask(asking);
    },
    stop(): void {
      clearTimeout(timer);
      asking?.abort();
      asking = null;
    },
  };
}
