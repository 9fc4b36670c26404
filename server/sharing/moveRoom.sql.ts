import { type AskingPolicies, needsReview } from "@survey-app/contract/ballots/askingPolicies.ts";
import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import type { InputOf } from "@survey-app/contract/http/endpoint.ts";
import type { moveRoom as endpoint } from "@survey-app/contract/sharing/rooms.ts";
import { FIELD_RULES, fieldNames } from "@survey-app/contract/surveys/fieldRules.ts";
import type { Category, OwnFields } from "@survey-app/contract/surveys/surveyFields.ts";
import { ROOM_HOURS, ROOM_QUESTIONS_MAX } from "@survey-app/contract/text/limits.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import type { Selectable } from "kysely";
import { logAction } from "../audit/audit.sql.ts";
import { clockOf } from "../ballots/ballotBox.sql.ts";
import { publicationColumns, publicationOf, whyNotOpen } from "../ballots/publication.sql.ts";
import { isPublic } from "../ballots/publicSurvey.ts";
import { askerRole } from "../ballots/rights.sql.ts";
import { type Action, loggedFor, may, type Person } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import type { SurveyRow } from "../database/tables.ts";
import { tokenHash } from "../database/tokenHash.ts";
import type { Change } from "../events/surveyEvents.ts";
import { apiError, orNotFound, orThrow } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { shareWithCoOwners } from "../owners/owners.sql.ts";
import { type FieldColumns, fieldColumns, readFields } from "../surveys/fields.ts";
import { addSurvey } from "../surveys/newSurvey.ts";
import { insertLinkKey } from "../voters/linkVoters.sql.ts";
import { mayAskOpen } from "../voters/openUnlisted.sql.ts";
import { findMoveTicket, findRoomSteps, storeRoomMove } from "../voters/rooms.sql.ts";
import { type Hosts, lockHosts } from "./hosts.sql.ts";
import { joinRoomQuestions, takeRoomQuestion } from "./roomQuestions.sql.ts";
import { renewShortAddress } from "./shortAddresses.sql.ts";

type Wanted = InputOf<typeof endpoint>["body"];
type MoveChange = Change<Action<CurrentUser>>;

/**
 * Goes on to the next question of a room. The request's values are compared under the locks of the present survey, of
 * the room's first survey, which has the prepared questions, and of the next survey.
 * @throws {ApiError} the reason why the room can't go on; then nothing is asked
 */
export async function moveRoom(
  change: MoveChange,
  id: string,
  { wanted, policies }: { wanted: Wanted; policies: AskingPolicies },
): Promise<void> {
  const { tx } = change;
  const { currentUser } = change.by;
  const hosts = await lockHosts(tx, id, currentUser);
  const { steps, rows } = await lockRoom(tx, id, wanted.next);
  const now = await clockOf(tx);
  const from = orNotFound(rows.get(id));
  const first = rows.get(steps[0]?.surveyId ?? id) ?? from;
  requireHost(wanted, hosts.person, { from, first });
  if (from.electorate !== "link") throw apiError("notLinkElectorate");
  if (!isPublic(from, now)) throw apiError("notPublished");
  const ticketHash = wanted.ticket ? tokenHash(`next question ${id} ${wanted.ticket}`) : null;
  if (ticketHash !== null && (await findMoveTicket(tx, id)) === ticketHash) return;
  requireOpenRoom(steps, { id, next: wanted.next, now });
  const next =
    wanted.next == null
      ? await askNext(change, { from, first, wanted, hosts, policies })
      : await openNext(tx, { from, first, next: orNotFound(rows.get(wanted.next)), person: hosts.person, now });
  const isMoved = await storeRoomMove(tx, id, { next, after: wanted.after, ticketHash, now });
  if (!isMoved) throw apiError("roomMovedMeanwhile");
  if (hosts.owner.asUser && wanted.next == null && !(await mayAskOpen(tx, { ...hosts.owner, userId: hosts.owner.id })))
    throw apiError("tooManyUnlisted");
  // The screen in the room shows it immediately, even a screen that may not create it.
  orNotFound(orThrow(await renewShortAddress(tx, next, { kind: "presentation", currentUser })));
}

const columns = [...publicationColumns, "id", "owner_id", "co_owners", "first_published_at"] as const;
type RoomSurvey = Pick<Selectable<SurveyRow>, (typeof columns)[number]> & FieldColumns;

