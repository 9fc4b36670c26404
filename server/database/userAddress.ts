import { DELETED_DOMAIN, idOfDeleted } from "@survey-app/contract/text/deletedAddress.ts";
import { type RawBuilder, sql } from "kysely";

/**
 * SQL for the address that is shown of a user: the user's own, and for a deleted account one that is made of its id.
 * Null where a left join finds no user.
 */
export const shownAddress = (users = "users"): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${users}.email`)}, ${sql.ref(`${users}.id`)} || ${sql.lit(`@${DELETED_DOMAIN}`)})`;

/**
 * SQL for the id of the user of whom an address is shown; null without one. In version 1.0 people could take such an
 * address: then it is theirs, also once the account with the id in it is deleted.
 */
export function idOfShownAddress(address: string): RawBuilder<string | null> {
  const own = sql`(select id from users where email = ${address})`;
  const deleted = idOfDeleted(address);
  if (deleted === null) return sql<string | null>`${own}`;
  return sql<string | null>`coalesce(${own}, (select id from users where id = ${deleted} and email is null))`;
}
