import { CODES_REPEATED_MINUTES } from "@survey-app/contract/invitations/invitations.ts";
import { INVITATIONS_MAX, MEETING_PEOPLE_MAX } from "@survey-app/contract/text/limits.ts";
import { clockOf, isPassRuleFixed, lockSurvey } from "../ballots/ballotBox.sql.ts";
import { findMeetingOf, lockMeeting } from "../ballots/meetingOf.sql.ts";
import { isOver, isPublic } from "../ballots/publicSurvey.ts";
import { may, type Person, type SurveyOwners } from "../ballots/rights.ts";
import { hidesWhoVoted } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import { isCode } from "../voters/findVoter.sql.ts";
import { countCodes, countInvitationMailings } from "./listNumbers.sql.ts";
import { areCodesLacking, isInHall, type ListInUse } from "./meetingLists.sql.ts";

/**
 * A locked list of people, and its state. Its holder is a survey for invited people, or a meeting, whose questions each
 * get a copy of the list when they are opened.
 */
export interface LockedList extends ListInUse {
  holder: "survey" | "meeting";
  owners: SurveyOwners;
  /** The title of the survey, or the name of the meeting. */
  title: string;
  /** The most people on it. */
  peopleMax: number;
  /**
   * When the survey was published, or the first question was opened; null before: then people are removed without a
   * trace.
   */
  begunAt: number | null;
  /** Whether links can be sent now. */
  isOpen: boolean;
  /**
   * Whether it is a meeting that no admin has accepted, which doesn't send links where meetings are reviewed. A survey
   * isn't public then.
   */
  isUnaccepted: boolean;
  areCodesAllowed: boolean;
  /** Whether the survey has a stored ballot. A meeting's ballots are on its questions, whose lists are frozen. */
  hasVotes: boolean;
  hasSecretVotes: boolean;
  /** Whether there is a stored ballot that a pass rule counts, which fixes the list. */
  isPassRuleFixed: boolean;
  /**
   * Whether a replacement is shown to the owner, as a code, because people are in the hall and emails would arrive too
   * late.
   */
  showsReplacements: boolean;
}

type NotLocked = "notFound" | "openElectorate" | "hasEnded" | "listOfMeeting" | "meetingEnded";

/**
 * Locks the list of a survey or meeting that a person may manage, so that nothing else changes it. For a survey, also
 * locks its ballot box, so that no vote is stored meanwhile. Outside of a transaction the lock ends immediately, and
 * the list can change.
 * @param mayLock whether the person may; by default only those who manage the list
 */
export async function lockList(
  tx: Database,
  id: string,
  person: Person,
  mayLock = ({ owners }: LockedList) => may("keepList", person, owners),
): Promise<LockedList | NotLocked> {
  const found = await lockListOf(tx, id);
  if (!found || !mayLock(found.list)) return "notFound";
  return found.obstacle ?? found.list;
}

/**
 * Locks the list of a survey or meeting without checking rights.
 * @returns null if there is none; `obstacle`: why it can't be changed
 */
export async function lockListOf(
  tx: Database,
  id: string,
): Promise<{ list: LockedList; obstacle: Exclude<NotLocked, "notFound"> | null } | null> {
  const locked = await lockSurvey(tx, id);
  if (!locked) return lockListOfMeeting(tx, id);
  const { survey, box, now } = locked;
  const { title, first_published_at: begunAt } = survey;
  const list: LockedList = {
    id,
    holder: "survey",
    owners: survey,
    currentSurveyId: null,
    title,
    now,
    peopleMax: INVITATIONS_MAX,
    begunAt,
    isOpen: isPublic(survey, now),
    isUnaccepted: false,
    areCodesAllowed: box.privacy === "named" || survey.codes_allowed === 1,
    hasVotes: box.participants > 0,
    hasSecretVotes: box.privacy === "secret" && box.participants > 0,
    isPassRuleFixed: isPassRuleFixed(box, survey),
    showsReplacements: false,
  };
  if (box.electorate !== "invited") return { list, obstacle: "openElectorate" };
  if ((await findMeetingOf(tx, id)) !== null) return { list, obstacle: "listOfMeeting" };
  return { list, obstacle: isOver({ ...survey, ...box }, now) ? "hasEnded" : null };
}

async function lockListOfMeeting(
  tx: Database,
  id: string,
): Promise<{ list: LockedList; obstacle: "meetingEnded" | null } | null> {
  const meeting = await lockMeeting(tx, id);
  if (!meeting) return null;
  const now = await clockOf(tx);
  const areCodesAllowed = !(await areCodesLacking(tx, meeting.id));
  const list: LockedList = {
    id,
    holder: "meeting",
    owners: { owner_id: meeting.owner_id, co_owners: "" },
    currentSurveyId: meeting.current_survey_id,
    title: meeting.name,
    now,
    peopleMax: MEETING_PEOPLE_MAX,
    begunAt: meeting.began_at,
    isOpen: meeting.ended_at === null,
    isUnaccepted: meeting.accepted === 0,
    areCodesAllowed,
    hasVotes: false,
    hasSecretVotes: false,
    isPassRuleFixed: false,
    showsReplacements: areCodesAllowed && isInHall(meeting, now),
  };
  return { list, obstacle: meeting.ended_at === null ? null : "meetingEnded" };
}

/**
 * Whether a locked list is in use, so that additions are public as late ones: the first question of the meeting was
 * opened, or the survey was published, and since then a person has voted, links are being sent, or codes were handed
 * out. Codes made before the publication count as handed out; those made after it only an hour later, because a long
 * list takes several requests.
 */
export async function isInUse(tx: Database, { id, holder, begunAt, hasVotes, now }: LockedList): Promise<boolean> {
  if (begunAt === null) return false;
  if (holder === "meeting" || hasVotes || (await countInvitationMailings(tx, id)) > 0) return true;
  if ((await countCodes(tx, id)) === 0) return false;
  const { madeAt } = await tx.db
    .selectFrom("invitations")
    .select(({ fn }) => fn.min("created_at").as("madeAt"))
    .where("survey_id", "=", id)
    .where(isCode)
    .executeTakeFirstOrThrow();
  return Number(madeAt) < begunAt || Number(madeAt) <= now - CODES_REPEATED_MINUTES * 60_000;
}

/** The owners of a list, and what its reader may know. The survey or meeting isn't locked. */
export interface ListHolder extends SurveyOwners {
  /** Whether it is a question of a meeting, which manages the list. */
  isQuestion: boolean;
  /**
   * Whether the list shows who has voted: never while the survey's result is hidden, and never for a meeting, which
   * doesn't have a result.
   */
  showsVotes: boolean;
}

/** Finds the holder of a list; null if there is neither a survey nor a meeting with this id. */
export async function findListHolder(database: Database, id: string): Promise<ListHolder | null> {
  const { db } = database;
  const survey = await db
    .selectFrom("surveys")
    .select(["owner_id", "co_owners", "results", "closed_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (survey) {
    const { results, closed_at, ...owners } = survey;
    const showsVotes = !hidesWhoVoted(results, closed_at);
    return { ...owners, isQuestion: (await findMeetingOf(database, id)) !== null, showsVotes };
  }
  const meeting = await db.selectFrom("meetings").select("owner_id").where("id", "=", id).executeTakeFirst();
  return meeting ? { ...meeting, co_owners: "", isQuestion: false, showsVotes: false } : null;
}

/** The kind of the email that sends a person on a list their link. */
export const linkEmailOf = (holder: LockedList["holder"]) =>
  holder === "meeting" ? ("meetingInvitation" as const) : ("invitation" as const);
