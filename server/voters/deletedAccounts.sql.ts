import { sql } from "kysely";
import { lockBallotBox } from "../ballots/ballotBox.sql.ts";
import type { Database } from "../database/database.ts";
import type { CountedAddressKey } from "../mail/addressHash.ts";
import { keepCountedAddresses } from "./countedAddresses.sql.ts";
import { removeTrailOfPeople } from "./emailTrail.sql.ts";
import type { InvitedPerson } from "./findVoter.sql.ts";
import { invitationsOf, type Person } from "./votesOfPerson.sql.ts";

/**
 * Removes the address and the label of a user whose account is deleted from all lists: of the invitations to their
 * address, if it is confirmed, because a stranger could have entered another one; and of those with which the account
 * voted. The invitations stay, because the numbers of lists are public. A hash of the address is kept, so that the
 * mailbox has one vote even if it is invited again; also of those who did not vote, and what becomes of a link is the
 * same, or both would tell who had voted.
 * @param meetings those that `lockMeetingsOf` returned
 */
export async function anonymizeInvitations(
  tx: Database,
  account: Person,
  { key, meetings }: { key: CountedAddressKey; meetings: readonly string[] },
): Promise<void> {
  const { db } = tx;
  const conditions = invitationsOf(account);
  const surveyIds = new Set<string>();
  const people: InvitedPerson[] = [];
  for (const ofAccount of conditions) {
    const invited = db
      .selectFrom("invitations")
      .select(["survey_id", "id"])
      .where("email", "is not", null)
      .where(ofAccount);
    for (const { survey_id: surveyId, id: invitationId } of await invited.execute()) {
      surveyIds.add(surveyId);
      people.push({ surveyId, invitationId });
    }
  }
  // From now on, an unused invitation can't be used to vote (`electorateRejection`).
  for (const surveyId of [...surveyIds].sort()) await lockBallotBox(tx, surveyId);
  await removeTrailOfPeople(tx, people);
  for (const ofAccount of conditions) {
    // The list of a secret survey is fixed with its first vote, so nobody on it can be invited again.
    const canGrow = sql<boolean>`(${tx.dialect.isOneOf(sql.ref("invitations.survey_id"), meetings)} or exists (
      select 1 from ballot_boxes
      where ballot_boxes.survey_id = invitations.survey_id and closed_at is null and privacy <> 'secret'))`;
    const counted = await db
      .selectFrom("invitations")
      .select(["survey_id as surveyId", "email"])
      .$narrowType<{ email: string }>()
      .where("email", "is not", null)
      .where(ofAccount)
      .where(canGrow)
      .execute();
    await keepCountedAddresses(tx, counted, key);
    // The label stays where it names another account's voter: the address was that voter's before it was this
    // account's.
    const ofOther = sql<boolean>`exists (
      select 1 from votes
      where votes.survey_id = invitations.survey_id and votes.invitation_id = invitations.id
        and votes.user_id not in (${account.userId}, invitations.id))`;
    await db
      .updateTable("invitations")
      .set({ label: sql<string>`case when ${ofOther} then label else '' end` })
      .set({ email: null, is_deleted: 1, wants_email: 0 })
      .where("email", "is not", null)
      .where(ofAccount)
      .execute();
  }
}

/**
 * Locks the meetings of an account and those on whose lists it is, all at once in the order of their ids: two deletions
 * of accounts would wait for each other otherwise. Call it before a ballot box is locked, and before lists are read: an
 * opening that copies one of them is over by then, or begins later.
 * @returns those to which people can still be added
 */
export async function lockMeetingsOf(tx: Database, account: Person): Promise<string[]> {
  const { db, dialect } = tx;
  const ids = new Set<string>();
  for (const ofAccount of invitationsOf(account)) {
    const lists = db.selectFrom("invitations").select("survey_id").where("email", "is not", null).where(ofAccount);
    for (const { survey_id } of await lists.execute()) ids.add(survey_id);
  }
  const locked = await db
    .selectFrom("meetings")
    .select(["id", "ended_at"])
    .where(({ or, eb, ref }) => or([eb("owner_id", "=", account.userId), dialect.isOneOf(ref("id"), [...ids])]))
    .orderBy("id")
    .$call(dialect.lock)
    .execute();
  return locked.filter(({ ended_at }) => ended_at === null).map(({ id }) => id);
}
