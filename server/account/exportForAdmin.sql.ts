import { type exportDataOf, leftOut } from "@survey-app/contract/account/erasure.ts";
import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import { sql } from "kysely";
import { logAction } from "../audit/audit.sql.ts";
import { earlierAnswersSealed, openToAll } from "../ballots/visible.sql.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import { orNotFound } from "../http/apiError.ts";
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
  const user = await database.transaction(async (tx) => {
    await lockAdminsFor(by, tx);
    const { email } = await lockPerson(tx, userId);
    await logAction(tx, by, { action: "dataExported", about: { kind: "user", id: userId }, before: {}, after: {} });
    return orNotFound(await findUserByEmail(tx, email));
  });
  const data = await collectUserData(database, userId, hashAddress);
  const shown = await findShown(database, [...new Set(data.votes.map(({ surveyId }) => surveyId))]);
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

/**
 * Finds the surveys on which everyone sees how each person voted. Where earlier answers stay sealed, a person's rows
 * would reveal them to an admin.
 */
async function findShown({ db, dialect }: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("ballot_boxes")
    .select("survey_id")
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), ids))
    .where("privacy", "=", "named")
    .where(openToAll)
    .where(sql<boolean>`not ${earlierAnswersSealed}`)
    .execute();
  return new Set(rows.map(({ survey_id }) => survey_id));
}
