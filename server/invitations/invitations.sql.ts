import {
  CODES_REPEATED_MINUTES,
  type Invitation,
  type InvitationState,
  type listInvitations,
  REQUESTED_INVITATIONS_MAX,
} from "@survey-app/contract/invitations/invitations.ts";
import { INVITATIONS_MAX } from "@survey-app/contract/text/limits.ts";
import { DELETED_NAME, maskedEmail, shownName } from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";
import type * as z from "zod/mini";
import { isPassRuleFixed, type LockedSurvey, lockSurvey } from "../ballots/ballotBox.sql.ts";
import { isOver } from "../ballots/publicSurvey.ts";
import { findRequestedSurvey } from "../ballots/rights.sql.ts";
import { type Action, loggedFor, may, type Person, seesInvitedAddresses } from "../ballots/rights.ts";
import { hidesWhoVoted } from "../ballots/visible.sql.ts";
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
import { isEndedCode, type NewInvitation, nextIssues } from "./codes.sql.ts";
import { ENDED_CODE, type InvitationTokens } from "./invitationTokens.ts";
import { updateInvitation } from "./invitedPeople.sql.ts";
import { keepFormerCodes } from "./issuedCodes.sql.ts";
import { addToNumbers, BEFORE_OPENING, isHandedOut } from "./listNumbers.sql.ts";
import { findUnsentLinks } from "./unsentLinks.sql.ts";

/**
 * Locks the list of a survey that a person may keep, with its ballot box, so that no vote is stored meanwhile. Outside of a
 * transaction the lock ends at once, and the list can change.
 * @param mayLock whether the person may; by default only those who keep the list
 */
export async function lockList(
  tx: Database,
  surveyId: string,
  person: Person,
  mayLock = ({ survey }: LockedSurvey) => may("keepList", person, survey),
): Promise<LockedSurvey | "notFound" | "openElectorate" | "hasEnded"> {
  const list = await lockSurvey(tx, surveyId);
  if (!list || !mayLock(list)) return "notFound";
  if (list.box.electorate !== "invited") return "openElectorate";
  return isOver({ ...list.survey, ...list.box }, list.now) ? "hasEnded" : list;
}

/**
 * Why people can't be added to a list; null if they can. After the first secret vote, the sums could reveal a new person's answer.
 * @param count the number of people, `codes` of whom get codes
 */
export async function rejectAdditions(
  database: Database,
  surveyId: string,
  { list: { box, survey }, count, codes }: { list: LockedSurvey; count: number; codes: number },
): Promise<"codesNotAllowed" | "listFixed" | "passRuleFixed" | "listFull" | "requestedListFull" | null> {
  if (codes > 0 && box.privacy !== "named" && survey.codes_allowed === 0) return "codesNotAllowed";
  if (box.privacy === "secret" && box.participants > 0) return "listFixed";
  if (isPassRuleFixed(box, survey)) return "passRuleFixed";
  const people = (await countInvited(database, surveyId)) + count;
  if (people > INVITATIONS_MAX) return "listFull";
  if (people <= REQUESTED_INVITATIONS_MAX) return null;
  return (await findRequestedSurvey(database, survey.owner_id)) === surveyId ? "requestedListFull" : null;
}

/** Allows the owner of a survey whose votes are confidential or secret to make codes. @returns false if they are allowed already */
export async function allowCodes(
  { tx, by, record }: Change<Actor>,
  surveyId: string,
): Promise<boolean | "notFound" | "openElectorate"> {
  const list = await lockSurvey(tx, surveyId);
  if (!list) return "notFound";
  if (list.box.electorate !== "invited") return "openElectorate";
  if (list.survey.codes_allowed === 1) return false;
  await tx.db.updateTable("surveys").set({ codes_allowed: 1 }).where("id", "=", surveyId).execute();
  const logged = { title: list.survey.title, before: {}, after: {} };
  await record({ kind: "codesAllowed", surveyId, by, logged, isPublic: true });
  return true;
}

/** How many people are on a list, struck ones included: from its numbers, because counting 100,000 rows takes long. */
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
 * @param ticketHash of the request, to recognize it when it is repeated; null if it has no ticket
 */
