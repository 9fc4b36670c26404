import { POLL_SECONDS } from "@survey-app/contract/votes/liveTotals.ts";

/** How long a page counts as open after it asked: three times as long as a page in a room waits to ask again. */
const OPEN_MS = 3 * POLL_SECONDS.room * 1000;
/**
 * The most pages that are remembered, each with about 100 bytes; as many as can have streams. Further ones are not
 * counted.
 */
const PAGES_MAX = 20_000;

/** Counts the pages that poll the totals of a survey, because a proxy keeps back their streams. */
export interface PollingPages {
  /** A page asked for the totals of a survey. @param page the name that it gave itself */
  note(surveyId: string, page: string): void;
  /** The number of pages that asked for the totals of a survey a moment ago. */
  count(surveyId: string): number;
}

/** @param now the time in milliseconds, from any start */
export function createPollingPages(now: () => number = () => performance.now()): PollingPages {
  /** When each page asked last, in the order of these times. */
  const askedAt = new Map<string, number>();
  const counts = new Map<string, number>();

  const add = (surveyId: string, more: 1 | -1) => {
    const count = (counts.get(surveyId) ?? 0) + more;
    if (count === 0) counts.delete(surveyId);
    else counts.set(surveyId, count);
  };
  const forgetClosed = () => {
    for (const [key, at] of askedAt) {
      if (now() - at < OPEN_MS) return;
      askedAt.delete(key);
      add(surveyOf(key), -1);
    }
  };
  return {
    note(surveyId, page) {
      forgetClosed();
      const key = `${surveyId} ${page}`;
      const isKnown = askedAt.delete(key);
      if (!isKnown && askedAt.size >= PAGES_MAX) return;
      askedAt.set(key, now());
      if (!isKnown) add(surveyId, 1);
    },
    count(surveyId) {
      forgetClosed();
      return counts.get(surveyId) ?? 0;
    },
  };
}

const surveyOf = (key: string) => key.slice(0, key.indexOf(" "));
