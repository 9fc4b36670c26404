import { GUEST_SURVEYS_MAX } from "@survey-app/contract/account/guests.ts";
import { OPEN_UNLISTED_MAX } from "@survey-app/contract/text/limits.ts";
import { sql } from "kysely";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { countRooms } from "./rooms.sql.ts";

/** Whether a locked user who isn't a surveyor may have another open survey that isn't in any public list. */
export const mayAskAnother = async (tx: Database, { userId, isGuest }: Asker): Promise<boolean> =>
  (await countOpen(tx, userId)) < OPEN_UNLISTED_MAX && (!isGuest || (await countAll(tx, userId)) < GUEST_SURVEYS_MAX);

/**
 * Whether a locked user who isn't a surveyor has no more open unlisted surveys than they may. Call it after a room's
 * next question is stored: it may have replaced another one, which is then outside of all rooms and counts as one more.
 */
export const mayAskOpen = async (tx: Database, { userId, isGuest }: Asker): Promise<boolean> =>
  (await countOpen(tx, userId)) <= OPEN_UNLISTED_MAX && (!isGuest || (await countAll(tx, userId)) <= GUEST_SURVEYS_MAX);

type Asker = Pick<CurrentUser, "userId" | "isGuest">;

const countAll = ({ db }: Database, userId: string): Promise<number> =>
  countMatching(db.selectFrom("surveys").where("owner_id", "=", userId));

/**
 * Counts them: the questions of one room as one, and a meeting as one, whose questions don't count. A room has at most
 * `ROOM_QUESTIONS_MAX`, and there are at most `OPEN_UNLISTED_MAX` rooms when a question is asked, so their number stays
 * bounded however rooms are taken apart.
 */
async function countOpen(tx: Database, userId: string): Promise<number> {
  const surveys = await tx.db
    .selectFrom("surveys")
    .select("id")
    .where("owner_id", "=", userId)
    .where("listed", "=", 0)
    .where("closed_at", "is", null)
    .where(sql<boolean>`(ends_at is null or ends_at > ${tx.dialect.now})`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("meeting_questions").select("id").whereRef("survey_id", "=", "surveys.id"))),
    )
    .execute();
  const meetings = tx.db.selectFrom("meetings").where("owner_id", "=", userId).where("ended_at", "is", null);
  const ids = surveys.map(({ id }) => id);
  return (await countRooms(tx, userId, ids)) + (await countMatching(meetings));
}
