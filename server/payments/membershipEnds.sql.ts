import { RENEWAL_DAYS } from "@survey-app/contract/limits.ts";
import { DAY_MS } from "@survey-app/contract/time.ts";
import { VERIFIED } from "@survey-app/contract/users.ts";
import type { Database } from "../database/database.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";

const BATCH_MAX = 200;

/**
 * Enqueues one reminder for each membership that ends within RENEWAL_DAYS and that no other membership follows.
 * @param canRenew whether another year can be paid for here
 * @returns how many
 */
export function enqueueMembershipReminders(database: Database, canRenew: boolean): Promise<number> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    const now = Date.now();
    const ending = await db
      .selectFrom("memberships")
      .innerJoin("users", "users.id", "memberships.user_id")
      .select(["memberships.id", "memberships.ends_at", "users.email"])
      // Blocked people can't sign in, so they can't renew.
      .where("users.status", "=", VERIFIED)
      .where("memberships.told_at", "is", null)
      .where("memberships.ends_at", ">", now)
      .where("memberships.ends_at", "<", now + RENEWAL_DAYS * DAY_MS)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("memberships as later")
              .select("later.id")
              .whereRef("later.user_id", "=", "memberships.user_id")
              .whereRef("later.ends_at", ">", "memberships.ends_at"),
          ),
        ),
      )
      .orderBy("memberships.id")
      .limit(BATCH_MAX)
      .$call((query) => dialect.lock(query as never) as typeof query)
      .execute();
    for (const { id, ends_at, email } of ending) {
      await db.updateTable("memberships").set({ told_at: now }).where("id", "=", id).execute();
      await enqueueEmail(tx, email, { kind: "membershipEnds", until: ends_at, canRenew });
    }
    return ending.length;
  });
}
