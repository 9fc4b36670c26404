import { INVITATION_ROWS_MAX } from "@survey-app/contract/invitations/invitations.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { type RawBuilder, sql } from "kysely";
import { singleFlight } from "../concurrency/singleFlight.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { tokenHash } from "../database/tokenHash.ts";
import { isCode } from "../voters/findVoter.sql.ts";
import { ENDED_CODE, type InvitationTokens, type StoredToken } from "./invitationTokens.ts";
import { keepFormerCodes } from "./issuedCodes.sql.ts";
import { findListNumbers } from "./listNumbers.sql.ts";
import { isInUse, type LockedList } from "./lockedList.sql.ts";
import { countForEach, renewOnQuestions } from "./meetingLists.sql.ts";

/** An invitation that is about to be stored; `email` is null for a code. */
export interface NewInvitation {
  id: string;
  email: string | null;
  label: string;
  stored: StoredToken;
}

/** The most issues of a link or code: each one is an email to the person, or a slip of paper. */
export const ISSUES_MAX = 11;

/** Makes invitations for people who are added to a list. Each code is unique on the installation. */
export async function makeInvitations(
  tx: Database,
  tokens: InvitationTokens,
  people: readonly Pick<NewInvitation, "email" | "label">[],
): Promise<NewInvitation[]> {
  for (;;) {
    const made = people.map(({ email, label }) => {
      const invitation = { id: newId(), email, label };
      return { ...invitation, stored: tokens.stored({ ...invitation, issue: 1 }) };
    });
    const codes = made.flatMap(({ id, email }) => (email === null ? tokens.tokenOf({ id, email, issue: 1 }) : []));
    if (!(await isAnyTaken(tx, tokens, codes))) return made;
  }
}

/** The next issues of invitations. An issue is skipped if its code is already another invitation's. */
export async function nextIssues(
  tx: Database,
  tokens: InvitationTokens,
  invitations: readonly { id: string; email: string | null; issue: number }[],
): Promise<number[]> {
  for (let step = 1; ; step++) {
    const next = invitations.map((invitation) => ({ ...invitation, issue: invitation.issue + step }));
    const codes = next.filter(({ email }) => email === null).map(tokens.tokenOf);
    if (!(await isAnyTaken(tx, tokens, codes))) return next.map(({ issue }) => issue);
  }
}

/**
 * Whether an invitation has one of these codes, whichever accepted secret made it: with only 60 bits, two codes can be
 * equal.
 */
