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
 * Enqueues emails to those of many people who are to get them, and keeps why the others get none. Call it in a transaction.
 * @param emails all of one survey and kind
 * @param reason why nobody is to get them; null if that is decided for each person
 * @param withVoters as for `findUnsentReasons`
 * @param choose which of them are enqueued after all
 * @returns why the reasons of the others could not be kept; null if they are
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
