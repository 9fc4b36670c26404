import { VERIFIED } from "@survey-app/contract/users.ts";
import type { Database } from "../database/database.ts";

/**
 * Whether a person may send emails about a survey now: its owner while a surveyor, and admins in place of an owner who may not.
 * It is checked when emails are enqueued and again when they are sent, because the person can be blocked or demoted meanwhile.
 */
export async function maySend({ db }: Database, surveyId: string, senderId: string): Promise<boolean> {
  const sender = await db
    .selectFrom("users")
    .innerJoin("surveys", (join) => join.on("surveys.id", "=", surveyId))
    .select(["users.role", "surveys.owner_id"])
    .where("users.id", "=", senderId)
    .where("users.status", "=", VERIFIED)
    .executeTakeFirst();
  if (!sender) return false;
  return sender.role === "admin" || (sender.role === "surveyor" && sender.owner_id === senderId);
}
