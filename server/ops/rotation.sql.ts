import { sql } from "kysely";
import { logAction } from "../audit/audit.sql.ts";
import type { Database } from "../database/database.ts";
import { ENDED_CODE, hasCode, type InvitationTokens, type StoredToken } from "../invitations/invitationTokens.ts";
import { linkEmailOf, lockListOf } from "../invitations/lockedList.sql.ts";
import { countForEach, renewOnQuestions } from "../invitations/meetingLists.sql.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { endAllSessions } from "../session/session.sql.ts";

/** Invitations in one transaction: on SQLite votes wait for it. */
const CHUNK = 500;

/** The result of a rotation. */
export interface Rotation {
  sessions: number;
  apiKeys: number;
  /** The numbers of links that were replaced, of those among them that are sent again, and of codes that were ended. */
  links: number;
  sentAgain: number;
  codes: number;
  /** Surveys and meetings whose links or codes these are. */
  surveys: number;
}

/**
 * Ends everything that a leaked secret can make: all sessions, and the links and codes of invitations, used and unused
 * alike, because the difference would tell who voted. Links that were sent before are sent again; owners get the new
 * codes from their lists. An interrupted rotation can be repeated, and continues where it stopped.
 */
export async function rotate(database: Database, tokens: InvitationTokens): Promise<Rotation> {
  const ended = await endAllSessions(database, "commandLine");
  const done: Rotation = { ...ended, links: 0, sentAgain: 0, codes: 0, surveys: 0 };
  const boxes = await database.db
    .selectFrom("ballot_boxes")
    .select("survey_id as id")
    .where("electorate", "=", "invited")
    .orderBy("survey_id")
    .execute();
  const meetings = await database.db.selectFrom("meetings").select("id").orderBy("id").execute();
  for (const { id: surveyId } of [...boxes, ...meetings]) {
    const before = done.links + done.codes;
    for (let after: string | null = ""; after !== null; ) {
      const from: string = after;
      const chunk = await database.transaction((tx) => replaceLeaked(tx, { surveyId, after: from }, tokens));
      done.links += chunk.links;
      done.sentAgain += chunk.sentAgain;
      done.codes += chunk.codes;
      after = chunk.last;
    }
    if (done.links + done.codes > before) done.surveys += 1;
  }
  return done;
}

/** An invitation whose link or code a leaked secret can make. */
type Leaked = Awaited<ReturnType<typeof findNext>>[number];

/**
 * Replaces the leaked links and codes among the next invitations of a survey or meeting.
 * @returns the id of the last one; null at the end
 */
async function replaceLeaked(
  tx: Database,
  { surveyId, after }: { surveyId: string; after: string },
  tokens: InvitationTokens,
): Promise<Pick<Rotation, "links" | "sentAgain" | "codes"> & { last: string | null }> {
  const locked = await lockListOf(tx, surveyId);
  const found = await findNext(tx, surveyId, after);
  const last = found.length < CHUNK ? null : (found.at(-1)?.id ?? null);
  const former = found.flatMap(({ id, issue }) => tokens.formerLeakedHashes(id, issue));
  // People who know the secret could object with them.
  if (former.length > 0)
    await tx.db
      .deleteFrom("former_codes")
      .where(({ ref }) => tx.dialect.isOneOf(ref("token_hash"), former))
      .execute();
  const leaked = found.filter(({ id, issue, token_hash }) => tokens.isLeaked(id, issue, token_hash));
  if (!locked || leaked.length === 0) return { links: 0, sentAgain: 0, codes: 0, last };
  const { list, obstacle } = locked;
  const canVote = obstacle === null;
  const isEmailed = canVote && list.isOpen;
  const isReplaced = ({ state, is_deleted }: Leaked) => canVote && state !== "struck" && is_deleted === 0;
  const sent = leaked.filter((each) => isReplaced(each) && !hasCode(each) && each.state === "sent");
  const stored = leaked.map((each) => ({
    id: each.id,
    issue: each.issue + 1,
    state: sent.includes(each) ? (isEmailed ? "queued" : "listed") : each.state,
    ...(isReplaced(each) ? successorOf(each, tokens) : { tokenHash: "", codeKey: null }),
  }));
  const rows = tx.dialect.rows(stored, {
    ...{ id: "text", issue: "integer", state: "text", tokenHash: "text", codeKey: "text" },
  });
  await sql`
    update invitations
    set issue = r.issue, state = r.state, token_hash = r."tokenHash", code_key = r."codeKey"
    from ${rows} where invitations.survey_id = ${surveyId} and invitations.id = r.id`.execute(tx.db);
  await renewOnQuestions(tx, list, stored);
  const codes = leaked.filter((each) => isReplaced(each) && hasCode(each));
  const links = leaked.filter((each) => isReplaced(each) && !hasCode(each)).length;
  const replaced = { replaced: 1, reissued: 1 };
  await countForEach(tx, list, codes.map(idOf), replaced);
  await countForEach(tx, list, sent.map(idOf), { ...replaced, sent: -1 });
  const senderId = list.owners.owner_id;
  for (const { id, email } of isEmailed ? sent : [])
    await enqueueEmail(tx, email, { kind: linkEmailOf(list.holder), senderId, surveyId, invitationId: id });
  const about = { kind: "survey", id: surveyId, title: list.title } as const;
  const logged = { before: {}, after: { invitations: leaked.length } };
  await logAction(tx, "commandLine", { action: "invitationReissued", about, ...logged });
  return { links, sentAgain: isEmailed ? sent.length : 0, codes: codes.length, last };
}

const idOf = ({ id }: Leaked): string => id;

/** The columns of the next issue. The next code is made when the owner replaces the ended one. */
const successorOf = (leaked: Leaked, tokens: InvitationTokens): StoredToken =>
  hasCode(leaked) ? { tokenHash: "", codeKey: ENDED_CODE } : tokens.stored({ ...leaked, issue: leaked.issue + 1 });

const findNext = ({ db }: Database, surveyId: string, after: string) =>
  db
    .selectFrom("invitations")
    .select(["id", "email", "is_deleted", "issue", "state", "token_hash", "code_key"])
    .where("survey_id", "=", surveyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(CHUNK)
    .execute();
