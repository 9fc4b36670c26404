import { EMAIL_LINK_MINUTES } from "@survey-app/contract/emailLinks.ts";
import type { Database } from "../database/database.ts";
import { consumeRateLimits } from "../database/rateLimits.ts";
import { tokenHash } from "../database/tokenHash.ts";
import type { EmailTemplate } from "./templates.ts";

/**
 * So many letters of a kind go to an address in a window, whoever had them sent and from however many addresses. What is
 * over is dropped here, where a letter leaves, and not refused where it is asked for: whoever asks is answered the same
 * all the while, and learns neither whether there is an account nor whether others asked.
 *
 * A window is as long as a link works, and each kind has its own count. So who asks in somebody else's name keeps nobody
 * out: an owner who gets no further letter has five in the mailbox whose links still work.
 */
const LETTERS_MAX = 5;
const WINDOW_MS = EMAIL_LINK_MINUTES * 60_000;

/** Kinds that can be had for nothing, again and again, for an address that is somebody else's. Others follow a payment. */
const limited: ReadonlySet<string> = new Set<EmailTemplate["kind"]>([
  "emailVerification",
  "passwordReset",
  "emailChange",
  "passwordChanged",
  "passwordRemoved",
  "emailChanged",
  "newDevice",
]);

/** Counts letters that are about to leave for the first time. @returns the ids of those too many for their address */
export async function findTooMany(
  database: Database,
  letters: readonly { id: string; kind: string; address: string }[],
): Promise<string[]> {
  const counted = letters.filter(({ kind }) => limited.has(kind));
  if (counted.length === 0) return [];
  const made = counted.map(({ kind, address }) => ({ key: `letter ${kind} ${tokenHash(address)}`, calls: 1 }));
  const counts = await consumeRateLimits(database, made, WINDOW_MS);
  return counted.filter((_, at) => (counts[at]?.calls ?? 0) > LETTERS_MAX).map(({ id }) => id);
}
