import { EMAIL_LINK_MINUTES } from "@survey-app/contract/session/emailLinks.ts";
import { mailboxOf } from "@survey-app/contract/text/emailAddress.ts";
import type { Database } from "../database/database.ts";
import { tokenHash } from "../database/tokenHash.ts";
import { consumeRateLimits } from "../http/rateLimits.sql.ts";
import { limitOf } from "./emailLimits.ts";

/**
 * The number of emails of a kind that a mailbox gets within a window, no matter who requested them, and whatever
 * `+tags` its addresses have. Further emails are dropped at sending instead of being rejected at the request, so that
 * every request gets the same response, which doesn't reveal whether there is an account or whether others have
 * requested an email.
 *
 * A window lasts as long as a link is valid, and each kind has its own count. So an attacker who requests emails for
 * another mailbox doesn't lock the owner out: when no more emails arrive, the owner has five with valid links.
 */
const EMAILS_MAX = 5;
const WINDOW_MS = EMAIL_LINK_MINUTES * 60_000;

/** Counts emails that are about to be sent for the first time. @returns the ids of those over their mailbox's limit */
export async function findOverLimit(
  database: Database,
  emails: readonly { id: string; kind: string; address: string; details: string }[],
): Promise<string[]> {
  const counted = emails.filter(({ kind }) => limitOf(kind)?.by === "kind");
  if (counted.length === 0) return [];
  const additions = counted.map((email) => ({
    key: `email ${subKindOf(email)} ${tokenHash(mailboxOf(email.address))}`,
    used: 1,
  }));
  const counts = await consumeRateLimits(database, additions, WINDOW_MS);
  return counted.filter((_, index) => (counts[index]?.used ?? 0) > EMAILS_MAX).map(({ id }) => id);
}

/** Each kind of sign-in change is counted separately: many harmless ones must not silence another one. */
const subKindOf = ({ kind, details }: { kind: string; details: string }): string =>
  kind === "securityChange" ? `${kind} ${String(JSON.parse(details).change)}` : kind;
