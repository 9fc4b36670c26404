import { listTotals, POLL_SECONDS } from "@survey-app/contract/votes/liveTotals.ts";
import { apiWithBearer } from "../api/api.ts";
import { type LiveListener, type Pace, type Poll, spread } from "./listener.ts";

/** Polls the totals of all surveys in one request. */
export function poll(ids: readonly string[], pace: Pace, { onTotals, onGone, onState }: LiveListener): Poll {
  return askAgain(pace, {
    // As a visitor, like the stream: such responses are cached, because they are the same for everyone.
    ask: (signal) => apiWithBearer(null, listTotals, { query: { surveys: ids.join() } }, signal),
    onFound(found) {
      for (const totals of found) onTotals(totals);
      if (ids.length === 1 && found.length === 0) onGone();
    },
    onState,
  });
}

interface Asking<Found> extends Pick<LiveListener, "onState"> {
  ask(signal: AbortSignal): Promise<Found>;
  onFound(found: Found): void;
}

/** Repeats a request at an interval. */
export function askAgain<Found>(pace: Pace, { ask, onFound, onState }: Asking<Found>): Poll {
  return (onReturn) => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLost = false;

    async function next(): Promise<void> {
      const found = await ask(signal).catch(() => null);
      if (signal.aborted) return;
      timer = setTimeout(() => void next(), spread(POLL_SECONDS[pace] * 1000));
      onState(found ? "polling" : "lost");
      if (found && isLost) onReturn();
      isLost = !found;
      if (found) onFound(found);
    }

    void next();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  };
}
