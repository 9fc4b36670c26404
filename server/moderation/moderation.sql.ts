import type { Unpublication, UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import { PUBLISHED, type SurveyStatus, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { sql } from "kysely";
import { clockOf, lockBallotBox } from "../ballots/ballotBox.sql.ts";
import { publicationColumns, publicationOf } from "../ballots/publication.sql.ts";
import { may } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import { toIso } from "../database/toIso.ts";
import type { Change } from "../events/surveyEvents.ts";
import type { AdminActor, CurrentUser } from "../http/currentUser.ts";
import { findLatestFeedback, insertFeedback } from "./feedback.sql.ts";
import { settleOpenReports } from "./reports.sql.ts";

/** An admin's decision about a survey. Not to publish it unpublishes a published survey, and sends back any other. */
interface Decision {
  status: SurveyStatus;
  /** The feedback to the owner; "" for none. */
  note: string;
  /** Why it is unpublished; "unstated" if no reason is given. */
  reason?: UnpublishReason | null | undefined;
  /**
   * The version that the admin has read: another version is not published or sent back. Unpublishing ignores it, or an
   * owner could prevent it by editing.
   */
  version?: number | null | undefined;
  /** The status that the admin has seen: if another admin has changed it, nothing changes. */
  seenStatus?: SurveyStatus | null | undefined;
  /** Whether the owner requests to become a surveyor with this survey; the email then mentions it. */
  isRequest?: boolean;
}

function findToDecide({ db, dialect }: Database, id: string) {
  return db
    .selectFrom("surveys")
    .select(["title", ...publicationColumns, "version", "first_published_at", "open_reports as openReports"])
    .where("id", "=", id)
    .$call(dialect.lock)
    .executeTakeFirst();
}

/** The reason why a decision doesn't change anything; false if it was made before, null if it can be carried out. */
async function findObstacle(
  tx: Database,
  id: string,
  survey: NonNullable<Awaited<ReturnType<typeof findToDecide>>>,
  { status, note, version, seenStatus }: Decision,
  { adminId, now }: { adminId: string; now: number },
): Promise<null | false | "changedMeanwhile" | "decidedMeanwhile" | "deadlinePassed"> {
  const publication = publicationOf(survey, now);
  const isWithOwner = publication === "sentBack" || publication === "unpublished";
  if (status === PUBLISHED ? survey.status === PUBLISHED : isWithOwner) {
    // The same decision with the same note is a retry; one with another note must not be lost silently.
    if (!seenStatus || note === "") return false;
    const latest = await findLatestFeedback(tx, id);
    return latest?.admin_id === adminId && latest.text === note ? false : "decidedMeanwhile";
  }
  if (seenStatus && seenStatus !== survey.status) return "decidedMeanwhile";
  if (survey.status === WAITING && version && version !== survey.version) return "changedMeanwhile";
  // Publishing it would close it immediately and for good. Its owner or the admin can still choose a later deadline.
  const isNew = survey.first_published_at === null;
  if (status === PUBLISHED && isNew && survey.ends_at !== null && survey.ends_at <= now) return "deadlinePassed";
  return null;
}

/**
 * Publishes, unpublishes or sends back a survey: sets the status, settles the open reports, stores the feedback and
 * records the event.
 * @returns false if that was decided before
 */
export async function setSurveyStatus(
  { tx, by, record }: Change<AdminActor>,
  id: string,
  decision: Decision,
): Promise<boolean | "notFound" | "changedMeanwhile" | "decidedMeanwhile" | "deadlinePassed"> {
  const { status, note, reason, isRequest = false } = decision;
  await lockBallotBox(tx, id);
  const survey = await findToDecide(tx, id);
  if (!survey) return "notFound";
  const now = await clockOf(tx);
  const obstacle = await findObstacle(tx, id, survey, decision, { adminId: by.adminId, now });
  if (obstacle !== null) return obstacle;
  const changes = survey.status !== status;
  const unpublishes = changes && status === WAITING;
  const unpublishedFor = unpublishes ? (reason ?? "unstated") : status === PUBLISHED ? null : survey.unpublished_for;
  await tx.db
    .updateTable("surveys")
    .set({
      status,
      updated_at: now,
      unpublished_for: unpublishedFor,
      sent_back_at: status === WAITING ? now : null,
      // Its version changes: another admin can't publish it without having read that it was sent back or unpublished
      // again.
      ...(status === WAITING && { version: survey.version + 1 }),
      ...(status === PUBLISHED && { first_published_at: survey.first_published_at ?? now, accepted: 1 }),
    })
    .where("id", "=", id)
    .execute();
  await settleOpenReports(tx, id, status === PUBLISHED ? "dismissed" : "upheld");
  if (note !== "") {
    const feedbackReason = unpublishes ? unpublishedFor : null;
    await insertFeedback(tx, { surveyId: id, adminId: by.adminId, text: note, status, reason: feedbackReason });
  }
  const logged = {
    title: survey.title,
    before: {
      ...(changes && { status: survey.status }),
      ...(survey.openReports > 0 && { openReports: survey.openReports }),
    },
    after: {
      ...(changes && { status }),
      ...(status === PUBLISHED && { version: survey.version }),
      ...(survey.openReports > 0 && { openReports: 0 }),
      ...(unpublishes && { reason: unpublishedFor }),
      ...(note !== "" && { note }),
    },
  };
  const about = { surveyId: id, by, logged, note, isPublic: changes };
  if (status === PUBLISHED) await record({ kind: "published", ...about, appearsAt: survey.appears_at, isRequest });
  else if (unpublishes) await record({ kind: "unpublished", ...about, reason: unpublishedFor ?? "unstated" });
  else await record({ kind: "sentBack", ...about, isRequest, wasPublished: unpublishedFor !== null });
  return true;
}

/** The feedback with which a survey was last unpublished. */
function findDecision({ db }: Database, surveyId: string) {
  return db
    .selectFrom("feedback")
    .select(["id", "text", "appeal", "appealed_at"])
    .where("survey_id", "=", surveyId)
    .where("reason", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/**
 * The reason why a survey is no longer published. The texts of the admin and the owner are only for these two sides:
 * they can name people, or repeat what should not be public. Null also for a survey that hasn't started yet, because
 * others can't know of it.
 */
export async function findUnpublication(
  database: Database,
  id: string,
  viewer: CurrentUser | null,
): Promise<Unpublication | null> {
  const survey = await database.db
    .selectFrom("surveys")
    .select(["owner_id", "co_owners", "appears_at", "unpublished_for"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!survey?.unpublished_for) return null;
  const isParty = may("readPrivate", viewer, survey);
  if (!isParty && survey.appears_at > Date.now()) return null;
  const decision = isParty ? await findDecision(database, id) : undefined;
  const { text = null, appeal = null, appealed_at: appealedAt = null } = decision ?? {};
  return {
    reason: survey.unpublished_for,
    feedback: text,
    appeal,
    appealedAt: toIso(appealedAt),
  };
}

/**
 * Stores the owner's appeal, after which the survey awaits review again. Its version changes, so that an admin can't
 * decide without having read the appeal.
 * @returns false if the same appeal is stored already
 */
export async function appealUnpublication(
  tx: Database,
  id: string,
  text: string,
  owner: CurrentUser,
): Promise<boolean | "notFound" | "notUnpublished" | "alreadyAppealed"> {
  const { db, dialect } = tx;
  await lockBallotBox(tx, id);
  const survey = await db
    .selectFrom("surveys")
    .select(["owner_id", "co_owners", "unpublished_for"])
    .where("id", "=", id)
    .$call(dialect.lock)
    .executeTakeFirst();
  if (!survey || !may("speakAsOwner", owner, survey)) return "notFound";
  const decision = survey.unpublished_for === null ? undefined : await findDecision(tx, id);
  if (!decision) return "notUnpublished";
  if (decision.appeal !== null) return decision.appeal === text ? false : "alreadyAppealed";
  const now = await clockOf(tx);
  await db.updateTable("feedback").set({ appeal: text, appealed_at: now }).where("id", "=", decision.id).execute();
  await db
    .updateTable("surveys")
    .set({ sent_back_at: null, version: sql`version + 1`, updated_at: now })
    .where("id", "=", id)
    .execute();
  return true;
}
