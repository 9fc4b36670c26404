import type { Registration } from "@survey-app/contract/session/registration.ts";
import type { EventBus } from "../database/events.ts";
import type { RecordSurveyEvent } from "../events/surveyEvents.ts";
import type { Server } from "../http/server.ts";
import type { CountedAddressKey } from "../mail/addressHash.ts";
import { deleteInactive, emailInactive } from "./inactive.sql.ts";
import { endEndlessSurveys, removeAllOldNames } from "./names.sql.ts";

/** The retention of names and accounts. */
export interface RetentionSettings {
  /** Days after the end of a survey until the names of its voters are removed; null to keep them. */
  retentionDays: number | null;
  /** Days without use until an account is deleted; null to keep it. */
  inactiveDays: number | null;
}

interface Settings extends RetentionSettings {
  events: Pick<EventBus, "emit">;
  record: RecordSurveyEvent;
  countedAddressKey: CountedAddressKey;
  registration: Registration;
  /** Cleans up after the deletion of an account. */
  afterDeletion(userId: string): Promise<void>;
}

/** Every hour removes the names and accounts that are due, and logs how many. */
export function startRetention({ app, database, jobs }: Server, settings: Settings): void {
  const { retentionDays, inactiveDays, events, record, countedAddressKey, registration } = settings;
  if (retentionDays !== null) {
    jobs.everyHour("setting deadlines for surveys without an end", async (run) => {
      const deadlines = await endEndlessSurveys(database, record, run);
      if (deadlines > 0) app.log.info({ deadlines }, "surveys without an end got deadlines");
    });
    jobs.everyHour("removing the names of surveys that ended long ago", async (run) => {
      const onRemoved = (id: string) => events.emit(new Set([id]), "people");
      const { failed: _, ...removed } = await removeAllOldNames(database, { days: retentionDays, onRemoved, run });
      if (removed.surveys + removed.voters > 0)
        app.log.info(removed, "names of surveys that ended long ago were removed");
    });
  }
  if (inactiveDays !== null) {
    jobs.everyHour("deleting unused accounts", async (run) => {
      const onDeleted = settings.afterDeletion;
      const deleted = await deleteInactive(database, {
        days: inactiveDays,
        countedAddressKey,
        registration,
        onDeleted,
        run,
      });
      if (deleted > 0) app.log.info({ deleted }, "unused accounts were deleted");
    });
    jobs.everyHour("emailing the owners of unused accounts", async (run) => {
      const told = await emailInactive(database, inactiveDays, run);
      if (told > 0) app.log.info({ told }, "owners of unused accounts were told");
    });
  }
}