export async function insertInvitations(
  change: Change<Action>,
  surveyId: string,
  {
    list,
    added,
    ticketHash,
  }: {
    list: LockedSurvey;
    added: readonly NewInvitation[];
    ticketHash: string | null;
  },
): Promise<void> {
  if (added.length === 0) return;
  const { tx } = change;
  const rows = tx.dialect.rows(
    added.map(({ stored, ...invitation }) => ({
      ...invitation,
      ...stored,
      folded: storedFold(invitation.label),
      at: list.now,
    })),
    { id: "text", email: "text", label: "text", folded: "text", tokenHash: "text", codeKey: "text", at: "bigint" },
  );
  await sql`
    insert into invitations (survey_id, id, email, label, folded, token_hash, code_key, ticket_hash, created_at)
    select ${surveyId}, id, email, label, folded, "tokenHash", "codeKey", ${ticketHash}, at from ${rows}`.execute(
    tx.db,
  );
  const codes = added.filter(({ email }) => email === null).length;
  const isLate = await isHandedOut(tx, surveyId, list);
  await addToNumbers(tx, surveyId, isLate ? list.now : BEFORE_OPENING, { added: added.length, codes });
  await recordListChange(change, surveyId, list, added.length);
}

/** An invitation that a repeated request has added. */
export interface Added {
  id: string;
  email: string | null;
  label: string;
  /** Whether its code can still be returned: it was made a short time ago with the secret of now, and not replaced. */
  showsCode: boolean;
}

/**
 * The invitations that a request with this ticket has added to a locked list, in their order; none if it is new.
 * @param codeKey the number of the key that codes are made with now
 */
