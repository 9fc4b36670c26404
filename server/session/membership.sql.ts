import { type ExpressionBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";

/** SQL for "has a membership that is active now", for a query that reads from users. */
export function isMemberNow(dialect: Database["dialect"]) {
  return ({ exists, selectFrom }: ExpressionBuilder<Tables, "users">) =>
    exists(
      selectFrom("memberships")
        .select(sql.lit(1).as("one"))
        .whereRef("memberships.user_id", "=", "users.id")
        .where("memberships.starts_at", "<=", dialect.now)
        .where("memberships.ends_at", ">", dialect.now),
    );
}
