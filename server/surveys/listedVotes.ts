import type { MainDatabase } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import type { RecordSurveyEvent } from "../events/surveyEvents.ts";
import type { JobRun } from "../http/jobs.ts";
import { eachBatch, findFailed } from "../queues/steps.sql.ts";
import { findUnlisted, REFRESHED_MAX, refreshListedVotes } from "./listedVotes.sql.ts";

/** Keeps the order by votes and the counts of days up to date with the stored votes. */
export interface ListedVotes {
  /** Refreshes the surveys that got votes since the last call, or were locked then. */
  refreshChanged(run?: JobRun): Promise<void>;
  /** Refreshes all surveys that another process has not refreshed, for example because it was killed. */
  refreshAll(run?: JobRun): Promise<void>;
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
  async function refreshBatch(ids: readonly string[]): Promise<void> {
    // Before, because further votes can arrive meanwhile.
    for (const id of ids) changed.delete(id);
    try {
      const { refreshed, locked } = await refreshListedVotes(database, ids, record);
      for (const id of locked) changed.add(id);
      if (refreshed.length > 0) events.emit(new Set(refreshed), "totals");
    } catch (error) {
      for (const id of ids) changed.add(id);
      throw error;
    }
  }

  const refresh = (keys: Iterable<string> | AsyncIterable<string>, run: JobRun | undefined) =>
    eachBatch(database, "listedVotes", { keys, size: REFRESHED_MAX, step: refreshBatch, run });

  return {
    async refreshChanged(run) {
      if (changed.size === 0) return;
      const paused = new Set(await findFailed(database, "listedVotes", "notOver"));
      await refresh(
        [...changed].filter((id) => !paused.has(id)),
        run,
      );
    },
    refreshAll: (run) => refresh(findUnlisted(database.forLists), run),
  };
}
