import type { MainDatabase } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import type { RecordSurveyEvent } from "../events/surveyEvents.ts";
import { findUnlisted, REFRESHED_MAX, refreshListedVotes } from "./listedVotes.sql.ts";

/** Keeps the order by votes and the counts of days up to date with the stored votes. */
export interface ListedVotes {
  /** Refreshes the surveys that got votes since the last call, or were locked then. */
  refreshChanged(): Promise<void>;
  /** Refreshes all surveys that another process has not refreshed, for example because it was killed. */
  refreshAll(): Promise<void>;
}

export function createListedVotes(
  database: MainDatabase,
  { events, record }: { events: EventBus; record: RecordSurveyEvent },
): ListedVotes {
  const changed = new Set<string>();
  events.subscribe((surveyIds, what) => {
    // "all" comes from another instance with many votes, which refreshes their surveys itself.
    if (what === "totals" && surveyIds !== "all") for (const id of surveyIds) changed.add(id);
  });

  /** Responses that a vote has invalidated may have been cached again with the old order, so it emits an event. */
  async function refresh(ids: readonly string[]): Promise<void> {
    const { refreshed, locked } = await refreshListedVotes(database, ids, record);
    for (const id of locked) changed.add(id);
    if (refreshed.length > 0) events.emit(new Set(refreshed), "totals");
  }

  /** After an error one by one, because the server with the votes of some may be down. Those are refreshed later. */
  async function refreshEach(ids: readonly string[]): Promise<void> {
    const failures: unknown[] = [];
    for (const id of ids)
      await refresh([id]).catch((error: unknown) => {
        changed.add(id);
        failures.push(error);
      });
    if (failures.length > 0) throw failures[0];
  }

  return {
    async refreshChanged() {
      const ids = [...changed];
      for (let from = 0; from < ids.length; from += REFRESHED_MAX) {
        const chunk = ids.slice(from, from + REFRESHED_MAX);
        for (const id of chunk) changed.delete(id);
        await refresh(chunk).catch(() => refreshEach(chunk));
      }
    },
    async refreshAll() {
      for await (const ids of findUnlisted(database.forLists)) await refresh(ids);
    },
  };
}
