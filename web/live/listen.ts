import type { SurveyTotals } from "@survey-app/contract/surveys/surveys.ts";
import { HEARTBEAT_SECONDS, listTotals, POLL_SECONDS } from "@survey-app/contract/votes/liveTotals.ts";
import { streamSurveyTotals, streamTotals } from "@survey-app/contract/votes/votes.ts";
import { address, apiWithBearer } from "../api/api.ts";

/** The most surveys in one stream. */
export const STREAMED_MAX = 100;

/** Consecutive failures after which a stream is given up: a proxy probably blocks it. */
const FAILURES_MAX = 3;
/**
 * How long a stream may take to open and then to bring its first event, and how long it may be silent after that, in ms. The server sends
 * an event at once and a heartbeat regularly, so a stream that takes longer is kept back by a proxy or was cut without a word: two
 * heartbeats are missing, and the third would be late.
 */
const PATIENCE_MS = { open: 15_000, first: 10_000, next: (2 * HEARTBEAT_SECONDS + 5) * 1000 };
/** When a stream that was given up is tried again, in ms: each try holds a connection in vain for as long as a page is patient. */
const RETRY_MS = { first: 60_000, max: 10 * 60_000 };
/** Randomizes a wait by a fifth, so that pages don't ask at the same moment. */
const spread = (ms: number) => ms * (0.8 + 0.4 * Math.random());

/** How often a page asks while it has no stream. */
export type Pace = keyof typeof POLL_SECONDS;

export interface LiveListener {
  onTotals(totals: SurveyTotals): void;
  /** The survey is no longer published. */
  onGone(): void;
  /** How totals arrive: by the stream, by polling, or not at all. */
  onState(state: "live" | "polling" | "lost"): void;
}

/**
 * Delivers the totals of surveys, now and on every change: by one event stream, or by polling while no stream gets through.
 * @returns a function that stops it
 */
export function listen(ids: readonly string[], pace: Pace, listener: LiveListener): () => void {
  // The server is back: a stream will probably get through, so don't wait longer for it.
  const polling = createPolling(ids, pace, listener, () => wait(0, open));
  const [id = ""] = ids;
  const url =
    ids.length === 1
      ? address(streamSurveyTotals, { params: { id } })
      : address(streamTotals, { query: { surveys: ids.join() } });
  let source: EventSource | undefined;
  let failures = 0;
  let retryMs = RETRY_MS.first;
  /** Until the stream's next step must have come; after it was given up, until it is tried again. */
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(ms: number, next: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(next, ms);
  }

  function open(): void {
    if (!("EventSource" in window)) {
      polling.start();
      return;
    }
    failures = 0;
    source?.close();
    const stream = new EventSource(url);
    source = stream;
    const hear = (onEvent?: (event: MessageEvent<string>) => void) => (event: MessageEvent<string>) => {
      failures = 0;
      retryMs = RETRY_MS.first;
      polling.stop();
      wait(PATIENCE_MS.next, giveUp);
      listener.onState("live");
      onEvent?.(event);
    };
    wait(PATIENCE_MS.open, giveUp);
    stream.onopen = () => wait(PATIENCE_MS.first, giveUp);
    stream.onmessage = hear(({ data }) => listener.onTotals(JSON.parse(data)));
    stream.addEventListener("beat", hear());
    stream.addEventListener("gone", listener.onGone);
    stream.onerror = () => {
      if (!polling.isOn()) listener.onState("lost");
      failures += 1;
      // The browser reconnects automatically, unless the server rejected the request.
      if (stream.readyState === EventSource.CLOSED || failures >= FAILURES_MAX) giveUp();
      else wait(PATIENCE_MS.open, giveUp);
    };
  }

  function giveUp(): void {
    source?.close();
    polling.start();
    wait(spread(retryMs), open);
    retryMs = Math.min(2 * retryMs, RETRY_MS.max);
  }

  open();
  return () => {
    source?.close();
    clearTimeout(timer);
    polling.stop();
  };
}

/**
 * Asks for the totals of all surveys at once, again and again. Starting it while it is on does nothing.
 * @param onReturn is called for the first response after requests that got none
 */
function createPolling(
  ids: readonly string[],
  pace: Pace,
  { onTotals, onGone, onState }: LiveListener,
  onReturn: () => void,
) {
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
    isOn: () => asking !== null,
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
