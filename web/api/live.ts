import { getSurveyResults, type SurveyTotals } from "@survey-app/contract/surveys.ts";
import { streamSurveyTotals, streamTotals } from "@survey-app/contract/votes.ts";
import { address, api } from "./api.ts";

/** The most surveys in one stream. */
export const STREAMED_MAX = 100;

/** Consecutive failures after which the page polls for a while: a proxy probably blocks the stream. */
const FAILURES_MAX = 3;
/** Interval between polls, in ms; randomized, so that pages do not poll at the same moment. */
const pollWait = () => 4000 + 2000 * Math.random();
/** Polls after which the stream is tried again. */
const POLLS = 6;

export interface LiveListener {
  onTotals(totals: SurveyTotals): void;
  /** The survey is no longer published. */
  onGone(): void;
  /** How totals arrive: by the stream, by polling, or not at all. */
  onState(state: "live" | "polling" | "lost"): void;
}

/**
 * Delivers the totals of surveys, now and on every change: by one event stream, or by polling where proxies block streams.
 * @returns a function that stops it
 */
export function listen(ids: readonly string[], { onTotals, onGone, onState }: LiveListener): () => void {
  const [id = ""] = ids;
  const url =
    ids.length === 1
      ? address(streamSurveyTotals, { params: { id } })
      : address(streamTotals, { query: { surveys: ids.join() } });
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function open(): void {
    if (!("EventSource" in window)) return void poll(1);
    let failures = 0;
    const stream = new EventSource(url);
    source = stream;
    stream.onopen = () => {
      failures = 0;
      onState("live");
    };
    stream.onmessage = ({ data }) => onTotals(JSON.parse(data));
    stream.addEventListener("gone", onGone);
    stream.onerror = () => {
      onState("lost");
      failures += 1;
      // The browser reconnects automatically, unless the server rejected the request.
      if (stream.readyState !== EventSource.CLOSED && failures < FAILURES_MAX) return;
      stream.close();
      void poll(1);
    };
  }

  async function poll(round: number): Promise<void> {
    for (const each of ids) {
      const totals = await api(getSurveyResults, { params: { id: each } }).catch(() => null);
      if (isOver) return;
      onState(totals ? "polling" : "lost");
      if (totals) onTotals(totals);
    }
    timer = setTimeout(() => (round < POLLS ? poll(round + 1) : open()), pollWait());
  }

  open();
  return () => {
    isOver = true;
    source?.close();
    clearTimeout(timer);
  };
}
