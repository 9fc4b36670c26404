import { shownRole } from "@survey-app/contract/users.ts";
import type { Database } from "../database/database.ts";
import type { Caller } from "../http/caller.ts";
import { isMemberNow } from "../users/users.sql.ts";

/** Who the living ones among `sessionIds` belong to, by session. */
export async function findCallers(
  { db, dialect }: Database,
  sessionIds: readonly string[],
): Promise<Map<string, Caller>> {
  const rows = await db
    .selectFrom("users")
    .innerJoin("sessions", "sessions.user_id", "users.id")
    .select([
      "sessions.id as sessionId",
      "users.id as userId",
      "users.email",
      "users.name",
      "users.photo_url as photoURL",
      "users.role as storedRole",
    ])
    .select((eb) => isMemberNow(dialect)(eb).as("is_member"))
    .where(({ ref }) => dialect.isOneOf(ref("sessions.id"), sessionIds))
    .where("sessions.expires_at", ">", dialect.authInstant(Date.now()))
    .execute();
  return new Map(
    rows.map(({ is_member, ...row }) => {
      const isMember = Boolean(is_member);
      return [row.sessionId, { ...row, isMember, role: shownRole(row.storedRole, isMember) }];
    }),
  );
}