export async function findAdded(
  { db }: Database,
  surveyId: string,
  { list, ticketHash, codeKey }: { list: LockedSurvey; ticketHash: string | null; codeKey: string },
): Promise<Added[]> {
  if (ticketHash === null) return [];
  const rows = await db
    .selectFrom("invitations")
    .select(["id", "email", "label", "issue", "code_key", "created_at"])
    .where("survey_id", "=", surveyId)
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
 * The largest number of a code on a list; 0 without one. The owner can give other codes labels like these, which count.
 * Without `like`, which ignores case on SQLite.
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
 * Removes a person from a locked list: deletes the invitation before the first publication, strikes it afterwards. The result is
 * the same whether or not the person voted. After the first vote a pass rule keeps everyone on the list: removing silent people
 * would fit it to the votes.
 * @returns false if the person is struck already
 */
export async function removeFromList(
  change: Change<Action>,
  { surveyId, invitationId }: InvitedPerson,
  list: LockedSurvey,
): Promise<boolean | "notFound" | "passRuleFixed"> {
  const { tx } = change;
  const { db } = tx;
  const found = await findInvitation(tx, surveyId, invitationId);
  if (!found) return "notFound";
  if (found.state === "struck") return false;
  if (isPassRuleFixed(list.box, list.survey)) return "passRuleFixed";
  await recordListChange(change, surveyId, list, -1);
  if (list.survey.first_published_at === null) {
    await db.deleteFrom("invitations").where("survey_id", "=", surveyId).where("id", "=", invitationId).execute();
    await removeTrailOfPeople(tx, [{ surveyId, invitationId }]);
    await addToNumbers(tx, surveyId, BEFORE_OPENING, {
      added: -1,
      codes: found.email === null && found.is_deleted === 0 ? -1 : 0,
    });
    return true;
  }
  await updateInvitation(tx, { surveyId, invitationId }).set({ state: "struck", struck_at: list.now }).execute();
  await addToNumbers(tx, surveyId, list.now, { struck: 1 });
  return true;
}

/** The numbers of a list are public from the first publication on. @param people how many more there are */
const recordListChange = ({ by, record }: Change<Action>, surveyId: string, { survey }: LockedSurvey, people: number) =>
  record({
    kind: "listChanged",
    surveyId,
    ...loggedFor(by, survey, { people }),
    isPublic: survey.first_published_at !== null,
  });

const findInvitation = ({ db }: Database, surveyId: string, invitationId: string) =>
  db
    .selectFrom("invitations")
    .select(["id", "email", "is_deleted", "label", "state", "is_unknown_address", "issue", "code_key"])
    .where("survey_id", "=", surveyId)
    .where("id", "=", invitationId)
    .executeTakeFirst();

/** How often a link or code can be replaced: each time is an email to the person. */
const ISSUES_MAX = 11;

/** The next issue of an invitation, and the state that tells whether the former one was sent to its address. */
export type Reissued =
  | { email: string | null; issue: number; formerState: InvitationState }
  | "notFound"
  | "alreadySo"
  | "tooManyIssues"
  | "passRuleFixed";

/**
 * Gives an invitation of a locked list its next issue, which ends the former link or code and what was opened with it. A code that is
 * replaced is counted in the public numbers, whenever that is: it was shown when it was made, and the person who replaces it gets the
 * new one, and can vote with it. One that the operator ended after a leak was counted then. After the first vote a pass rule leaves
 * codes that still work to admins, who can do nothing else with lists.
 * @param asOwner whether an owner of the survey replaces it; else an admin
 */
export async function reissue(
  tx: Database,
  invited: InvitedPerson,
  { list, tokens, asOwner }: { list: LockedSurvey; tokens: InvitationTokens; asOwner: boolean },
): Promise<Reissued> {
  const { surveyId } = invited;
  const found = await findInvitation(tx, surveyId, invited.invitationId);
  // No link can be sent to a deleted account, and a code would be a vote of the owner's.
  if (!found || found.is_deleted === 1) return "notFound";
  const isCode = found.email === null;
  if (!isCode && !asOwner) return "notFound";
  const isEnded = found.code_key !== null && !tokens.codeKeys.includes(found.code_key);
  if (isCode && asOwner && !isEnded && isPassRuleFixed(list.box, list.survey)) return "passRuleFixed";
  if (found.state === "struck") return "alreadySo";
  const [issue = 0] = await nextIssues(tx, tokens, [found]);
  if (issue > ISSUES_MAX) return "tooManyIssues";
  await keepFormerCodes(tx, { surveyId, invitationIds: [invited.invitationId] }, list.now);
  const { tokenHash, codeKey } = tokens.stored({ ...found, issue });
  await updateInvitation(tx, invited).set({ issue, token_hash: tokenHash, code_key: codeKey }).execute();
  if (isCode && found.code_key !== ENDED_CODE) await addToNumbers(tx, surveyId, list.now, { replaced: 1 });
  return { email: found.email, issue, formerState: found.state };
}

/**
 * Corrects an address on a locked list that the mail server doesn't know. No link has reached anyone there, so the number of people stays.
 * After the first secret vote, the sums could reveal the answer of the person who is reached now. Under a pass rule an owner could list
 * addresses that don't exist, and give their places to people of their choice once votes are missing.
 */
export async function correctAddress(
  tx: Database,
  invited: InvitedPerson,
  { list: { box, survey }, email }: { list: LockedSurvey; email: string },
): Promise<true | "notFound" | "addressAccepted" | "listFixed" | "passRuleFixed" | "onListAlready"> {
  const { db } = tx;
  const found = await findInvitation(tx, invited.surveyId, invited.invitationId);
  if (!found) return "notFound";
  if (found.email === null || found.state !== "failed" || found.is_unknown_address === 0) return "addressAccepted";
  if (box.privacy === "secret" && box.participants > 0) return "listFixed";
  if (isPassRuleFixed(box, survey)) return "passRuleFixed";
  if ((await findOnList(tx, invited.surveyId, [email])).size > 0) return "onListAlready";
  // Otherwise an admin who has emails sent again would have the invitation unsent, because its address is another one.
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

/** Lists the people on the list of a survey; null if the reader may not keep it. Co-owners' programs get masked addresses. */
export async function listPeople(
  database: Database,
  { surveyId, reader, codeKeys }: { surveyId: string; reader: CurrentUser; codeKeys: readonly string[] },
  { state, codes, q, limit, cursor }: z.output<typeof listInvitations.query>,
): Promise<PagedRows<Invitation> | null> {
  const { db } = database;
  const after = decodeCursor(cursor, 0);
  const survey = await db
    .selectFrom("surveys")
    .select(["owner_id", "co_owners", "results", "closed_at"])
    .where("id", "=", surveyId)
    .executeTakeFirst();
  if (!survey || !may("keepList", reader, survey)) return null;
  const seesAddresses = seesInvitedAddresses(reader, survey);
  let matching = db.selectFrom("invitations").where("survey_id", "=", surveyId);
  if (state) matching = matching.where("state", "=", state);
  if (codes) matching = matching.where(isEndedCode(database, codeKeys));
  if (q)
    matching = matching.where(({ and, eb, or }) => {
      const hasName = containing(foldedText(database, "invitations.label"), q);
      // A search would tell an address that is shown masked, piece by piece.
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
  const showsVotes = !hidesWhoVoted(survey.results, survey.closed_at);
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
        voted: showsVotes ? Boolean(has_voted) : null,
      };
    },
  });
}
