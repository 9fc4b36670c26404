import { INVITATION_ROWS_MAX } from "@survey-app/contract/invitations/invitations.ts";
import type {
  listCodeRequests,
  listWaitingPeople,
  WaitingPerson,
} from "@survey-app/contract/invitations/waitingPeople.ts";
import { shownName } from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";
import type * as z from "zod/mini";
import { type Action, loggedFor, may, seesInvitedAddresses } from "../ballots/rights.ts";
import { countMatching, countUpTo } from "../database/countMatching.ts";
import { decodeCursor } from "../database/cursor.ts";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { type PagedRows, toPage } from "../database/pagination.ts";
import { readLanguage } from "../database/readLanguage.ts";
import { toIso } from "../database/toIso.ts";
import type { Change } from "../events/surveyEvents.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { isCode } from "../voters/findVoter.sql.ts";
import { findListHolder, type LockedList } from "./lockedList.sql.ts";
import { codesLack } from "./meetingLists.sql.ts";

/**
 * The people without an address who wait on a list until an admin allows codes. They are in a separate table, so that
 * they can't be counted, copied or emailed as people who can vote.
 */

/** How many people wait on a list. @param ticketHash counts only those added by the request with this ticket */
export function countWaiting({ db }: Database, listId: string, ticketHash?: string): Promise<number> {
  const waiting = db.selectFrom("waiting_people").where("survey_id", "=", listId);
  return countMatching(ticketHash === undefined ? waiting : waiting.where("ticket_hash", "=", ticketHash));
}

/** Adds people to those who wait on a locked list. */
export async function insertWaiting(
  change: Change<Action>,
  { list, labels, ticketHash }: { list: LockedList; labels: readonly string[]; ticketHash: string | null },
): Promise<void> {
  if (labels.length === 0) return;
  const { db, dialect } = change.tx;
  const rows = dialect.rows(
    labels.map((label) => ({ id: newId(), label, at: list.now })),
    { id: "text", label: "text", at: "bigint" },
  );
  await sql`
    insert into waiting_people (survey_id, id, label, ticket_hash, created_at)
    select ${list.id}, id, label, ${ticketHash}, at from ${rows}`.execute(db);
  await recordWaiting(change, list, labels.length);
}

/** Removes a person who waits on a locked list. */
export async function removeWaiting(
  change: Change<Action>,
  list: LockedList,
  personId: string,
): Promise<true | "notFound"> {
  const { numDeletedRows } = await change.tx.db
    .deleteFrom("waiting_people")
    .where("survey_id", "=", list.id)
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return "notFound";
  await recordWaiting(change, list, -1);
  return true;
}

/** Removes the first waiting people from a locked list so that they get codes, at most as many as one request adds. */
export async function takeWaiting({ db, dialect }: Database, { id }: LockedList): Promise<{ label: string }[]> {
  const people = await db
    .selectFrom("waiting_people")
    .select(["id", "label"])
    .where("survey_id", "=", id)
    .orderBy("id")
    .limit(INVITATION_ROWS_MAX)
    .execute();
  const ids = people.map((person) => person.id);
  await db
    .deleteFrom("waiting_people")
    .where("survey_id", "=", id)
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .execute();
  return people;
}

/** Deletes the people who wait on the list of a survey or meeting that won't get more codes. */
export async function forgetWaiting({ db }: Database, listId: string): Promise<void> {
  await db.deleteFrom("waiting_people").where("survey_id", "=", listId).execute();
}

/**
 * The public numbers don't include these people, so only the other owners of a list learn of the change, from the audit
 * log.
 */
const recordWaiting = ({ by, record }: Change<Action>, list: LockedList, waiting: number) =>
  record({
    kind: "listChanged",
    surveyId: list.id,
    ...loggedFor(by, { ...list.owners, title: list.title }, { waiting }),
    isPublic: false,
  });

