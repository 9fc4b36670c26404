import type { Kysely } from "kysely";
import type { Dialect } from "../dialect.ts";
import { replaceFirstBallots } from "./0027-ledger-format/firstBallots.ts";
import { createStoring } from "./0027-ledger-format/storing.ts";

/**
 * Replaces PostgreSQL's functions that store votes, where 0027-ledger-format.ts has created them without a new key for
 * each ledger that a first vote begins. On SQLite the server does that (votes/storing/storeOnSqlite.sql.ts).
 */
export async function renewKeyAtFirstVote(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  if (engine === "sqlite") return;
  await createStoring(db);
  await replaceFirstBallots(db);
}
