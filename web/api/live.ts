import { getSurveyResults, type SurveyTotals } from "@survey-app/contract/surveys.ts";
import { streamSurveyTotals, streamTotals } from "@survey-app/contract/votes.ts";
import { address, api } from "./api.ts";

/** Failures in a row after which a stream is given up for a while: something on the way does not let it through. */
const FAILURES_MAX = 3;
/** Between two rounds of asking, in ms: not all pages in the same moment. */
const pollWait = () => 4000 + 2000 * Math.random();
/** Rounds of asking after which the stream gets another try. */
const POLLS = 6;

export interface LiveListener {
  onTotals(totals: SurveyTotals): void;
  /** The survey is not published any more. */
  onGone(): void;
  /** How totals arrive now: by the stream, by asking every few seconds, or not at all. */
  onState(state: "live" | "polling" | "lost"): void;
}

/**
 * Hears the totals of surveys, now and as they change: by one stream, and where none comes through by asking every few
 * seconds.
 * @returns what ends it
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
      // The browser connects again by itself, unless it was refused.
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
