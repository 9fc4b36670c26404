import { DELETED_DOMAIN, idOfDeleted } from "@survey-app/contract/text/deletedAddress.ts";
import { GUEST_SUFFIX, isGuestAddress } from "@survey-app/contract/text/guestAddress.ts";
import { type RawBuilder, sql } from "kysely";

/**
 * SQL for the address that is shown for a user: the user's own, or for a guest or a deleted account one made from the
 * id. Null where a left join doesn't find a user.
 */
export const shownAddress = (users = "users"): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${users}.${name}`);
  const suffix = sql`case ${column("is_guest")} when 1 then ${sql.lit(GUEST_SUFFIX)} else ${sql.lit(`@${DELETED_DOMAIN}`)} end`;
  return sql<string>`coalesce(${column("email")}, ${column("id")} || ${suffix})`;
};

/**
 * SQL for the id of the user for whom an address is shown; null without one. In version 1.0 people could register such
 * an address: then it stays theirs, even once the account with the id in it is deleted.
 */
export function idOfShownAddress(address: string): RawBuilder<string | null> {
  const own = sql`(select id from users where email = ${address})`;
  if (isGuestAddress(address)) {
    const id = address.slice(0, -GUEST_SUFFIX.length);
    return sql<string | null>`coalesce(${own}, (select id from users where id = ${id} and is_guest = 1))`;
  }
  const deleted = idOfDeleted(address);
  if (deleted === null) return sql<string | null>`${own}`;
  return sql<
    string | null
  >`coalesce(${own}, (select id from users where id = ${deleted} and email is null and is_guest = 0))`;
}
