import { RENEWAL_DAYS } from "@survey-app/contract/text/limits.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import type { Database } from "../database/database.ts";
import type { JobRun } from "../http/jobs.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { isInUse } from "../mail/wantedEmails.sql.ts";
import { eachBatch, isTriable } from "../queues/steps.sql.ts";

const BATCH_MAX = 200;

/**
 * Enqueues one reminder for each membership that ends within RENEWAL_DAYS, unless another membership follows it.
 * @param canRenew whether users can pay for another year here
 * @returns the number of reminders
 */
export async function enqueueMembershipReminders(database: Database, canRenew: boolean, run?: JobRun): Promise<number> {
  const due = await endingMemberships(database)
    .select("memberships.id")
    .where(isTriable("membershipReminders", "memberships.id"))
    .orderBy("memberships.id")
    .limit(BATCH_MAX)
    .execute();
  let told = 0;
  await eachBatch(database, "membershipReminders", {
    keys: due.map(({ id }) => id),
    size: BATCH_MAX,
    step: async (ids) => {
      told += await database.transaction((tx) => remind(tx, ids, canRenew));
    },
    run,
  });
  return told;
}

async function remind(tx: Database, ids: readonly string[], canRenew: boolean): Promise<number> {
  const { db, dialect } = tx;
  // Locked and read again, because another instance can have been faster.
  const ending = await endingMemberships(tx)
    .select(["memberships.id", "memberships.ends_at", "users.email"])
    .where(({ ref }) => dialect.isOneOf(ref("memberships.id"), ids))
    .orderBy("memberships.id")
    .$call((query) => dialect.lock(query as never) as typeof query)
    .execute();
  for (const { id, ends_at, email } of ending) {
    await db.updateTable("memberships").set({ told_at: Date.now() }).where("id", "=", id).execute();
    await enqueueEmail(tx, email, { kind: "membershipEnds", until: ends_at, canRenew });
  }
  return ending.length;
}

function endingMemberships({ db }: Database) {
  const now = Date.now();
  return (
    db
      .selectFrom("memberships")
      .innerJoin("users", "users.id", "memberships.user_id")
      // Blocked people can't sign in, so they can't renew.
      .where(isInUse)
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
  );
}