/** Locks the present survey, the next, and the first of the room, which other moves of the room lock too. */
async function lockRoom(tx: Database, id: string, next: string | null | undefined) {
  const [first] = await findRoomSteps(tx, id);
  const ids = [...new Set([id, first?.surveyId ?? id, next ?? id])];
  const rows = await tx.db
    .selectFrom("surveys")
    .select([...columns, ...fieldColumns])
    .where("id", "in", ids)
    .orderBy("id")
    .$call(tx.dialect.lock)
    .execute();
  const steps = await findRoomSteps(tx, id);
  if (steps[0]?.surveyId !== first?.surveyId) throw apiError("roomMovedMeanwhile");
  return { steps, rows: new Map<string, RoomSurvey>(rows.map((row) => [row.id, row])) };
}

/** @throws {ApiError} `notFound`, if the person may not do this with the room */
function requireHost(wanted: Wanted, person: Person, { from, first }: { from: RoomSurvey; first: RoomSurvey }): void {
  const isAllowed =
    wanted.next != null
      ? may("host", person, from)
      : may("askInRoom", person, from) && (wanted.question != null || may("askInRoom", person, first));
  if (!isAllowed) throw apiError("notFound");
}

/** @throws {ApiError} the reason why the room can't have a further question */
function requireOpenRoom(
  steps: Awaited<ReturnType<typeof findRoomSteps>>,
  { id, next, now }: { id: string; next: string | null | undefined; now: number },
): void {
  const position = steps.findIndex(({ surveyId }) => surveyId === id);
  // The questions after this one are replaced.
  const kept = steps.slice(0, position + 1);
  if (kept.some(({ surveyId }) => surveyId === next)) throw apiError("alreadyInRoom");
  if (kept.length >= ROOM_QUESTIONS_MAX) throw apiError("roomFull");
  const [first] = kept.length > 1 ? kept : [];
  if (first?.movedAt && Number(first.movedAt) + ROOM_HOURS * HOUR_MS <= now) throw apiError("roomEnded");
}

/** Opens another survey of the same owner. @returns its id */
async function openNext(
  tx: Database,
  {
    from,
    first,
    next,
    person,
    now,
  }: { from: RoomSurvey; first: RoomSurvey; next: RoomSurvey; person: Person; now: number },
): Promise<string> {
  if (!may("host", person, next) || next.owner_id !== from.owner_id) throw apiError("notFound");
  if (next.electorate !== "link") throw apiError("notLinkElectorate");
  const obstacle = whyNotOpen(publicationOf(next, now));
  if (obstacle) throw apiError(obstacle);
  await joinRoomQuestions(tx, next.id, first.id);
  return next.id;
}

interface Asking {
  from: RoomSurvey;
  first: RoomSurvey;
  wanted: Wanted;
  hosts: Hosts;
  policies: AskingPolicies;
}

/** Asks a new survey of the room's owner, as the present one is asked. @returns its id */
async function askNext(change: MoveChange, { from, first, wanted, hosts, policies }: Asking): Promise<string> {
  const { tx } = change;
  const { owner } = hosts;
  if (needsReview(policies, { listed: false, electorate: "link" })) throw apiError("reviewedFirst");
  if (owner.isStopped) throw apiError("roomOwnerStopped");
  // The address is how admins reach the person who asks.
  if (owner.asUser && !owner.isGuest && !owner.isConfirmed) throw apiError("addressUnconfirmed");
  if (owner.asUser && !mayAsk("unlisted", askerRole(owner), policies)) throw apiError("roleRequired");
  const Title = wanted.question ?? (await takeRoomQuestion(tx, first.id, wanted.draft));
  if (Title === null) throw apiError("roomQuestionsChanged");
  const { category } = from;
  const form = {
    ...fixedFields(from),
    Title,
    Description: "",
    category: category as Category,
    image: drawingPath(category),
    deadline: new Date(Date.now() + timeToVote(from)).toISOString(),
    timeZone: "UTC",
  };
  const { id } = await addSurvey(change, form, {
    policies,
    rule: owner.isGuest ? "guest" : owner.asUser ? "user" : "surveyor",
    ownerId: owner.id,
  });
  // The room goes on from this row.
  await insertLinkKey(tx, id);
  await shareWithCoOwners(tx, { from: from.id, to: id });
  const { by, logged } = loggedFor(change.by, { ...from, title: Title }, { room: from.title });
  if (logged)
    await logAction(tx, by, { action: "questionAsked", about: { kind: "survey", id, title: Title }, ...logged });
  return id;
}

/** The fields that the first publication fixes: how people vote, and in which language. */
function fixedFields(stored: FieldColumns): Partial<OwnFields> {
  const fields = readFields(stored);
  const names = fieldNames.filter((name) => FIELD_RULES[name].freezes === "published");
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** The time to vote on a survey, in milliseconds; at least an hour, because a room takes as long. */
function timeToVote({ ends_at, first_published_at, appears_at }: RoomSurvey): number {
  return Math.max((ends_at ?? 0) - Math.max(first_published_at ?? 0, appears_at), HOUR_MS);
}
