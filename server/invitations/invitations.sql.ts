import {
  CODES_REPEATED_MINUTES,
  type Invitation,
  type InvitationState,
  type listInvitations,
} from "@survey-app/contract/invitations/invitations.ts";
import { REQUESTED_INVITATIONS_MAX } from "@survey-app/contract/text/limits.ts";
import { DELETED_NAME, maskedEmail, shownName } from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";
import type * as z from "zod/mini";
import { findRequestedSurvey } from "../ballots/rights.sql.ts";
import { type Action, loggedFor, may, seesInvitedAddresses } from "../ballots/rights.ts";
import { containing, containingAddress, foldedText } from "../database/containing.ts";
import { countMatching } from "../database/countMatching.ts";
import { decodeCursor } from "../database/cursor.ts";
import type { Database } from "../database/database.ts";
import { storedFold } from "../database/foldText.ts";
import { type PagedRows, toPage } from "../database/pagination.ts";
import { toIso } from "../database/toIso.ts";
import type { Change } from "../events/surveyEvents.ts";
import type { Actor, CurrentUser } from "../http/currentUser.ts";
import { removeTrailOfPeople } from "../voters/emailTrail.sql.ts";
import { type InvitedPerson, isCode } from "../voters/findVoter.sql.ts";
import { addressInList } from "../voters/names.sql.ts";
import { findOnList } from "../voters/recipients.sql.ts";
import { invitedHasVoted } from "../voters/votesOfPerson.sql.ts";
import { ISSUES_MAX, isEndedCode, type NewInvitation, nextIssues } from "./codes.sql.ts";
import { ENDED_CODE, hasCode, type InvitationTokens } from "./invitationTokens.ts";
import { updateInvitation } from "./invitedPeople.sql.ts";
import { keepFormerCodes } from "./issuedCodes.sql.ts";
import { addToNumbers, BEFORE_OPENING } from "./listNumbers.sql.ts";
import { findListHolder, isInUse, type LockedList, lockListOf } from "./lockedList.sql.ts";
import { countForEach, renewOnQuestions } from "./meetingLists.sql.ts";
import { findUnsentLinks } from "./unsentLinks.sql.ts";
import { countWaiting } from "./waitingPeople.sql.ts";

/**
 * Why people can't be added to a list; null if they can. After the first secret vote, the sums could reveal a new
 * person's answer.
 * @param count the number of new people, instead of those who waited; `codes` of them all get codes
 */
export async function rejectAdditions(
  database: Database,
  { list, count, codes }: { list: LockedList; count: number; codes: number },
): Promise<"codesNotAllowed" | "listFixed" | "passRuleFixed" | "listFull" | "requestedListFull" | null> {
  if (codes > 0 && !list.areCodesAllowed) return "codesNotAllowed";
  if (list.hasSecretVotes) return "listFixed";
  if (list.isPassRuleFixed) return "passRuleFixed";
  const people = (await countInvited(database, list.id)) + (await countWaiting(database, list.id)) + count;
  if (people > list.peopleMax) return "listFull";
  if (people <= REQUESTED_INVITATIONS_MAX) return null;
  return (await findRequestedSurvey(database, list.owners.owner_id)) === list.id ? "requestedListFull" : null;
}

/**
 * Allows the owner of a survey whose votes are confidential or secret, or of a meeting with such questions, to make
 * codes.
 * @returns false if they are allowed already
 */
export async function allowCodes(
  { tx, by, record }: Change<Actor>,
  id: string,
): Promise<boolean | "notFound" | "openElectorate" | "listOfMeeting"> {
  const locked = await lockListOf(tx, id);
  if (!locked) return "notFound";
  const { list, obstacle } = locked;
  if (obstacle === "openElectorate" || obstacle === "listOfMeeting") return obstacle;
  const table = list.holder === "meeting" ? "meetings" : "surveys";
  const { numUpdatedRows } = await tx.db
    .updateTable(table)
    .set({ codes_allowed: 1 })
    .where("id", "=", id)
    .where("codes_allowed", "=", 0)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  const logged = { title: list.title, before: {}, after: {} };
  await record({ kind: "codesAllowed", surveyId: id, by, logged, isPublic: true });
  return true;
}

/**
 * The number of people on a list, struck ones included. It is read from the list's numbers, because counting 100,000
 * rows takes long.
 */
