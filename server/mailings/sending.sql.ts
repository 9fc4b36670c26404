import { OWN_REMINDERS_MAX, type Sending } from "@survey-app/contract/surveys/outcomes.ts";
import { may } from "../ballots/rights.ts";
import { hidesWhoVoted } from "../ballots/visible.sql.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { timeOfId } from "../database/newId.ts";
import { toIso } from "../database/toIso.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { countUnsent } from "../invitations/listNumbers.sql.ts";
import { countWaiting } from "../invitations/waitingPeople.sql.ts";
import { findReminderNumbers } from "../voters/emailTrail.sql.ts";
import { isUnfinished } from "./composition.sql.ts";

/**
 * The emails that the owner of a survey can still send; null for anyone else. While it is hidden who voted, the numbers
 * don't depend on that: otherwise the owner could tell from how they change when a person is removed from the list.
 */
export async function findSending(
  database: Database,
  surveyId: string,
  currentUser: CurrentUser,
): Promise<Sending | null> {
  const { db } = database;
  const survey = await db
    .selectFrom("surveys")
    .select(["owner_id", "co_owners", "electorate", "results", "closed_at"])
    .where("id", "=", surveyId)
    .executeTakeFirst();
  if (!survey || !may("speakAsOwner", currentUser, survey)) return null;
  const listed = await countUnsent(database, surveyId, "listed");
  const queued = await countUnsent(database, surveyId, "queued");
  // The mailing also reaches people who were added after it began.
  const mailing = await db
    .selectFrom("mailings")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("kind", "=", "invitation")
    .where(isUnfinished)
    .limit(1)
    .executeTakeFirst();
  return {
    unsent: mailing ? 0 : listed,
    onTheWay: mailing ? listed + queued : queued,
    waiting: await countWaiting(database, surveyId),
    // By open link, no one knows who hasn't voted.
    remindersLeft: survey.electorate === "link" ? 0 : OWN_REMINDERS_MAX - (await countOwnReminders(database, surveyId)),
    lastSentAt: await findLastSent(database, surveyId),
    reminders: hidesWhoVoted(survey.results, survey.closed_at) ? null : await findReminderNumbers(database, surveyId),
  };
}

/** When the owner last sent links or a reminder, according to the mailing's id; null if never. */
async function findLastSent({ db }: Database, surveyId: string): Promise<string | null> {
  const last = await db
    .selectFrom("mailings")
    .select((eb) => eb.fn.max("id").as("id"))
    .where("survey_id", "=", surveyId)
    .where("kind", "in", ["invitation", "reminder"])
    .where("sender_id", "is not", null)
    .executeTakeFirst();
  return last?.id ? toIso(timeOfId(last.id)) : null;
}

/**
 * The number of reminders that the owner of a survey has sent. The automatic one before the deadline has the number 0.
 */
export function countOwnReminders({ db }: Database, surveyId: string): Promise<number> {
  const reminders = db.selectFrom("mailings").where("survey_id", "=", surveyId).where("kind", "=", "reminder");
  return countMatching(reminders.where("number", ">", 0));
}
