import type { Database } from "../../database/database.ts";

/** The claim of a provider that decides about roles, as one text. */
export const roleClaimKey = ({ issuer, claim }: { issuer: string; claim: string }): string => `${issuer} ${claim}`;

/** Notes that a sign-in carried a claim that decides about roles. */
export async function noteCarried({ db }: Database, claim: string): Promise<void> {
  const known = await db.selectFrom("role_claims").select("carried_at").where("claim", "=", claim).executeTakeFirst();
  if (typeof known?.carried_at === "number") return;
  const carried = { carried_at: Date.now(), missed_at: null };
  await db
    .insertInto("role_claims")
    .values({ claim, ...carried })
    .onConflict((conflict) => conflict.column("claim").doUpdateSet(carried))
    .execute();
}

/**
 * Notes that a sign-in lacked a claim that decides about roles.
 * @returns whether another one has carried it. If none ever has, the setting names a claim that the provider doesn't
 *   send
 */
export async function noteMissing({ db }: Database, claim: string): Promise<boolean> {
  const missed = { missed_at: Date.now() };
  const { carried_at } = await db
    .insertInto("role_claims")
    .values({ claim, carried_at: null, ...missed })
    .onConflict((conflict) => conflict.column("claim").doUpdateSet(missed))
    .returning("carried_at")
    .executeTakeFirstOrThrow();
  return carried_at !== null;
}

/**
 * When a sign-in last lacked a claim that no sign-in has ever carried, in milliseconds since 1970; null if one has
 * carried it, or none lacked it.
 */
export async function findMissing({ db }: Database, claim: string): Promise<number | null> {
  const known = await db.selectFrom("role_claims").selectAll().where("claim", "=", claim).executeTakeFirst();
  return known && known.carried_at === null && known.missed_at !== null ? Number(known.missed_at) : null;
}