async function countInvited({ db }: Database, surveyId: string): Promise<number> {
  const { people } = await db
    .selectFrom("invitation_days")
    .select(({ fn }) => fn.sum<number | null>("added").as("people"))
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  return Number(people ?? 0);
}

/**
 * Adds people to a locked list, and counts them on this day.
 * @param ticketHash of the request, to recognize a repetition; null without a ticket
 */
export async function insertInvitations(
  change: Change<Action>,
  { list, added, ticketHash }: { list: LockedList; added: readonly NewInvitation[]; ticketHash: string | null },
): Promise<void> {
  if (added.length === 0) return;
  const { tx } = change;
  await storeInvitations(tx, list.id, { added, at: list.now, ticketHash });
  const codes = added.filter(({ email }) => email === null).length;
  const isLate = await isInUse(tx, list);
  await addToNumbers(tx, list.id, isLate ? list.now : BEFORE_OPENING, { added: added.length, codes });
  await recordListChange(change, list, added.length);
}

/** Stores new invitations on a list, without counting them. */
export async function storeInvitations(
  tx: Database,
  listId: string,
  { added, at, ticketHash }: { added: readonly NewInvitation[]; at: number; ticketHash: string | null },
): Promise<void> {
  const rows = tx.dialect.rows(
    added.map(({ stored, ...invitation }) => ({ ...invitation, ...stored, folded: storedFold(invitation.label), at })),
    { id: "text", email: "text", label: "text", folded: "text", tokenHash: "text", codeKey: "text", at: "bigint" },
  );
  await sql`
    insert into invitations (survey_id, id, email, label, folded, token_hash, code_key, ticket_hash, created_at)
    select ${listId}, id, email, label, folded, "tokenHash", "codeKey", ${ticketHash}, at from ${rows}`.execute(tx.db);
}

/** An invitation that a repeated request has added. */
export interface Added {
  id: string;
  email: string | null;
  label: string;
  /** Whether its code can still be returned: it was made recently with the current secret, and not replaced since. */
  showsCode: boolean;
}

export const showsCode = (added: Added): boolean => added.showsCode;

/**
 * The invitations that a request with this ticket has added to a locked list, in their order; empty if the request is
 * new.
 * @param codeKey the number of the current key for codes
 */
export async function findAdded(
  { db }: Database,
  { list, ticketHash, codeKey }: { list: LockedList; ticketHash: string | null; codeKey: string },
): Promise<Added[]> {
  if (ticketHash === null) return [];
  const rows = await db
    .selectFrom("invitations")
    .select(["id", "email", "label", "issue", "code_key", "created_at"])
    .where("survey_id", "=", list.id)
    .where("ticket_hash", "=", ticketHash)
    .orderBy("id")
    .execute();
  const since = list.now - CODES_REPEATED_MINUTES * 60_000;
  return rows.map(({ id, email, label, issue, code_key, created_at }) => ({
    id,
    email,
    label,
    showsCode: code_key === codeKey && issue === 1 && created_at >= since,
  }));
}

/**
 * The largest number of a code on a list; 0 without one. Labels of this form that the owner gives to other codes count,
 * too. The query doesn't use `like`, which ignores case on SQLite.
 */
