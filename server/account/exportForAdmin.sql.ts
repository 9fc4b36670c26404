import { type exportDataOf, leftOut } from "@survey-app/contract/account/erasure.ts";
import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import { logAction } from "../audit/audit.sql.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import { apiError } from "../http/apiError.ts";
import type { Actor } from "../http/currentUser.ts";
import type { HashAddress } from "../mail/addressHash.ts";
import { findUserByEmail, lockAdminsFor } from "../users/users.sql.ts";
import { lockPerson } from "./erasure.sql.ts";
import { collectUserData } from "./export.sql.ts";

/**
 * An admin's copy of a person's data, which is logged.
 * @throws {ApiError} `notFound`, `guestAccount`, or `roleRequired` if `by` is no longer an admin
 */
export async function exportForAdmin(
  database: MainDatabase,
  userId: string,
  { by, hashAddress }: { by: Actor; hashAddress: HashAddress },
): Promise<ResponseOf<typeof exportDataOf>> {
  const email = await database.transaction(async (tx) => {
    await lockAdminsFor(by, tx);
    const person = await lockPerson(tx, userId);
    await logAction(tx, by, { action: "dataExported", about: { kind: "user", id: userId }, before: {}, after: {} });
    return person.email;
  });
  const user = await findUserByEmail(database, email);
  if (user?._id !== userId) throw apiError("notFound");
  const data = await collectUserData(database, userId, hashAddress);
  const shown = await findShown(database, new Set(data.votes.map(({ surveyId }) => surveyId)));
  return {
    exportedAt: new Date().toISOString(),
    user,
    ...data,
    votes: data.votes.filter(({ surveyId }) => shown.has(surveyId)),
    invitations: [],
    voterLists: [],
    onVoterLists: [],
    waitingPeople: [],
    emails: [],
    leftOut,
  };
}

/** Ids that one statement compares. */
const CHUNK = 500;

/** Those of the surveys whose voters are named, and whose result is shown. */
async function findShown({ db }: Database, ids: ReadonlySet<string>): Promise<Set<string>> {
  const all = [...ids];
  const shown = new Set<string>();
  for (let at = 0; at < all.length; at += CHUNK) {
    const rows = await db
      .selectFrom("surveys")
      .select("id")
      .where("id", "in", all.slice(at, at + CHUNK))
      .where("privacy", "=", "named")
      .where((eb) => eb.or([eb("results", "=", "live"), eb("closed_at", "is not", null)]))
      .execute();
    for (const { id } of rows) shown.add(id);
  }
  return shown;
}
