import type { EventBus } from "../database/events.ts";
import type { Server } from "../http/server.ts";
import { closeEnded } from "./closeSurvey.sql.ts";
import { createListedVotes } from "./listedVotes.ts";
import { serveOutcomes } from "./outcomes.routes.ts";
import { hashUnknownQuestions } from "./question.sql.ts";
import { enqueueReviewDigest } from "./reviewDigest.sql.ts";
import { eraseClosed } from "./secretClose.sql.ts";
import { createStartWatcher } from "./starts.sql.ts";
import { type SurveySettings, serveSurveys } from "./surveys.routes.ts";

/** The interval at which the former sums of closed secret surveys are erased, in milliseconds. */
const SECRET_ERASURE_MS = 10_000;

interface Settings extends SurveySettings {
  events: EventBus;
  /** The longest delay until starts, ends and the order by votes take effect, in milliseconds. */
  pollMs: number;
}

/** Serves surveys, and applies changes by the clock or by new votes: starts, ends, and the order by votes. */
export function startSurveys({ registerEndpoint, database, jobs }: Server, settings: Settings): void {
  const { record, events, pollMs } = settings;
  serveSurveys(registerEndpoint, database, settings);
  serveOutcomes(registerEndpoint, database, record);
  const listedVotes = createListedVotes(database, { events, record });
  jobs.runRepeatedly("looking for surveys that start", pollMs, createStartWatcher(database, events));
  jobs.runRepeatedly("closing surveys", pollMs, (run) => closeEnded(database, record, run));
  jobs.runRepeatedly("erasing the sums of closed secret surveys", SECRET_ERASURE_MS, (run) =>
    eraseClosed(database, run),
  );
  jobs.runRepeatedly("listing new votes", pollMs, listedVotes.refreshChanged);
  jobs.everyHour("hashing questions", (run) => hashUnknownQuestions(database, run));
  jobs.everyHour("listing all votes", listedVotes.refreshAll);
  jobs.everyHour("emailing admins about what awaits review", (run) => enqueueReviewDigest(database, Date.now(), run));
}
