import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import type { Updateable } from "kysely";
import type { Database } from "../database/database.ts";
import type { MailTables } from "../database/mailTables.ts";
import { tokenHash } from "../database/tokenHash.ts";
import type { Refusal } from "./refusals.ts";

/**
 * The state of the mail server. A server that refuses everyone, because it blocks the sender or requires a sign-in,
 * often says that each address doesn't exist. So it is believed only while it accepts other emails, and emails aren't
 * given up because of a server that doesn't accept any.
 */

/** How long a server is believed about addresses after it accepted an email, in milliseconds. */
const BELIEVED_MS = HOUR_MS;
/** The number of different refused recipients, without an accepted one, after which sending pauses. */
const REFUSED_MAX = 5;
/** The pause, in milliseconds. After each, one email is tried. */
const PAUSE_MS = 5 * 60_000;
/** The least time between two recorded acceptances, in milliseconds, because not every one has to be stored. */
const NOTED_MS = 60_000;

const ID = 1;

/** What happens with an email that the mail server refused permanently. */
export type Verdict = "unknownAddress" | "paused" | "firstRefused" | "refused";

/** Records that the mail server accepted an email, which ends a pause. @returns whether it ended one */
export async function noteAccepted(database: Database, address: string): Promise<boolean> {
  const now = Date.now();
  const known = await find(database);
  if (known?.paused_until === null && (known.accepted_at ?? 0) > now - NOTED_MS) return false;
  await store(database, { accepted_at: now, accepted_hash: tokenHash(address), paused_until: null });
  return typeof known?.paused_until === "number";
}

/** Records the mail server's refusal of an email, and decides what follows. */
export function noteRefusal(
  database: Database,
  { id, address }: { id: string; address: string },
  { answer, isOfRecipient, isOfAddress }: Refusal,
): Promise<Verdict> {
  return database.transaction(async (tx) => {
    const now = Date.now();
    const known = await find(tx);
    const isFirst = (await findRefused(tx)) === null;
    await tx.db.updateTable("outbox").set({ refusal: answer, refused_at: now }).where("id", "=", id).execute();
    const acceptedAt = known?.accepted_at ?? 0;
    if (acceptedAt > now - BELIEVED_MS) {
      if (isOfAddress && known?.accepted_hash !== tokenHash(address)) return "unknownAddress";
    } else if (isOfRecipient && (await countRefusedRecipients(tx, acceptedAt)) >= REFUSED_MAX) {
      await store(tx, { paused_until: now + PAUSE_MS });
      return "paused";
    }
    return isFirst ? "firstRefused" : "refused";
  });
}

const find = ({ db }: Database) => db.selectFrom("mail_server").selectAll().executeTakeFirst();

async function store({ db }: Database, changed: Updateable<MailTables["mail_server"]>): Promise<void> {
  await db
    .insertInto("mail_server")
    .values({ id: ID, ...changed })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(changed))
    .execute();
}

/**
 * The number of recipients that the server has refused since a time and who still wait for their emails; counts no
 * further than needed.
 */
async function countRefusedRecipients({ db }: Database, since: number): Promise<number> {
  const rows = await db
    .selectFrom("outbox")
    .select("address")
    .distinct()
    .where("refused_at", ">", since)
    .where("refusal", "like", "RCPT TO %")
    .where("gave_up_at", "is", null)
    .limit(REFUSED_MAX)
    .execute();
  return rows.length;
}

/** Whether sending pauses. `probe`: the pause is over, and one email is to be tried. */
export async function findPause(database: Database): Promise<"none" | "paused" | "probe"> {
  const until = await findPausedUntil(database);
  if (until === null) return "none";
  return until > Date.now() ? "paused" : "probe";
}

/** Begins the next pause, during which one email is tried. @returns false if another instance has begun it */
export async function beginProbe({ db }: Database): Promise<boolean> {
  const now = Date.now();
  const { numUpdatedRows } = await db
    .updateTable("mail_server")
    .set({ paused_until: now + PAUSE_MS })
    .where("paused_until", "<=", now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The emails that the mail server refused permanently, and that are still tried. */
export interface RefusedEmails {
  count: number;
  /** When one of them was refused last, in milliseconds since 1970, and how. */
  lastAt: number;
  answer: string;
}

/** @returns null if the server doesn't refuse any */
export async function findRefused({ db }: Database): Promise<RefusedEmails | null> {
  const refused = db.selectFrom("outbox").where("refused_at", "is not", null).where("gave_up_at", "is", null);
  const last = await refused
    .select(["refused_at", "refusal"])
    .orderBy("refused_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return null;
  const { count } = await refused.select(({ fn }) => fn.countAll().as("count")).executeTakeFirstOrThrow();
  return { count: Number(count), lastAt: Number(last.refused_at), answer: last.refusal ?? "" };
}

/** The end of the pause in sending, in milliseconds since 1970; null without a pause. */
export const findPausedUntil = async (database: Database): Promise<number | null> =>
  (await find(database))?.paused_until ?? null;
