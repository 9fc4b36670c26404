import { DELETED_DOMAIN } from "@survey-app/contract/text/deletedAddress.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { DELETED } from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** The migration since which deleted accounts don't have an address. */
const MIGRATION = "0019-deleted-addresses";

/**
 * How long after the migration instances of version 1.0 may still run, or run again, in milliseconds: they can't list
 * surveys of accounts without an address.
 */
const FORMER_VERSION_MS = DAY_MS;

/**
 * Removes the addresses that version 1.0 gave to deleted accounts, also those that it gave after the migration: during
 * an upgrade, or when an operator went back to it. Only the row's own id tells that: people could type any other such
 * address.
 */
export async function removeFormerAddresses(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.dialect.acquireMigrationLock(tx.db);
    const former = sql<string>`id || ${sql.lit(`@${DELETED_DOMAIN}`)}`;
    await tx.db
      .updateTable("invitations")
      .set({ email: null, is_deleted: 1 })
      .where("email", "=", former)
      // As a literal, as in the index.
      .where("wants_email", "=", sql.lit(0))
      .execute();
    await tx.db
      .updateTable("users")
      .set({ email: null })
      .where("email", "=", former)
      .where("status", "=", sql.lit(DELETED))
      .where(hasFormerVersionEnded)
      .execute();
  });
}

const hasFormerVersionEnded = () =>
  sql<boolean>`exists (
    select 1 from kysely_migration
    where name = ${MIGRATION} and timestamp < ${new Date(Date.now() - FORMER_VERSION_MS).toISOString()})`;
