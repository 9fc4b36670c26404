import { mailboxOf } from "@survey-app/contract/text/emailAddress.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import type { Database } from "../database/database.ts";
import type { CountedAddressKey } from "../mail/addressHash.ts";

/** How long the hash of an address is kept if voting doesn't end before, in milliseconds: 24 months. */
const KEPT_MS = 731 * DAY_MS;

/** Rounded to days: the rest would tell when an account was deleted. */
const keptUntil = (): number => (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS + KEPT_MS;

/** In place of the id of a survey: that of a mailbox which had an account. */
const FORMER_MAILBOX = "";

/**
 * Keeps a hash of the mailbox of an account that is deleted or moves to another mailbox, if a mailbox can have only one
 * account (REGISTRATION=domains): its next account could vote again. It is also kept for people who did not vote, and
 * without a survey, so that it doesn't tell who voted.
 */
export async function keepFormerMailbox({ db }: Database, email: string, key: CountedAddressKey): Promise<void> {
  await db
    .insertInto("counted_addresses")
    .values({
      survey_id: FORMER_MAILBOX,
      address_hash: key.hash(FORMER_MAILBOX, mailboxOf(email)),
      key_number: key.number,
      kept_until: keptUntil(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["survey_id", "address_hash"])
        .doUpdateSet(({ ref }) => ({ key_number: ref("excluded.key_number"), kept_until: ref("excluded.kept_until") })),
    )
    .execute();
}

/**
 * Whether the mailbox of an address had an account before that could vote on a survey: until the end of the day on
 * which that account was deleted, or moved, the survey was published. On surveys for invited people the list decides.
 */
export async function isFormerVoter(
  { db, dialect }: Database,
  { surveyId, email, keys }: { surveyId: string; email: string; keys: readonly CountedAddressKey[] },
): Promise<boolean> {
  const mailbox = mailboxOf(email);
  const hashes = keys.map((key) => key.hash(FORMER_MAILBOX, mailbox));
  const { until } = await db
    .selectFrom("counted_addresses")
    .select(({ fn }) => fn.max<number | null>("kept_until").as("until"))
    .where("survey_id", "=", FORMER_MAILBOX)
    .where(({ ref }) => dialect.isOneOf(ref("address_hash"), hashes))
    .executeTakeFirstOrThrow();
  if (until === null) return false;
  const older = await db
    .selectFrom("surveys")
    .select("id")
    .where("id", "=", surveyId)
    .where("electorate", "=", "everyone")
    .where("first_published_at", "<", Number(until) - KEPT_MS)
    .executeTakeFirst();
  return older !== undefined;
}

/**
 * Keeps hashes of the addresses of people on lists whose account is deleted, so that the same mailbox can't be invited
 * and vote again. They name no invitation, and so no vote, and don't tell who had voted.
 */
export async function keepCountedAddresses(
  { db }: Database,
  counted: readonly { surveyId: string; email: string }[],
  key: CountedAddressKey,
): Promise<void> {
  if (counted.length === 0) return;
  await db
    .insertInto("counted_addresses")
    .values(
      counted.map(({ surveyId, email }) => ({
        survey_id: surveyId,
        address_hash: key.hash(surveyId, email),
        key_number: key.number,
        kept_until: keptUntil(),
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

/** Removes the hashes of a survey on which no one can vote any longer. */
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
