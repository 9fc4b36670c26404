import { LRUCache } from "lru-cache";
import type { EventBus } from "../database/events.ts";

/** The most surveys whose last change is remembered. */
const SURVEYS_MAX = 20_000;
const NEVER = Number.NEGATIVE_INFINITY;

/** The times of the last change to the totals, and to anything else that is shown, by `performance.now()`. */
interface LastChange {
  totals: number;
  other: number;
}

/** Knows when surveys last changed, so that the response cache can invalidate responses. */
export interface LastChanges {
  /** Returns the last change of one survey; with null, of any survey. */
  lastChangeOf(surveyId: string | null): LastChange;
}

export function trackLastChanges(events: EventBus): LastChanges {
  const ofAny: LastChange = { totals: NEVER, other: NEVER };
  /** The last change of the surveys that aren't remembered. */
  const ofAll: LastChange = { totals: NEVER, other: NEVER };
  const ofSurvey = new LRUCache<string, LastChange>({
    maxSize: SURVEYS_MAX,
    sizeCalculation: () => 1,
    // A forgotten change must not make an older response seem fresh, so it counts as one of all surveys.
    dispose(forgotten, _, reason) {
      if (reason !== "evict") return;
      ofAll.totals = Math.max(ofAll.totals, forgotten.totals);
      ofAll.other = Math.max(ofAll.other, forgotten.other);
    },
  });
  events.subscribe((changed, kind) => {
    const now = performance.now();
    const what = kind === "totals" ? "totals" : "other";
    ofAny[what] = now;
    if (changed === "all") ofAll[what] = now;
    else for (const id of changed) ofSurvey.set(id, { totals: NEVER, other: NEVER, ...ofSurvey.get(id), [what]: now });
  });
  return {
    lastChangeOf(surveyId) {
      if (surveyId === null) return ofAny;
      const ofThis = ofSurvey.get(surveyId);
      if (!ofThis) return ofAll;
      return { totals: Math.max(ofThis.totals, ofAll.totals), other: Math.max(ofThis.other, ofAll.other) };
    },
  };
}