export async function findLastCodeNumber({ db }: Database, surveyId: string): Promise<number> {
  const number = sql<string>`substr(label, 6)`;
  const { last } = await db
    .selectFrom("invitations")
    .select(sql<number | null>`max(cast(${number} as bigint))`.as("last"))
    .where("survey_id", "=", surveyId)
    .where(isCode)
    .where(sql`substr(label, 1, 5)`, "=", "Code ")
    // No more digits than JavaScript counts exactly.
    .where(sql<boolean>`length(${number}) between 1 and 15 and ltrim(${number}, '0123456789') = ''`)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/**
 * Removes a person from a locked list: deletes the invitation before the first publication or opening, strikes it
 * afterwards. The result is the same whether or not the person voted. After the first vote, a pass rule keeps everyone
 * on the list, because removing silent people would fit the list to the votes.
 * @returns false if the person is struck already
 */
export async function removeFromList(
  change: Change<Action>,
  list: LockedList,
  invitationId: string,
): Promise<boolean | "notFound" | "passRuleFixed"> {
  const { tx } = change;
  const { db } = tx;
  const invited = { surveyId: list.id, invitationId };
  const found = await findInvitation(tx, invited);
  if (!found) return "notFound";
  if (found.state === "struck") return false;
  if (list.isPassRuleFixed) return "passRuleFixed";
  await recordListChange(change, list, -1);
  if (list.begunAt === null) {
    await db.deleteFrom("invitations").where("survey_id", "=", list.id).where("id", "=", invitationId).execute();
    await removeTrailOfPeople(tx, [invited]);
    // The links of a meeting are sent before its first opening.
    const sent = found.state === "sent" ? -1 : 0;
    await addToNumbers(tx, list.id, BEFORE_OPENING, { added: -1, codes: hasCode(found) ? -1 : 0, sent });
    return true;
  }
  await updateInvitation(tx, invited).set({ state: "struck", struck_at: list.now }).execute();
  await addToNumbers(tx, list.id, list.now, { struck: 1 });
  return true;
}

/**
 * The numbers of a survey's list are public from the first publication on, those of a meeting always.
 * @param people the number added; negative if people were removed
 */
const recordListChange = ({ by, record }: Change<Action>, list: LockedList, people: number) =>
  record({
    kind: "listChanged",
    surveyId: list.id,
    ...loggedFor(by, { ...list.owners, title: list.title }, { people }),
    isPublic: list.holder === "meeting" || list.begunAt !== null,
  });

const findInvitation = ({ db }: Database, { surveyId, invitationId }: InvitedPerson) =>
  db
    .selectFrom("invitations")
    .select(["id", "email", "is_deleted", "label", "state", "is_unknown_address", "issue", "code_key"])
    .where("survey_id", "=", surveyId)
    .where("id", "=", invitationId)
    .executeTakeFirst();

/** The next issue of an invitation, and the state that shows whether the former one was sent to its address. */
export type Reissued =
  | {
      email: string | null;
      issue: number;
      formerState: InvitationState;
      /** Whether the owner gets it, as a code to hand out. */
      isCode: boolean;
    }
  | "notFound"
  | "alreadySo"
  | "tooManyIssues"
  | "passRuleFixed";

/**
 * Gives an invitation of a locked list its next issue, which ends the former link or code and what was opened with it.
 * The public numbers always count a replaced code: it was shown when it was made, and whoever replaces it gets the new
 * one and could vote with it. A code that the operator ended after a leak has already been counted. After the first
 * vote, under a pass rule, only admins, who can't do anything else with lists, may replace codes that still work.
 *
 * In the hall of a meeting (`showsReplacements`) the owner gets a code in place of a link, too: an email would arrive
 * too late. For the same reason a link that is emailed there is counted: until it arrives, the person can't vote.
 * @param asOwner whether an owner of the list replaces it; if false, an admin does
 * @param isMailed whether the next link must reach the address, because the address was just corrected
 */
export async function reissue(
  tx: Database,
  invited: InvitedPerson,
  {
    list,
    tokens,
    asOwner,
    isMailed = false,
  }: { list: LockedList; tokens: InvitationTokens; asOwner: boolean; isMailed?: boolean },
): Promise<Reissued> {
  const found = await findInvitation(tx, invited);
  // A link can't be sent to a deleted account, and a code would give the owner a vote.
  if (!found || found.is_deleted === 1) return "notFound";
  const wasCode = hasCode(found);
  if (!wasCode && !asOwner) return "notFound";
  const isEnded = found.code_key !== null && !tokens.codeKeys.includes(found.code_key);
  if (wasCode && asOwner && !isEnded && list.isPassRuleFixed) return "passRuleFixed";
  if (found.state === "struck") return "alreadySo";
  const isCode = wasCode || (list.showsReplacements && !isMailed);
  const next = { id: found.id, email: isCode ? null : found.email };
  const [issue = 0] = await nextIssues(tx, tokens, [{ ...next, issue: found.issue }]);
  if (issue > ISSUES_MAX) return "tooManyIssues";
  await keepFormerCodes(tx, list, [found.id]);
  const { tokenHash, codeKey } = tokens.stored({ ...next, issue });
  await updateInvitation(tx, invited).set({ issue, token_hash: tokenHash, code_key: codeKey }).execute();
  await renewOnQuestions(tx, list, [{ id: found.id, issue }]);
  const isCounted = isCode
    ? found.code_key !== ENDED_CODE
    : list.holder === "meeting" && list.begunAt !== null && !isMailed;
  if (isCounted) await countForEach(tx, list, [found.id], { replaced: 1, codes: isCode && !wasCode ? 1 : 0 });
  return { email: found.email, issue, formerState: found.state, isCode };
}

/**
 * Corrects an address on a locked list that the mail server doesn't know. No one got a link there, so the number of
 * people stays the same. It isn't allowed after the first secret vote, because the sums could reveal the answer of the
 * person who is reached now, nor under a pass rule, because an owner could list addresses that don't exist and give
 * their places to chosen people once votes are missing.
 */
export async function correctAddress(
  tx: Database,
  invited: InvitedPerson,
  { list, email }: { list: LockedList; email: string },
): Promise<true | "notFound" | "addressAccepted" | "listFixed" | "passRuleFixed" | "onListAlready"> {
  const { db } = tx;
  const found = await findInvitation(tx, invited);
  if (!found) return "notFound";
  if (found.email === null || found.state !== "failed" || found.is_unknown_address === 0) return "addressAccepted";
  if (list.hasSecretVotes) return "listFixed";
  if (list.isPassRuleFixed) return "passRuleFixed";
  if ((await findOnList(tx, list.id, [email])).size > 0) return "onListAlready";
  // Otherwise, when an admin retries emails, the invitation would become unsent, because its address has changed.
  await db
    .deleteFrom("outbox")
    .where("address", "=", found.email)
    .where("is_bulk", "=", sql.lit(1))
    .where("gave_up_at", "is not", null)
    .where("details", "like", `%${invited.invitationId}%`)
    .execute();
  await removeTrailOfPeople(tx, [invited]);
  await updateInvitation(tx, invited).set({ email }).execute();
  return true;
}

/** Lists the people on the list of a survey or meeting. Co-owners' API keys get masked addresses. */
export async function listPeople(
  database: Database,
  { surveyId, reader, codeKeys }: { surveyId: string; reader: CurrentUser; codeKeys: readonly string[] },
  { state, codes, q, limit, cursor }: z.output<typeof listInvitations.query>,
): Promise<PagedRows<Invitation> | "notFound" | "listOfMeeting"> {
  const { db } = database;
  const after = decodeCursor(cursor, 0);
  const holder = await findListHolder(database, surveyId);
  if (!holder || !may("keepList", reader, holder)) return "notFound";
  if (holder.isQuestion) return "listOfMeeting";
  const seesAddresses = seesInvitedAddresses(reader, holder);
  let matching = db.selectFrom("invitations").where("survey_id", "=", surveyId);
  if (state) matching = matching.where("state", "=", state);
  if (codes) matching = matching.where(isEndedCode(database, codeKeys));
  if (q)
    matching = matching.where(({ and, eb, or }) => {
      const hasName = containing(foldedText(database, "invitations.label"), q);
      // A search would reveal a masked address piece by piece.
      return seesAddresses
        ? or([hasName, containingAddress(eb.fn.coalesce(addressInList, eb.val("")), q)])
        : and([eb("label", "not like", "%@%"), hasName]);
    });
  const total = await (state || q || codes ? countMatching(matching) : countInvited(database, surveyId));
  const rows = await (after ? matching.where("id", ">", after[1]) : matching)
    .select(["id", "label", "email", "is_deleted", "state", "is_unknown_address", "created_at"])
    .select([invitedHasVoted.as("has_voted"), isEndedCode(database, codeKeys).as("is_ended_code")])
    .orderBy("id")
    .limit(limit + 1)
    .execute();
  const reasons = await findUnsentLinks(database, surveyId, rows);
  return toPage(rows, limit, {
    total,
    cursorOf: ({ id }) => [0, id],
    show: ({ id, label, email, is_deleted, state, is_unknown_address, created_at, has_voted, is_ended_code }) => {
      const isDeleted = is_deleted === 1;
      return {
        _id: id,
        label: (seesAddresses ? label : shownName(label)) || (isDeleted ? DELETED_NAME : ""),
        email: email === null ? null : seesAddresses ? email : maskedEmail(email),
        isDeleted,
        state,
        isUnknownAddress: is_unknown_address === 1,
        unsentReason: reasons.get(id) ?? null,
        isEndedCode: Boolean(is_ended_code),
        createdAt: toIso(created_at),
        voted: holder.showsVotes ? Boolean(has_voted) : null,
      };
    },
  });
}
