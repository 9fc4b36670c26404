import { HEARTBEAT_SECONDS, POLL_SECONDS } from "@survey-app/contract/votes/liveTotals.ts";
import { streamSurveyTotals, streamTotals } from "@survey-app/contract/votes/votes.ts";
import { address } from "../api/api.ts";
import { type LiveListener, type LiveSource, type Pace, spread } from "./listener.ts";

/** The most surveys in one stream. */
export const STREAMED_MAX = 100;

/** Consecutive failures after which a stream is given up: a proxy probably blocks it. */
const FAILURES_MAX = 3;
/**
 * How long a stream may take to open and then to bring its first event, and how long it may be silent after that, in
 * ms. The server sends an event immediately and a heartbeat regularly, so a slower stream is kept back by a proxy or
 * was cut without notice: two heartbeats are missing, and the third would be late.
 */
const PATIENCE_MS = { open: 15_000, first: 10_000, next: (2 * HEARTBEAT_SECONDS + 5) * 1000 };
/**
 * When a stream that was given up is tried again, in ms: each try holds a connection in vain for as long as a page is
 * patient.
 */
const RETRY_MS = { first: 60_000, max: 10 * 60_000 };

/**
 * Delivers the totals of surveys, now and on every change.
 * @returns a function that stops it
 */
export function listen(ids: readonly string[], pace: Pace, listener: LiveListener): () => void {
  const [id = ""] = ids;
  const url =
    ids.length === 1
      ? address(streamSurveyTotals, { params: { id } })
      : address(streamTotals, { query: { surveys: ids.join() } });
  const loadPoll = () => import("./poll.ts").then(({ poll }) => poll(ids, pace, listener));
  return listenTo({ url, pace, onEvent: listener.onTotals, loadPoll }, listener);
}

/**
 * Delivers the data of a source, now and on every change: by an event stream, or by polling while no stream gets
 * through.
 * @returns a function that stops it
 */
export function listenTo<Data>(
  { url, pace, onEvent, loadPoll }: LiveSource<Data>,
  listener: Pick<LiveListener, "onGone" | "onState">,
): () => void {
  let source: EventSource | undefined;
  let stopPolling: (() => void) | null = null;
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
      startPolling();
      return;
    }
    failures = 0;
    source?.close();
    const stream = new EventSource(url);
    source = stream;
    const receive = (onEvent?: (event: MessageEvent<string>) => void) => (event: MessageEvent<string>) => {
      failures = 0;
      retryMs = RETRY_MS.first;
      stopPolling?.();
      wait(PATIENCE_MS.next, giveUp);
      listener.onState("live");
      onEvent?.(event);
    };
    wait(PATIENCE_MS.open, giveUp);
    stream.onopen = () => wait(PATIENCE_MS.first, giveUp);
    stream.onmessage = receive(({ data }) => onEvent(JSON.parse(data)));
    stream.addEventListener("beat", receive());
    stream.addEventListener("gone", listener.onGone);
    stream.onerror = () => {
      if (!stopPolling) listener.onState("lost");
      failures += 1;
      // The browser reconnects automatically, unless the server rejected the request.
      if (stream.readyState === EventSource.CLOSED || failures >= FAILURES_MAX) giveUp();
      else wait(PATIENCE_MS.open, giveUp);
    };
  }

  function giveUp(): void {
    source?.close();
    startPolling();
    wait(spread(retryMs), open);
    retryMs = Math.min(2 * retryMs, RETRY_MS.max);
  }

  /** Its code is loaded then: almost all pages never need it. Without a network that fails, and is tried again. */
  function startPolling(): void {
    if (stopPolling) return;
    let isStopped = false;
    let hasFailed = false;
    let end = () => {};
    stopPolling = () => {
      isStopped = true;
      end();
      stopPolling = null;
    };
    const load = (): unknown =>
      loadPoll().then(
        (poll) => {
          if (isStopped) return;
          // Once the server is back, a stream will probably get through, so don't wait longer for it.
          const reopen = () => wait(0, open);
          end = poll(reopen);
          if (hasFailed) reopen();
        },
        () => {
          hasFailed = true;
          if (isStopped) return;
          listener.onState("lost");
          const again = setTimeout(load, spread(POLL_SECONDS[pace] * 1000));
          end = () => clearTimeout(again);
        },
      );
    load();
  }

  open();
  return () => {
    source?.close();
    clearTimeout(timer);
    stopPolling?.();
  };
}
