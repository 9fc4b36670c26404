import { type Kysely, sql } from "kysely";

/**
 * For counting the emails to many people that are still to be sent, before each chunk of a mailing: without reading
 * those that were given up, that failed again and again, or that wait for the limit of their address. The outbox is
 * small enough for an index within a second.
 */
export async function indexBulkEmails(db: Kysely<never>): Promise<void> {
  await sql`create index outbox_bulk on outbox (attempts, next_at) where is_bulk = 1 and next_at is not null`.execute(
    db,
  );
}
