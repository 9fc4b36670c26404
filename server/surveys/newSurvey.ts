import { type AskingPolicies, needsReview } from "@survey-app/contract/ballots/askingPolicies.ts";
import {
  type BallotSettings,
  DEFAULT_SETTINGS,
  type Electorate,
  settingsConflict,
} from "@survey-app/contract/ballots/ballots.ts";
import { passRuleConflict, passRuleKey } from "@survey-app/contract/ballots/passRule.ts";
import { PUBLISHED, type SurveyStatus, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import type { Translation } from "@survey-app/contract/surveys/translations.ts";
import { LINK_DAYS_MAX } from "@survey-app/contract/text/limits.ts";
import { DAY_MS, isoDay, latestStart } from "@survey-app/contract/text/time.ts";
import { dateOnly, toInstant } from "@survey-app/contract/text/wallTime.ts";
import { isDrawing } from "@survey-app/contract/users/webAddress.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import { clockOf, lockBallotBox } from "../ballots/ballotBox.sql.ts";
import { publicationColumns, publicationOf } from "../ballots/publication.sql.ts";
import type { Action } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import type { Change } from "../events/surveyEvents.ts";
import { fieldError, orNotFound } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { lockUsableImage } from "../images/unusedImages.sql.ts";
import { type FieldColumns, readFields, readTranslations, type SurveyForm, toPassRule } from "./fields.ts";
import { mayLoad } from "./loadablePicture.ts";
import { insertSurvey } from "./surveys.sql.ts";

/** How long results may stay hidden after publication, in milliseconds: a year. */
const HIDDEN_MAX_MS = 366 * DAY_MS;

/** How long people can vote by open link, in milliseconds: the days are those of a calendar, so one more. */
const LINK_MAX_MS = (LINK_DAYS_MAX + 1) * DAY_MS;

/**
 * The columns that a form describes. Fields that it leaves out keep their `stored` values.
 * @throws {ApiError} a field error for the times
 */
export function toSurveyColumns(
  form: SurveyForm,
  now: number,
  stored?: FieldColumns & { first_published_at: number | null },
): FieldColumns {
  const language = form.language ?? stored?.language ?? null;
  const settings = settingsOf(form, stored);
  const columns = {
    title: form.Title,
    description: form.Description,
    language,
    translations: translationsOf(form, language, stored),
    category: form.category,
    image: form.image,
    image_alt: imageAltOf(form, stored),
    ...settings,
    changeable: Number(settings.changeable),
    unsure: Number(settings.unsure),
    pass_rule: passRuleOf(form, settings, stored),
    listed: Number(isListed(form, settings.electorate, stored)),
    contact: form.contact ?? stored?.contact ?? "",
    ...votingTime(form, now, stored),
  };
  requireLoadable(columns, stored);
  const { results, electorate, ends_at, appears_at } = columns;
  const opensAt = Math.max(stored?.first_published_at ?? now, appears_at);
  if (results === "afterClose") {
    if (ends_at === null) throw fieldError("deadline", formErrors.deadlines.needed);
    if (ends_at > opensAt + HIDDEN_MAX_MS) throw fieldError("deadline", formErrors.deadlines.hiddenTooLong);
  }
  if (electorate === "link" && (ends_at === null || ends_at > opensAt + LINK_MAX_MS))
    throw fieldError("deadline", formErrors.deadlines.openLink);
  return columns;
}

const hasSamePicture = ({ image }: SurveyForm, stored: FieldColumns | undefined) => image === stored?.image;

/**
 * Requires that readers may load the picture. A survey from before this rule keeps its own picture, which isn't shown:
 * votes can have fixed it. After publication, another rule refuses the setting that would hide answers.
 * @throws {ApiError} a field error
 */
function requireLoadable(
  columns: Pick<FieldColumns, "image" | "privacy">,
  stored: (FieldColumns & { first_published_at: number | null }) | undefined,
): void {
  const isKept = stored?.image === columns.image && (stored.privacy !== "named" || stored.first_published_at !== null);
  if (!isKept && !mayLoad(columns)) throw fieldError("image", formErrors.image.elsewhere);
}

/**
 * The picture's description. A new picture doesn't keep the former one's description, and drawings have fixed
 * descriptions.
 */
function imageAltOf(form: SurveyForm, stored: FieldColumns | undefined): string | null {
  if (isDrawing(form.image)) return null;
  if (form.imageAlt !== undefined) return form.imageAlt;
  return hasSamePicture(form, stored) ? (stored?.image_alt ?? null) : null;
}

/**
 * The translations with their descriptions of the picture. A form without them keeps the stored ones with the same
 * picture.
 * @throws {ApiError} a field error for a picture that is described in a translation, but not in the language of the
 *   question
 */
function describePicture(translations: readonly Translation[], form: SurveyForm, stored: FieldColumns | undefined) {
  const isDescribed = Boolean(imageAltOf(form, stored));
  const before = hasSamePicture(form, stored) ? readTranslations(stored?.translations ?? "[]") : [];
  return translations.map(({ imageAlt: sent, ...each }): Translation => {
    if (sent && !isDescribed && !isDrawing(form.image)) throw fieldError("imageAlt", formErrors.imageAlt.needed);
    const imageAlt = sent ?? before.find(({ language }) => language === each.language)?.imageAlt;
    return isDescribed && imageAlt ? { ...each, imageAlt } : each;
  });
}

/**
 * @throws {ApiError} a field error for a translation into the language of the question, or of a question without one
 */
function translationsOf(form: SurveyForm, language: string | null, stored?: FieldColumns): string {
  const translations = form.translations ?? readTranslations(stored?.translations ?? "[]");
  if (translations.length > 0 && language === null) throw fieldError("language", formErrors.translations.needed);
  if (translations.some((each) => each.language === language))
    throw fieldError("translations", formErrors.translations.twice);
  return JSON.stringify(describePicture(translations, form, stored).toSorted(byTag));
}

// Of tags: the order is part of the question's hash, so it depends on no locale.
const byTag = (a: Translation, b: Translation) => (a.language < b.language ? -1 : 1);

/** @throws {ApiError} a field error for settings that exclude each other */
function settingsOf(form: SurveyForm, stored?: FieldColumns): BallotSettings {
  const before = stored ? readFields(stored) : DEFAULT_SETTINGS;
  const settings = {
    results: form.results ?? before.results,
    privacy: form.privacy ?? before.privacy,
    changeable: form.changeable ?? before.changeable,
    unsure: form.unsure ?? before.unsure,
    electorate: form.electorate ?? before.electorate,
  };
  const conflict = settingsConflict(settings);
  if (conflict) throw fieldError(conflict.field, conflict.message);
  return settings;
}

/** @throws {ApiError} a field error for a rule that does not fit how people vote */
function passRuleOf(form: SurveyForm, settings: BallotSettings, stored?: FieldColumns): string | null {
  const rule = form.passRule === undefined ? toPassRule(stored?.pass_rule ?? null) : form.passRule;
  const conflict = passRuleConflict(settings, rule);
  if (conflict !== null) throw fieldError("passRule", conflict);
  return rule === null ? null : passRuleKey(rule);
}

/** Whether public lists show the survey. They show one that is not for everyone only if its owner chose so. */
function isListed({ listed }: SurveyForm, electorate: Electorate, stored?: FieldColumns): boolean {
  if (electorate === "everyone") return true;
  return listed ?? (stored !== undefined && stored.electorate !== "everyone" && stored.listed === 1);
}

/**
 * Stores a new survey of `currentUser`, and publishes it if no admin must.
 * @param rule `surveyor`: it must be in no public list; `user`: the same, for an owner who is no surveyor (ASK_UNLISTED);
 *   `guest`: the same for a guest, who asks by open link
 * @param seriesId the series that it continues
 * @param isComplete false for one that is published by `publishComplete` later, if no admin must
 * @param ownerId the owner, whose survey a co-owner asks; by default the current user
 * @throws {ApiError} a field error for the times or the image
 */
export async function addSurvey(
  change: Change<Action<CurrentUser>>,
  form: SurveyForm,
  {
    policies,
    rule = "any",
    seriesId = null,
    isComplete = true,
    ownerId = change.by.currentUser.userId,
  }: {
    policies: AskingPolicies;
    rule?: "any" | "surveyor" | "user" | "guest";
    seriesId?: string | null;
    isComplete?: boolean;
    ownerId?: string;
  },
): Promise<{ id: string; status: SurveyStatus }> {
  const { tx, by, record } = change;
  const sender = by.currentUser;
  const id = newId();
  const columns = toSurveyColumns(form, Date.now());
  const asUser = rule === "user" || rule === "guest";
  if (rule !== "any") requireUnlisted(columns);
  if (rule === "guest") requireLink(columns);
  if (asUser) requireDrawing(columns);
  if (!(await lockUsableImage(tx, form.image, sender))) throw fieldError("image", formErrors.upload.gone);
  const copied_from = form.copyOf ? await findOriginal(tx, form.copyOf, sender) : null;
  const isReviewed = needsReview(policies, { listed: columns.listed === 1, electorate: columns.electorate });
  const status = isReviewed || !isComplete ? WAITING : PUBLISHED;
  await insertSurvey(tx, {
    id,
    owner_id: ownerId,
    status,
    copied_from,
    series_id: seriesId,
    asked_as_user: asUser ? 1 : 0,
    ...columns,
  });
  await record({ kind: "created", surveyId: id, by: null, logged: null, isPublic: false });
  if (status === PUBLISHED) await recordUnreviewed(change, { id, policies, asUser, ...columns });
  return { id, status };
}

/**
 * Publishes a survey that `addSurvey` stored before it was complete, unless an admin must review it, or has decided
 * meanwhile.
 * @returns its status
 * @throws {ApiError} `notFound`: it was deleted meanwhile
 */
export async function publishComplete(change: Change, id: string, policies: AskingPolicies): Promise<SurveyStatus> {
  const { tx } = change;
  await lockBallotBox(tx, id);
  const stored = orNotFound(
    await tx.db
      .selectFrom("surveys")
      .select([...publicationColumns, "id", "title", "first_published_at", "electorate", "listed", "asked_as_user"])
      .where("id", "=", id)
      .$call(tx.dialect.lock)
      .executeTakeFirst(),
  );
  const { status, first_published_at, electorate, listed } = stored;
  const now = await clockOf(tx);
  const isDecided = first_published_at !== null || publicationOf(stored, now) !== "waiting";
  if (isDecided || needsReview(policies, { electorate, listed: listed === 1 })) return status;
  await tx.db
    .updateTable("surveys")
    .set({ status: PUBLISHED, first_published_at: now, updated_at: now })
    .where("id", "=", id)
    .execute();
  await recordUnreviewed(change, { ...stored, policies, asUser: stored.asked_as_user === 1 });
  return PUBLISHED;
}

/** Requires a survey that is in no public list. @throws {ApiError} a field error */
export function requireUnlisted({ electorate, listed }: Pick<FieldColumns, "electorate" | "listed">): void {
  if (electorate === "everyone") throw fieldError("electorate", formErrors.surveyors.everyone);
  if (listed === 1) throw fieldError("listed", formErrors.surveyors.listed);
}

/** Requires a survey by open link: guests can't send invitations. @throws {ApiError} a field error */
export function requireLink({ electorate }: Pick<FieldColumns, "electorate">): void {
  if (electorate !== "link") throw fieldError("electorate", formErrors.surveyors.guest);
}

/**
 * Requires the drawing of a category, because no one reviews a picture before others see it.
 * @param stored the survey before the change, whose picture may stay; undefined for a new one
 * @throws {ApiError} a field error
 */
export function requireDrawing({ image }: Pick<FieldColumns, "image">, stored?: FieldColumns): void {
  if (!isDrawing(image) && image !== stored?.image) throw fieldError("image", formErrors.surveyors.picture);
}

/** Records that the server has published a survey because the setting SURVEY_REVIEW says so. */
export function recordUnreviewed(
  { record }: Change,
  {
    id,
    title,
    appears_at,
    policies,
    asUser,
  }: { id: string; title: string; appears_at: number; policies: AskingPolicies; asUser: boolean },
): Promise<void> {
  const rule = `SURVEY_REVIEW=${policies.surveyReview}${asUser ? `, ASK_UNLISTED=${policies.askUnlisted}` : ""}`;
  return record({
    kind: "published",
    surveyId: id,
    by: "setting",
    logged: {
      title,
      before: { status: WAITING },
      after: { status: PUBLISHED, rule },
    },
    note: "",
    appearsAt: appears_at,
    isRequest: false,
    isPublic: true,
  });
}

/**
 * The survey that asked a copy's question before: the copied one, or if that one was never public, its own original.
 * Null if it was deleted meanwhile, or belongs to another owner.
 */
async function findOriginal({ db }: Database, id: string, owner: CurrentUser): Promise<string | null> {
  const original = await db
    .selectFrom("surveys")
    .select(["id", "first_published_at", "copied_from"])
    .where("id", "=", id)
    .where("owner_id", "=", owner.userId)
    .executeTakeFirst();
  return (original?.first_published_at === null ? original.copied_from : original?.id) ?? null;
}

/**
 * The instants between which a survey runs. A date that the form sends back unchanged keeps the `stored` instant, even
 * if this deadline has passed in the meantime.
 * @throws {ApiError} a field error for a start too far ahead, or a deadline in the past or before the start
 */
function votingTime({ timeZone, ...form }: SurveyForm, now: number, stored?: FieldColumns) {
  const zone = timeZone ?? "UTC";
  const startsAt = keepDay(form.createDate, "start", zone, stored?.starts_at) ?? stored?.starts_at ?? now;
  // A survey with a start far ahead would never end, and its names would never be removed.
  if (startsAt > latestStart(now) && startsAt !== stored?.starts_at)
    throw fieldError("createDate", formErrors.dates.startRange);
  const endsAt = keepDay(form.deadline, "end", zone, stored?.ends_at);
  if (endsAt !== null && endsAt <= now && endsAt !== stored?.ends_at)
    throw fieldError("deadline", formErrors.deadlines.passed);
  if (endsAt !== null && endsAt < startsAt) throw fieldError("deadline", formErrors.deadlines.beforeStart);
  const isScheduled = form.scheduled ?? (stored !== undefined && stored.appears_at > 0);
  const isDay = (date: string | null | undefined) => (!timeZone && date && dateOnly.test(date) ? 1 : 0);
  return {
    starts_at: startsAt,
    ends_at: endsAt,
    appears_at: isScheduled ? startsAt : 0,
    start_is_day: startsAt === stored?.starts_at ? stored.start_is_day : isDay(form.createDate),
    deadline_is_day: endsAt === stored?.ends_at ? stored.deadline_is_day : isDay(form.deadline),
  };
}

function keepDay(
  date: string | null | undefined,
  edge: "start" | "end",
  timeZone: string,
  stored: number | null | undefined,
) {
  const sent = toInstant(date, edge, timeZone);
  if (sent === null || stored === null || stored === undefined) return sent;
  return isoDay(stored, timeZone) === date ? stored : sent;
}
