import { type Kysely, sql } from "kysely";

/** Payments that the bank took back are told from those that an admin gave back: a dispute can be won. */
export async function wonDisputes({ schema }: Kysely<never>): Promise<void> {
  await schema
    .alterTable("payments")
    .addColumn("dispute", "text", (c) => c.check(sql`dispute in ('open', 'won')`))
    .execute();
}
