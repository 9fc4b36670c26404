import { createHash } from "node:crypto";
import { reasonOf } from "./providers.ts";

/** Nobody who signs up is kept waiting longer. */
const PATIENCE_MS = 1000;
/** Answers have about 40 kB, and grow with the list. */
const ANSWER_BYTES_MAX = 512 * 1024;
/** What the list is asked by: the first so many hexadecimal digits of the hash. */
const PREFIX_DIGITS = 5;
const LINE = /^([0-9A-F]{35}):(\d+)$/;

export interface WarnLog {
  warn(details: object, message: string): void;
}

/**
 * Makes what asks a list of breached passwords by the range protocol of Have I Been Pwned: the list learns five of the
 * forty digits of the password's SHA-1, which thousands share, answers with all that begin so, and the comparison is
 * made here. SHA-1 is the protocol's, and protects nothing by itself.
 *
 * A list that does not answer, or answers with something else, holds nobody up: an outage of somebody else must not keep
 * people from signing up or from replacing a password that is out. The list of common ones holds all the same.
 * @param url what the five digits are appended to; null: nobody is asked
 * @param startTimer makes the signal that ends a request which takes too long; tests decide themselves when it does
 */
export function createBreachedPasswordCheck(
  url: string | null,
  log: WarnLog,
  startTimer = () => AbortSignal.timeout(PATIENCE_MS),
): (password: string) => Promise<boolean> {
  if (url === null) return async () => false;
  const range = url.replace(/\/*$/, "/");
  return async (password) => {
    const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
    try {
      const counts = await ask(range + hash.slice(0, PREFIX_DIGITS), startTimer());
      return (counts.get(hash.slice(PREFIX_DIGITS)) ?? 0) > 0;
    } catch (error) {
      // Neither the password nor what was asked for.
      log.warn(
        { reason: reasonOf(error) },
        "The list of breached passwords gave no answer: a new one was not compared",
      );
      return false;
    }
  };
}

/** How often each was met, by the rest of its hash. */
async function ask(address: string, signal: AbortSignal): Promise<Map<string, number>> {
  const answered = await fetch(address, {
    // Padded, so that not even the length of the answer tells what was asked. Rows that pad have the count 0.
    headers: { "add-padding": "true", "user-agent": "Survey App" },
    redirect: "error", // what is asked is for this list alone
    signal,
  });
  if (answered.status !== 200 || !answered.body) throw new Error(`it answered ${answered.status}`);
  const lines = (await textOf(answered.body)).toUpperCase().split(/\r?\n/).filter(Boolean);
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [, rest, count] = LINE.exec(line) ?? [];
    if (rest === undefined) throw new Error("it answered something else than a range");
    counts.set(rest, Number(count));
  }
  if (counts.size === 0) throw new Error("it answered nothing");
  return counts;
}

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > ANSWER_BYTES_MAX) throw new Error("it answered too much");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("latin1");
}
