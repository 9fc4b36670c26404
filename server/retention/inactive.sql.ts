import type { StepJob } from "@survey-app/contract/ops/failedWork.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { VERIFIED } from "@survey-app/contract/users/users.ts";
import { type RawBuilder, sql } from "kysely";
import { type AccountDeletions, deleteDueAccounts } from "../account/deletion.sql.ts";
import { isClockHeld } from "../clock/heartbeat.sql.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import type { JobRun } from "../http/jobs.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { eachRow, isTriable } from "../queues/steps.sql.ts";
import { lockUser } from "../session/accounts.sql.ts";
import { isMemberNow } from "../session/membership.sql.ts";

/**
 * Deletes accounts that were not used for a long time (INACTIVE_DAYS), after two emails. It keeps the accounts of
 * admins, of members, and of owners and co-owners of running surveys; and blocked accounts, because their addresses
 * could sign up again.
 */

/** The days before the deletion on which its two emails are sent. */
export const NOTICE_DAYS = [30, 7] as const;

/** The most accounts that one run emails, and the most that it deletes. */
const BATCH_MAX = 100;

/**
 * SQL for accounts that can be deleted, were not used since an instant, and got this many emails since, the last one
 * before another instant.
 */
function inactiveUsers(
  { db, dialect }: Database,
  { unusedSince, notices, toldBefore }: { unusedSince: number; notices: 0 | 1 | 2; toldBefore: number },
) {
  const isOpen = sql`closed_at is null and first_published_at is not null`;
  const ownsOpen: RawBuilder<boolean> = sql`exists (select 1 from surveys where owner_id = users.id and ${isOpen})`;
  const coOwnsOpen: RawBuilder<boolean> = sql`exists (
    select 1 from survey_owners join surveys on surveys.id = survey_owners.survey_id
    where survey_owners.user_id = users.id and ${isOpen})`;
  const usesKey: RawBuilder<boolean> = sql`exists (
    select 1 from api_keys where user_id = users.id and last_used_at >= ${unusedSince})`;
  return (
    db
      .selectFrom("users")
      .where(sql<boolean>`coalesce(used_at, created_at) < ${unusedSince}`)
      .where("status", "=", VERIFIED)
      .where("role", "<>", "admin")
      // Guests are deleted earlier (account/guests.sql.ts).
      .where("is_guest", "=", 0)
      .where("inactivity_notices", "=", notices)
      .where(sql<boolean>`coalesce(inactivity_told_at, 0) < ${toldBefore}`)
      .where(({ not }) => not(ownsOpen))
      .where(({ not }) => not(coOwnsOpen))
      .where(({ not }) => not(usesKey))
      .where((eb) => eb.not(isMemberNow(dialect)(eb)))
  );
}

/** The steps for accounts that were not used for `days` days, in order. */
function steps(days: number) {
  const now = Date.now();
  const ago = (days: number) => now - days * DAY_MS;
  const [first, second] = NOTICE_DAYS;
  return {
    first: { unusedSince: ago(days - first), notices: 0, toldBefore: now },
    second: { unusedSince: ago(days - second), notices: 1, toldBefore: ago(first - second) },
    deletion: { unusedSince: ago(days), notices: 2, toldBefore: ago(second) },
  } as const;
}

/** Counts the accounts that the next runs would email for the first time, for the second time, and delete. */
export async function countInactive(database: Database, days: number) {
  const { first, second, deletion } = steps(days);
  return {
    first: await countMatching(inactiveUsers(database, first)),
    second: await countMatching(inactiveUsers(database, second)),
    deleted: await countMatching(inactiveUsers(database, deletion)),
  };
}

/** Emails the owners of accounts that will be deleted. @returns how many */
export async function emailInactive(database: Database, days: number, run?: JobRun): Promise<number> {
  const { first, second } = steps(days);
  let told = 0;
  for (const [notice, inDays] of [
    [second, NOTICE_DAYS[1]],
    [first, NOTICE_DAYS[0]],
  ] as const) {
    const keys = await findInactive(database, "accountNotices", notice);
    const step = async (id: string) => {
      if (await database.transaction((tx) => emailOwner(tx, id, { notice, inDays }))) told += 1;
    };
    await eachRow(database, "accountNotices", { keys, step, run });
  }
  return told;
}

type Step = Parameters<typeof inactiveUsers>[1];

async function findInactive(database: Database, job: StepJob, step: Step): Promise<string[]> {
  const due = inactiveUsers(database, step).select("id").where(isTriable(job, "users.id")).limit(BATCH_MAX);
  return (await due.execute()).map(({ id }) => id);
}

/** @returns whether its owner gets the email */
async function emailOwner(
  tx: Database,
  id: string,
  { notice, inDays }: { notice: Step; inDays: number },
): Promise<boolean> {
  const { email } = await lockUser(tx, id);
  if (!(await isStill(tx, id, notice))) return false;
  const now = Date.now();
  await tx.db
    .updateTable("users")
    .set({ inactivity_notices: notice.notices + 1, inactivity_told_at: now })
    .where("id", "=", id)
    .execute();
  await enqueueEmail(tx, email, { kind: "accountEnds", at: now + inDays * DAY_MS, isLast: notice.notices === 1 });
  return true;
}

/** Deletes accounts whose owners got two emails and did not sign in. @returns how many */
export async function deleteInactive(
  database: Database,
  { days, ...deletions }: { days: number } & AccountDeletions,
): Promise<number> {
  const { deletion } = steps(days);
  return deleteDueAccounts(database, "unusedAccounts", {
    ...deletions,
    keys: await findInactive(database, "unusedAccounts", deletion),
    async lockDue(tx, id) {
      const user = await lockUser(tx, id);
      return (await isStill(tx, id, deletion)) ? user : null;
    },
  });
}

/**
 * Whether a step still applies to a locked account: its owner may have signed in meanwhile, another instance may have
 * been faster, or the clock that makes the account unused may be held.
 */
async function isStill(tx: Database, id: string, step: Step): Promise<boolean> {
  const found = await inactiveUsers(tx, step).select("users.id").where("users.id", "=", id).executeTakeFirst();
  return found !== undefined && !(await isClockHeld(tx));
}