async function isAnyTaken(
  { db, dialect }: Database,
  tokens: InvitationTokens,
  codes: readonly string[],
): Promise<boolean> {
  if (codes.length === 0) return false;
  const hashes = codes.flatMap((code) => tokens.readTyped(code)?.hashes ?? []);
  const taken = await db
    .selectFrom("invitations")
    .select("id")
    .where(({ ref }) => dialect.isOneOf(ref("token_hash"), hashes))
    .limit(1)
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * SQL condition on `invitations`: a code that no longer opens anything, because the secret of its key isn't configured
 * or has leaked.
 * @param codeKeys the numbers of the keys with which codes are recognized
 */
export const isEndedCode = ({ dialect }: Database, codeKeys: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`invitations.code_key is not null and invitations.is_deleted = 0 and invitations.state <> 'struck'
    and not ${dialect.isOneOf(sql.ref("invitations.code_key"), codeKeys)}`;

/** Codes that no longer open anything, of surveys on which people can still vote and of meetings that haven't ended. */
const endedCodes = (database: Database, codeKeys: readonly string[]) =>
  database.db
    .selectFrom("invitations")
    .where(
      sql<boolean>`(
        exists (select 1 from ballot_boxes
          where ballot_boxes.survey_id = invitations.survey_id and electorate = 'invited' and closed_at is null)
        or exists (select 1 from meetings where meetings.id = invitations.survey_id and ended_at is null))`,
    )
    .where(isEndedCode(database, codeKeys));

/** The number of codes that no longer open anything, on all surveys that aren't closed. */
export const countEndedCodes = (database: Database, codeKeys: readonly string[]): Promise<number> =>
  countMatching(endedCodes(database, codeKeys));

/**
 * How long the answer whether there are such codes is cached, in milliseconds: otherwise each guess would read the
 * codes of all open surveys.
 */
const KNOWN_MS = 1000;

/** Finds out whether there are codes that no longer open anything, so that a wrong code can be one of them. */
export function watchEndedCodes(database: Database, codeKeys: readonly string[]): () => Promise<boolean> {
  let known = { areAny: false, until: Number.NEGATIVE_INFINITY };
  const read = singleFlight(async () => {
    const found = await endedCodes(database, codeKeys).select("invitations.id").limit(1).executeTakeFirst();
    known = { areAny: found !== undefined, until: performance.now() + KNOWN_MS };
  });
  return async () => {
    if (performance.now() >= known.until) await read();
    return known.areAny;
  };
}

/** A code with its next issue. */
interface Replaced {
  id: string;
  label: string;
  issue: number;
}

/** The codes of a locked list to be replaced. */
export interface Replacement {
  list: LockedList;
  tokens: InvitationTokens;
  /**
   * Every code, used or unused: the choice must not reveal who has voted. If false, only those that no longer open
   * anything.
   */
  all: boolean;
  /** With `all`: the id of the last invitation whose code an earlier request replaced; null for the first request. */
  after: string | null;
}

function replaceable(tx: Database, { list, tokens, all, after }: Replacement) {
  const codes = tx.db.selectFrom("invitations").where("survey_id", "=", list.id);
  if (!all) return codes.where(isEndedCode(tx, tokens.codeKeys));
  const every = codes
    .where("state", "<>", "struck")
    .where("is_deleted", "=", 0)
    .where(({ or, eb }) => or([isCode, eb("code_key", "is not", null)]));
  return after === null ? every : every.where("id", ">", after);
}

/**
 * Why codes can't be replaced; null if they can. It is decided for all remaining codes before the first are replaced:
 * otherwise some people's old codes would end, and the rest wouldn't get new ones.
 */
export async function whyNotReplaced(
  tx: Database,
  replacement: Replacement,
): Promise<"passRuleFixed" | "tooManyIssues" | null> {
  if (!replacement.all) return null;
  if (replacement.list.isPassRuleFixed) return "passRuleFixed";
  const usedUp = replaceable(tx, replacement).where("issue", ">=", ISSUES_MAX);
  return (await countMatching(usedUp)) > 0 ? "tooManyIssues" : null;
}

/**
 * The number of replaced codes that the label will show once all are replaced. Replacements aren't counted as long as
 * the codes can't have been used: until a list is in use, a lost sheet of codes is replaced for free.
 */
export async function countReplacedAfter(tx: Database, replacement: Replacement): Promise<number> {
  const { list } = replacement;
  const { replaced } = await findListNumbers(tx, list.id, 0);
  if (!(await isCounted(tx, replacement))) return replaced;
  return replaced + (await countMatching(replaceable(tx, replacement).where(isNotCountedYet)));
}

/** Codes that the operator ended were counted at that time. */
const isNotCountedYet = sql<boolean>`code_key is distinct from ${sql.lit(ENDED_CODE)}`;

const isCounted = async (tx: Database, { list, all }: Replacement): Promise<boolean> => !all || isInUse(tx, list);

/** The number of codes to be replaced, by this request and later ones. */
export const countReplaceable = (tx: Database, replacement: Replacement): Promise<number> =>
  countMatching(replaceable(tx, replacement));

/**
 * Replaces codes of a locked list, at most as many as one request adds. They count as replaced, unless they were
 * counted when the operator ended them, or could not have been used yet.
 * @param ticket of the request: repeating it returns the same codes for an hour or two
 * @returns the new codes, and how many are left
 */
export async function replaceCodes(
  tx: Database,
  { ticket, ...replacement }: Replacement & { ticket: string | null | undefined },
): Promise<{ codes: Replaced[]; isRepeated: boolean; left: number } | "passRuleFixed" | "tooManyIssues"> {
  const { list, tokens } = replacement;
  const leftAfter = (codes: readonly Replaced[]) =>
    countReplaceable(tx, { ...replacement, after: codes.at(-1)?.id ?? replacement.after });
  const repeated = ticket ? await findReplaced(tx, { list, tokens, ticket }) : [];
  if (repeated.length > 0) return { codes: repeated, isRepeated: true, left: await leftAfter(repeated) };
  const obstacle = await whyNotReplaced(tx, replacement);
  if (obstacle !== null) return obstacle;
  const found = await replaceable(tx, replacement)
    .select(["id", "label", "issue", "code_key"])
    .orderBy("id")
    .limit(INVITATION_ROWS_MAX)
    .execute();
  const issues = await nextIssues(
    tx,
    tokens,
    found.map((code) => ({ ...code, email: null })),
  );
  const counts = await isCounted(tx, replacement);
  // The operator can still configure a missing secret again.
  await keepFormerCodes(
    tx,
    list,
    found.map(({ id }) => id),
  );
  const codes = found.map(({ id, label }, index) => ({ id, label, issue: issues[index] ?? 0 }));
  const rows = tx.dialect.rows(
    codes.map(({ id, issue }) => ({ id, issue, ...tokens.stored({ id, email: null, issue }) })),
    { id: "text", issue: "integer", tokenHash: "text", codeKey: "text" },
  );
  await sql`
    update invitations
    set issue = r.issue, token_hash = r."tokenHash", code_key = r."codeKey",
      ticket_hash = ${ticket ? hashOfTicket(ticket, hourOf(list)) : null}
    from ${rows} where invitations.survey_id = ${list.id} and invitations.id = r.id`.execute(tx.db);
  await renewOnQuestions(tx, list, codes);
  const uncounted = found.filter(({ code_key }) => code_key !== ENDED_CODE).map(({ id }) => id);
  if (counts) await countForEach(tx, list, uncounted, { replaced: 1 });
  return { codes, isRepeated: false, left: await leftAfter(codes) };
}

/** The codes that a request with this ticket recently made as replacements, with the current secret. */
function findReplaced(
  { db }: Database,
  { list, tokens, ticket }: { list: LockedList; tokens: InvitationTokens; ticket: string },
): Promise<Replaced[]> {
  const hour = hourOf(list);
  return db
    .selectFrom("invitations")
    .select(["id", "label", "issue"])
    .where("survey_id", "=", list.id)
    .where("ticket_hash", "in", [hashOfTicket(ticket, hour), hashOfTicket(ticket, hour - 1)])
    .where("code_key", "=", tokens.codeKey)
    .orderBy("id")
    .execute();
}

/** Contains the hour, so that codes can't be read again with an old ticket. */
const hashOfTicket = (ticket: string, hour: number): string => tokenHash(`replace ${ticket} ${hour}`);

const hourOf = ({ now }: LockedList): number => Math.floor(now / HOUR_MS);
