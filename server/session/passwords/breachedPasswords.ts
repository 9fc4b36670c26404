import { createHash } from "node:crypto";
import { boundedBody, reasonOf } from "../../http/outgoing.ts";

/** The longest time that a sign-up waits for the list, in milliseconds. */
const TIMEOUT_MS = 1000;
/** Responses have about 40 kB, and grow with the list. */
const RESPONSE_BYTES_MAX = 512 * 1024;
/** The number of hexadecimal digits of the hash that are sent to the list. */
const PREFIX_DIGITS = 5;
const LINE = /^([0-9A-F]{35}):(\d+)$/;

export interface WarnLog {
  warn(details: object, message: string): void;
}

/**
 * Creates a client for a list of breached passwords with the range protocol of Have I Been Pwned: the list receives
 * five of the forty digits of the password's SHA-1, which thousands of passwords share, and returns all hashes with
 * this prefix. The comparison is made here. The protocol requires SHA-1; no security depends on it.
 *
 * When the list doesn't respond, or responds with something else, the password passes: an outage of a third party must
 * not prevent people from signing up or from replacing a leaked password. The list of common passwords still applies.
 * @param url the URL to which the five digits are appended; null disables the check
 * @param startTimer creates the signal that aborts a slow request; tests pass their own
 */
export function createBreachedPasswordCheck(
  url: string | null,
  log: WarnLog,
  startTimer = () => AbortSignal.timeout(TIMEOUT_MS),
): (password: string) => Promise<boolean> {
  if (url === null) return async () => false;
  const range = url.replace(/\/*$/, "/");
  return async (password) => {
    const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
    try {
      const counts = await fetchRange(range + hash.slice(0, PREFIX_DIGITS), startTimer());
      return (counts.get(hash.slice(PREFIX_DIGITS)) ?? 0) > 0;
    } catch (error) {
      // Logs neither the password nor the prefix.
      log.warn(
        { reason: reasonOf(error) },
        "The list of breached passwords did not respond: a new password was not checked against it",
      );
      return false;
    }
  };
}

/** The number of times that each password was found in breaches, by the rest of its hash. */
async function fetchRange(address: string, signal: AbortSignal): Promise<Map<string, number>> {
  const response = await fetch(address, {
    // Padding hides the prefix from observers of the response's length. Padding rows have the count 0.
    headers: { "add-padding": "true", "user-agent": "Survey App" },
    redirect: "error", // the prefix goes to this list only
    signal,
  });
  if (response.status !== 200) throw new Error(`it responded with ${response.status}`);
  const lines = (await boundedBody(response, RESPONSE_BYTES_MAX))
    .toString("latin1")
    .toUpperCase()
    .split(/\r?\n/)
    .filter(Boolean);
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [, rest, count] = LINE.exec(line) ?? [];
    if (rest === undefined) throw new Error("it responded with something other than a range");
    counts.set(rest, Number(count));
  }
  if (counts.size === 0) throw new Error("it responded with nothing");
  return counts;
}
