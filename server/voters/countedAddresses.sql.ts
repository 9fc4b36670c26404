import { DAY_MS } from "@survey-app/contract/time.ts";
import type { Database } from "../database/database.ts";
import type { CountedAddressKey } from "../mail/addressHash.ts";

/** How long the hash of an address is kept if voting doesn't end before, in milliseconds: 24 months. */
const KEPT_MS = 731 * DAY_MS;

/**
 * Keeps hashes of the addresses of people on lists whose account is deleted, so that the same mailbox can't be invited and vote
 * again. They name no invitation, and so no vote, and don't tell who had voted.
 */
export async function keepCountedAddresses(
  { db }: Database,
  counted: readonly { surveyId: string; email: string }[],
  key: CountedAddressKey,
): Promise<void> {
  if (counted.length === 0) return;
  // Rounded to days: the rest would tell when an account was deleted.
  const keptUntil = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS + KEPT_MS;
  await db
    .insertInto("counted_addresses")
    .values(
      counted.map(({ surveyId, email }) => ({
        survey_id: surveyId,
        address_hash: key.hash(surveyId, email),
        key_number: key.number,
        kept_until: keptUntil,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Finds which of these addresses belong to people who were on a survey's list and then deleted their account. */
export async function findCountedAddresses(
  { db, dialect }: Database,
  surveyId: string,
  { emails, keys }: { emails: readonly string[]; keys: readonly CountedAddressKey[] },
): Promise<Set<string>> {
  const emailOf = new Map(emails.flatMap((email) => keys.map((key) => [key.hash(surveyId, email), email] as const)));
  const rows = await db
    .selectFrom("counted_addresses")
    .select("address_hash")
    .where("survey_id", "=", surveyId)
    .where(({ ref }) => dialect.isOneOf(ref("address_hash"), [...emailOf.keys()]))
    .execute();
  return new Set(rows.flatMap(({ address_hash }) => emailOf.get(address_hash) ?? []));
}

/** Removes the hashes of a survey on which nobody can vote any more. */
export async function removeCountedAddresses({ db }: Database, surveyId: string): Promise<void> {
  await db.deleteFrom("counted_addresses").where("survey_id", "=", surveyId).execute();
}

/** Removes the hashes that were kept for 24 months. */
export async function removeOldCountedAddresses({ db }: Database): Promise<void> {
  await db.deleteFrom("counted_addresses").where("kept_until", "<", Date.now()).execute();
}

/** Whether some hashes were made with none of these keys. */
export async function hasUnknownCountedAddresses(
  { db, dialect }: Database,
  keys: readonly CountedAddressKey[],
): Promise<boolean> {
  const numbers = keys.map(({ number }) => number);
  const found = await db
    .selectFrom("counted_addresses")
    .select("survey_id")
    .where(({ not, ref }) => not(dialect.isOneOf(ref("key_number"), numbers)))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
