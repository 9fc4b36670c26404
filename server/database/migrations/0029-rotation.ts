import { type Kysely, sql } from "kysely";

/**
 * For secrets that change. A code stores the number of the key that its hash is made with, and a list counts the links
 * and codes that the operator replaced after a leak.
 */
export async function addRotation(db: Kysely<never>): Promise<void> {
  await sql`alter table invitations add column code_key text`.execute(db);
  await sql`create index invitations_code_key on invitations (survey_id, code_key) where code_key is not null`.execute(
    db,
  );
  await sql`alter table invitation_days add column reissued bigint not null default 0`.execute(db);
}
