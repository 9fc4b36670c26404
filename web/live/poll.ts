import { listTotals, POLL_SECONDS } from "@survey-app/contract/votes/liveTotals.ts";
import { apiWithBearer } from "../api/api.ts";
import { type LiveListener, type Pace, spread } from "./listener.ts";

/**
 * Asks for the totals of all surveys at once, again and again.
 * @param onReturn is called for the first response after requests that got none
 * @returns a function that stops it
 */
export function poll(
  ids: readonly string[],
  pace: Pace,
  { onTotals, onGone, onState }: LiveListener,
  onReturn: () => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLost = false;

  async function ask(): Promise<void> {
    // As a visitor, like the stream: such responses are cached, because they are the same for everyone.
    const request = { query: { surveys: ids.join() } };
    const found = await apiWithBearer(null, listTotals, request, signal).catch(() => null);
    if (signal.aborted) return;
    timer = setTimeout(() => void ask(), spread(POLL_SECONDS[pace] * 1000));
    onState(found ? "polling" : "lost");
    if (found && isLost) onReturn();
    isLost = !found;
    for (const totals of found ?? []) onTotals(totals);
    if (ids.length === 1 && found?.length === 0) onGone();
  }

  void ask();
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}
