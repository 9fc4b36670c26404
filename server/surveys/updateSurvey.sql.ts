import { type AskingPolicies, needsReview } from "@survey-app/contract/ballots/askingPolicies.ts";
import type { AuditState } from "@survey-app/contract/ops/audit.ts";
import { FIELD_RULES, fieldNames } from "@survey-app/contract/surveys/fieldRules.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DEADLINE_MOVES_MAX, NOTES_MAX } from "@survey-app/contract/text/limits.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { sql, type Updateable } from "kysely";
import { clockOf, lockBallotBox } from "../ballots/ballotBox.sql.ts";
import { findMeetingOf } from "../ballots/meetingOf.sql.ts";
import { isOver } from "../ballots/publicSurvey.ts";
import { isAskedUnreviewed } from "../ballots/rights.sql.ts";
import { type Action, isOwnerAction, loggedFor, may } from "../ballots/rights.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import type { StoredSurvey, SurveyRow } from "../database/tables.ts";
import { toIso } from "../database/toIso.ts";
import type { Change } from "../events/surveyEvents.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { lockUsableImage } from "../images/unusedImages.sql.ts";
import { countCodes } from "../invitations/listNumbers.sql.ts";
import { changesField, type FieldColumns, logFields, readTranslations } from "./fields.ts";
import { loadablePicture } from "./loadablePicture.ts";
import { storeQuestionHash } from "./question.sql.ts";
import { searchText } from "./surveys.sql.ts";

/**
 * The result of a change. `frozen` and `deadlineOnlyLater`: rejected because the survey has votes, or because it was
 * published before and the change would affect how people vote.
 */
export type Update =
  | "changed"
  | "same"
  | "notFound"
  | "frozen"
  | "deadlineOnlyLater"
  | "passRuleFixed"
  | "hasEnded"
  | "notReviewed"
  | "tooManyNotes"
  | "tooManyDeadlines"
  | "codesNotAllowed"
  | "questionOfMeeting"
  | "imageGone";

/**
 * Changes a survey of `currentUser` (admins: any survey). After the first vote, only a note and a later deadline are
 * allowed, the latter before the old one has passed; after the end of a published survey no change is. The lock on the
 * ballot box prevents a first vote between this check and the change.
 * @param edit computes the new values from the stored ones; `shownImage` is the picture that readers see instead
 */
export async function updateSurvey(
  { tx, by, record }: Change<Action<CurrentUser>>,
  id: string,
  edit: (stored: StoredSurvey, shownImage: string) => FieldColumns & { note: string },
  policies: AskingPolicies,
): Promise<Update> {
  const { currentUser } = by;
  const { db, dialect } = tx;
  const box = await lockBallotBox(tx, id);
  const stored = await db.selectFrom("surveys").selectAll().where("id", "=", id).$call(dialect.lock).executeTakeFirst();
  if (!box || !stored || !may("change", currentUser, stored)) return "notFound";
  if ((await findMeetingOf(tx, id)) !== null) return "questionOfMeeting";
  const hasVotes = box.participants > 0;
  // Where no vote has fixed a picture that may not be loaded, the drawing that is sent back replaces it.
  const loadable = hasVotes ? loadablePicture(stored) : stored.image;
  const shownImage = (await isAskedUnreviewed(tx, id)) ? drawingPath(stored.category) : loadable;
  const { note, ...wanted } = edit(stored, shownImage);
  const now = await clockOf(tx);
  const rejection =
    rejectionOnceEnded(stored, { ...wanted, note }, now) ??
    rejectionOncePublished(stored, wanted) ??
    (hasVotes ? rejectionOnceVoted(stored, wanted) : null);
  if (rejection) return rejection;
  const hidesCodes = wanted.privacy !== stored.privacy && wanted.privacy !== "named" && stored.codes_allowed === 0;
  if (hidesCodes && (await countCodes(tx, id)) > 0) return "codesNotAllowed";
  if (!changesField(stored, wanted) && note === "") return "same";
  if (wanted.image !== stored.image && !(await lockUsableImage(tx, wanted.image, currentUser))) return "imageGone";
  if (note !== "" && (await countRows(tx, "survey_notes", id)) >= NOTES_MAX) return "tooManyNotes";
  if (movesDeadline(stored, wanted) && (await countRows(tx, "deadline_moves", id)) >= DEADLINE_MOVES_MAX)
    return "tooManyDeadlines";
  // Public lists show only reviewed content (specification §4.2). An admin's edit counts as a review, and a survey with
  // votes stays public because its question can't change.
  const isUnreviewed =
    currentUser.storedRole !== "admin" && needsReview(policies, { ...wanted, listed: wanted.listed === 1 });
  const isPublished = stored.status === PUBLISHED;
  const isReviewed = note !== "" || changesField(stored, wanted, (rule) => rule.isReviewed);
  if (isUnreviewed && isPublished && hasVotes && wanted.listed > stored.listed && stored.accepted === 0)
    return "notReviewed";
  const returnsToReview = isReviewed && isUnreviewed && isPublished && !hasVotes;
  const changes: Changes = {
    ...wanted,
    ...(returnsToReview && { status: WAITING }),
    // Admins review it again: they accepted the survey without this change.
    ...(isReviewed && currentUser.storedRole !== "admin" && !hasVotes && wanted.listed === 0 && { accepted: 0 }),
    // An owner who changes a survey that was sent back returns it to the admins' queue.
    ...(isReviewed && isOwnerAction(currentUser, stored) && { sent_back_at: null }),
    search_text: searchText(wanted),
  };
  await storeChanges(tx, stored, changes, now);
  if (note !== "")
    await db.insertInto("survey_notes").values({ id: newId(), survey_id: id, text: note, created_at: now }).execute();
  const { before, after } = changedFields(stored, wanted, note);
  const { by: actor, logged } = loggedFor(by, stored, after, before);
  await record({
    kind: "changed",
    surveyId: id,
    by: actor,
    logged: logged ?? loggedOfOnlyOwner(stored, before, after),
    isPublic: isPublished,
    returnsToReview,
  });
  return "changed";
}

