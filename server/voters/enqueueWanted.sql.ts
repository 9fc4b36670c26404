import type { UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import type { Database } from "../database/database.ts";
import type { Failure } from "../database/inSavepoint.ts";
import { bulkEmailOf, type EnqueuedEmail, enqueueEmail } from "../mail/outbox.sql.ts";
import { keepTrail } from "./emailTrail.sql.ts";
import { type AddressedEmail, findUnsentReasons } from "./unsentReasons.sql.ts";

/** An email to one of many people, before it is enqueued. */
export interface CandidateEmail<E extends EnqueuedEmail = EnqueuedEmail> {
  address: string;
  email: E;
}

/**
 * Enqueues emails for those of many people who should get them, and keeps the reasons why the others don't. Call it in
 * a transaction.
 * @param emails all of one survey and kind
 * @param reason why no one gets them; null if that is decided for each person
 * @param withVoters as for `findUnsentReasons`
 * @param choose which of them are enqueued after all
 * @returns the error if the others' reasons could not be kept; null if they are
 */
export async function enqueueWanted<E extends EnqueuedEmail>(
  tx: Database,
  emails: readonly CandidateEmail<E>[],
  {
    reason = null,
    withVoters = false,
    choose = async (wanted) => wanted,
  }: {
    reason?: UnsentReason | null;
    withVoters?: boolean;
    choose?: (wanted: readonly CandidateEmail<E>[]) => Promise<readonly CandidateEmail<E>[]>;
  } = {},
): Promise<Failure | null> {
  const addressed = new Map<AddressedEmail, CandidateEmail<E>>();
  for (const each of emails) {
    const bulk = bulkEmailOf(each.email);
    if (bulk) addressed.set({ ...bulk, address: each.address }, each);
  }
  const reasons = reason === null ? await findUnsentReasons(tx, [...addressed.keys()], { withVoters }) : new Map();
  const wanted: CandidateEmail<E>[] = [];
  const unsent: (CandidateEmail<E> & { reason: UnsentReason })[] = [];
  for (const [key, each] of addressed) {
    const found = reason ?? reasons.get(key);
    if (found) unsent.push({ ...each, reason: found });
    else wanted.push(each);
  }
  const trailFailure = await keepTrail(tx, unsent);
  for (const { address, email } of await choose(wanted)) await enqueueEmail(tx, address, email);
  return trailFailure;
}
