import { LRUCache } from "lru-cache";
import type { EventBus } from "../database/events.ts";

/** Surveys of which the last change is remembered. */
const REMEMBERED = 20_000;
const NEVER = Number.NEGATIVE_INFINITY;

/** When something last changed, by `performance.now()`: its totals, and whatever else of it is shown. */
interface Latest {
  totals: number;
  more: number;
}

/** Remembers when what changed last, for whoever keeps answers. */
export interface LastChanges {
  /** Of one survey, or with null of any. */
  lastChangeOf(surveyId: string | null): Latest;
}

export function trackLastChanges(events: EventBus): LastChanges {
  const ofSurvey = new LRUCache<string, Latest>({ maxSize: REMEMBERED, sizeCalculation: () => 1 });
  const ofAny: Latest = { totals: NEVER, more: NEVER };
  const ofAll: Latest = { totals: NEVER, more: NEVER };
  events.subscribe((changed, kind) => {
    const now = performance.now();
    const what = kind === "totals" ? "totals" : "more";
    ofAny[what] = now;
    if (changed === "all") ofAll[what] = now;
    else for (const id of changed) ofSurvey.set(id, { totals: NEVER, more: NEVER, ...ofSurvey.get(id), [what]: now });
  });
  return {
    lastChangeOf(surveyId) {
      if (surveyId === null) return ofAny;
      const own = ofSurvey.get(surveyId);
      if (!own) return ofAll;
      return { totals: Math.max(own.totals, ofAll.totals), more: Math.max(own.more, ofAll.more) };
    },
  };
}
