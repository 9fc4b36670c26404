import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import type { addInvitations } from "@survey-app/contract/invitations/invitations.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import type * as z from "zod/mini";
import type { Action } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import type { Change } from "../events/surveyEvents.ts";
import { orThrow } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { withCode } from "../http/fieldErrorCodes.ts";
import type { CountedAddressKey } from "../mail/addressHash.ts";
import { findCountedAddresses } from "../voters/countedAddresses.sql.ts";
import { findOnList } from "../voters/recipients.sql.ts";
import { makeInvitations } from "./codes.sql.ts";
import { type ParsedRow, type Problem, parseRows } from "./invitationRows.ts";
import { findAdded, insertInvitations, rejectAdditions, showsCode } from "./invitations.sql.ts";
import { hashOfTicket, type InvitationTokens } from "./invitationTokens.ts";
import { lockList } from "./lockedList.sql.ts";
import { countWaiting, findSameLabels, insertWaiting } from "./waitingPeople.sql.ts";

type Added = ResponseOf<typeof addInvitations>;

/**
 * Adds people to a list, or returns what would be added. Those without an address get codes; where an admin must allow
 * codes first, they wait, if the request says so. A dry run doesn't use a transaction, so nothing is locked.
 */
export async function addPeople(
  change: Change<Action<CurrentUser>>,
  listId: string,
  { rows: rawRows, dryRun, total, waiting: mayWait, ticket }: z.output<typeof addInvitations.body>,
  { tokens, countedAddressKeys }: { tokens: InvitationTokens; countedAddressKeys: readonly CountedAddressKey[] },
): Promise<Added> {
  const { tx, by } = change;
  const { rows, problems } = parseRows(rawRows);
  const ticketHash = dryRun ? null : hashOfTicket(ticket, rawRows);
  const list = orThrow(await lockList(tx, listId, by.currentUser));
  const repeated = await findAdded(tx, { list, ticketHash, codeKey: tokens.codeKey });
  const repeatedWaiting = ticketHash === null ? 0 : await countWaiting(tx, listId, ticketHash);
  const added = new Set(repeated.map(({ email }) => email));
  const known = await findKnown(tx, listId, {
    rows: rows.filter(({ email }) => !added.has(email)),
    countedAddressKeys,
  });
  const answer = {
    problems: [...problems, ...known].sort((a, b) => a.row - b.row),
    sameLabel: [],
    codes: [],
  };
  const issued = (people: readonly { id: string; label: string }[]) => people.map(tokens.issued);
  if (repeated.length + repeatedWaiting > 0) {
    const codes = issued(repeated.filter(showsCode));
    return { ...answer, added: repeated.length, waiting: repeatedWaiting, codes };
  }
  const knownRows = new Set(known.map(({ row }) => row));
  const fresh = rows.filter(({ row }) => !knownRows.has(row));
  const withoutAddress = fresh.filter(({ email }) => email === null);
  const waiting = mayWait && !list.areCodesAllowed ? withoutAddress : [];
  const voters = waiting.length > 0 ? fresh.filter(({ email }) => email !== null) : fresh;
  const codes = withoutAddress.length - waiting.length;
  orThrow(await rejectAdditions(tx, { list, count: Math.max(fresh.length, total), codes }));
  const numbers = { added: voters.length, waiting: waiting.length };
  if (dryRun) return { ...answer, ...numbers, sameLabel: await findSameLabel(tx, listId, withoutAddress) };
  const made = await makeInvitations(tx, tokens, voters);
  await insertInvitations(change, { list, added: made, ticketHash });
  await insertWaiting(change, { list, labels: waiting.map(({ label }) => label), ticketHash });
  return { ...answer, ...numbers, codes: issued(made.filter(({ email }) => email === null)) };
}

/** The rows whose address is on the list already, or was when its holder deleted the account. */
async function findKnown(
  tx: Database,
  listId: string,
  { rows, countedAddressKeys }: { rows: readonly ParsedRow[]; countedAddressKeys: readonly CountedAddressKey[] },
): Promise<Problem[]> {
  const emails = rows.flatMap(({ email }) => email ?? []);
  const onList = await findOnList(tx, listId, emails);
  const counted = await findCountedAddresses(tx, listId, { emails, keys: countedAddressKeys });
  return rows.flatMap(({ row, email }): Problem[] => {
    if (email === null) return [];
    if (onList.has(email)) return [withCode({ row, kind: "onList", message: formErrors.listRow.onList })];
    return counted.has(email) ? [withCode({ row, kind: "counted", message: formErrors.listRow.counted })] : [];
  });
}

/** The rows of people without an address whose label another person without one already has, on the list or waiting. */
async function findSameLabel(tx: Database, listId: string, people: readonly ParsedRow[]): Promise<number[]> {
  const labels = people.map(({ label }) => label);
  const same = await findSameLabels(tx, listId, labels);
  return people.flatMap(({ row, label }) => (same.has(label) ? row : []));
}