/** Finds which of these labels belong to people without an address who are on a list, or wait on it. */
export async function findSameLabels(
  { db, dialect }: Database,
  listId: string,
  labels: readonly string[],
): Promise<ReadonlySet<string>> {
  if (labels.length === 0) return new Set();
  const found = await db
    .selectFrom("invitations")
    .select("label")
    .where("survey_id", "=", listId)
    .where(isCode)
    .where("state", "<>", "struck")
    .where(({ ref }) => dialect.isOneOf(ref("label"), labels))
    .union(({ selectFrom }) =>
      selectFrom("waiting_people")
        .select("label")
        .where("survey_id", "=", listId)
        .where(({ ref }) => dialect.isOneOf(ref("label"), labels)),
    )
    .execute();
  return new Set(found.map(({ label }) => label));
}

/**
 * Lists the people who wait on the list of a survey or meeting. Co-owners' API keys get masked addresses, as for the
 * list itself.
 */
export async function listWaiting(
  database: Database,
  { listId, reader }: { listId: string; reader: CurrentUser },
  { limit, cursor }: z.output<typeof listWaitingPeople.query>,
): Promise<PagedRows<WaitingPerson> | "notFound" | "listOfMeeting"> {
  const after = decodeCursor(cursor, 0);
  const holder = await findListHolder(database, listId);
  if (!holder || !may("keepList", reader, holder)) return "notFound";
  if (holder.isQuestion) return "listOfMeeting";
  const seesAddresses = seesInvitedAddresses(reader, holder);
  const waiting = database.db.selectFrom("waiting_people").where("survey_id", "=", listId);
  const rows = await (after ? waiting.where("id", ">", after[1]) : waiting)
    .select(["id", "label", "created_at"])
    .orderBy("id")
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, {
    total: await countWaiting(database, listId),
    cursorOf: ({ id }) => [0, id],
    show: ({ id, label, created_at }) => ({
      _id: id,
      label: seesAddresses ? label : shownName(label),
      createdAt: toIso(created_at),
    }),
  });
}

/**
 * The surveys and meetings on whose lists people wait until an admin allows codes, ordered by id, and so by creation.
 */
export async function listRequests(
  database: Database,
  { limit, cursor }: z.output<typeof listCodeRequests.query>,
): Promise<PagedRows<z.output<typeof listCodeRequests.response>[number]>> {
  const requests = database.db
    .selectFrom(({ selectFrom }) =>
      selectFrom("waiting_people")
        .select(["survey_id", ({ fn }) => fn.countAll<number>().as("people")])
        .groupBy("survey_id")
        .as("waiting"),
    )
    .leftJoin("surveys", "surveys.id", "waiting.survey_id")
    .leftJoin("meetings", "meetings.id", "waiting.survey_id")
    .innerJoin("users", (join) =>
      join.on(({ eb, fn }) => eb("users.id", "=", fn.coalesce("surveys.owner_id", "meetings.owner_id"))),
    )
    .where(({ and, eb, or }) =>
      or([
        and([
          eb("surveys.electorate", "=", "invited"),
          eb("surveys.privacy", "<>", "named"),
          eb("surveys.codes_allowed", "=", 0),
          eb("surveys.closed_at", "is", null),
        ]),
        and([codesLack, eb("meetings.ended_at", "is", null)]),
      ]),
    );
  const after = decodeCursor(cursor, 0);
  const rows = await (after ? requests.where("waiting.survey_id", ">", after[1]) : requests)
    .select(["waiting.survey_id as id", "waiting.people", "surveys.title", "meetings.name"])
    .select(["surveys.language as surveyLanguage", "meetings.language as meetingLanguage"])
    .select(["users.id as ownerId", "users.name as ownerName"])
    .orderBy("waiting.survey_id")
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, {
    ...(await countUpTo(database, requests)),
    cursorOf: ({ id }) => [0, id],
    show: ({ id, people, title, name, ownerId, ownerName, ...stored }) => ({
      _id: id,
      holder: title === null ? ("meeting" as const) : ("survey" as const),
      Title: title ?? name ?? "",
      language: readLanguage(stored.surveyLanguage ?? stored.meetingLanguage),
      ownerName: shownName(ownerName),
      ownerId,
      people: Number(people),
    }),
  });
}