/** The columns that a change writes. */
type Changes = Updateable<SurveyRow> & Pick<StoredSurvey, "ends_at">;

/** Whether a change moves the deadline of a survey that was published, which is public. */
const movesDeadline = (
  stored: Pick<StoredSurvey, "first_published_at" | "ends_at">,
  { ends_at }: Pick<StoredSurvey, "ends_at">,
) => stored.first_published_at !== null && ends_at !== stored.ends_at;

/** Stores changes of a locked survey, and how its deadline moves. */
export async function storeChanges(
  tx: Database,
  stored: Pick<StoredSurvey, "id" | "first_published_at" | "ends_at">,
  changes: Changes,
  now: number,
): Promise<void> {
  const { db } = tx;
  const { id, ends_at } = stored;
  await db
    .updateTable("surveys")
    .set({ ...changes, version: sql`version + 1`, updated_at: now })
    .where("id", "=", id)
    .execute();
  await storeQuestionHash(tx, id);
  if (!movesDeadline(stored, changes)) return;
  const move = { survey_id: id, moved_at: now, moved_from: ends_at, moved_to: changes.ends_at };
  await db
    .insertInto("deadline_moves")
    .values({ id: newId(), ...move })
    .execute();
}

/** Sets the deadline of a locked survey because a setting of the server requires it. */
export async function setDeadline(
  { tx, record }: Change,
  stored: Pick<StoredSurvey, "id" | "title" | "status" | "first_published_at" | "ends_at">,
  endsAt: number,
): Promise<void> {
  const { id, title, status, ends_at: before } = stored;
  await storeChanges(tx, stored, { ends_at: endsAt, deadline_is_day: 0 }, await clockOf(tx));
  await record({
    kind: "changed",
    surveyId: id,
    by: "setting",
    logged: { title, before: { deadline: toIso(before) }, after: { deadline: toIso(endsAt) } },
    isPublic: status === PUBLISHED,
    returnsToReview: false,
  });
}

const countRows = ({ db }: Database, table: "survey_notes" | "deadline_moves", surveyId: string) =>
  countMatching(db.selectFrom(table).where("survey_id", "=", surveyId));

/** The audit log's record of a change: the fields that differ, and the note. */
function changedFields(stored: FieldColumns, wanted: FieldColumns, note: string) {
  const [before, after] = [logFields(stored), logFields(wanted)];
  const changed = (state: AuditState) =>
    Object.fromEntries(Object.entries(state).filter(([field]) => before[field] !== after[field]));
  return {
    before: changed(before),
    after: { ...changed(after), ...(note !== "" && { note }) },
  };
}

/** The fields that no admin reviews. */
const UNREVIEWED: ReadonlySet<string> = new Set(fieldNames.filter((name) => !FIELD_RULES[name].isReviewed));

/**
 * The audit log's record of a change by a survey's only owner: only the fields that no admin reviews, once others can
 * have read them.
 */
function loggedOfOnlyOwner({ title, first_published_at }: StoredSurvey, before: AuditState, after: AuditState) {
  const unreviewed = (state: AuditState) =>
    Object.fromEntries(Object.entries(state).filter(([name]) => UNREVIEWED.has(name)));
  const changed = { before: unreviewed(before), after: unreviewed(after) };
  return first_published_at === null || Object.keys(changed.after).length === 0 ? null : { title, ...changed };
}

/**
 * Rejects a change of how people vote, or of the question's languages: the first publication fixes both, even when an
 * edit returns the survey to review.
 */
function rejectionOncePublished(stored: StoredSurvey, wanted: FieldColumns): Update | null {
  if (stored.first_published_at === null) return null;
  const translatedInto = ({ translations }: FieldColumns) =>
    readTranslations(translations)
      .map(({ language }) => language)
      .join();
  if (translatedInto(wanted) !== translatedInto(stored)) return "frozen";
  return changesField(stored, wanted, ({ freezes }) => freezes === "published") ? "frozen" : null;
}

/**
 * Rejects every change once a published survey has ended, whether it had votes or not: voting is never reopened, the
 * result stays that of its question, and a later note can't explain the question in another way.
 */
function rejectionOnceEnded(
  stored: StoredSurvey,
  { note, ...wanted }: FieldColumns & { note: string },
  now: number,
): Update | null {
  if (!changesField(stored, wanted) && note === "") return null;
  return isOver(stored, now) ? "hasEnded" : null;
}

function rejectionOnceVoted(stored: FieldColumns, wanted: FieldColumns): Update | null {
  if (changesField(stored, wanted, ({ freezes }) => freezes === "voted")) return "frozen";
  if (wanted.ends_at === stored.ends_at) return null;
  // An owner who sees that few people vote could extend the time, and an outcome must not depend on that.
  if (stored.pass_rule !== null) return "passRuleFixed";
  const isLater = stored.ends_at !== null && (wanted.ends_at === null || wanted.ends_at > stored.ends_at);
  return isLater ? null : "deadlineOnlyLater";
}
