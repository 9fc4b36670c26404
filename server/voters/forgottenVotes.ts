import { createHash } from "node:crypto";
import { DAY_MS } from "@survey-app/contract/text/time.ts";

/**
 * A vote by open link whose cookie was removed. `keptUntil`: until when the browser would have kept it, in
 * milliseconds.
 */
export interface ForgottenVote {
  surveyId: string;
  keptUntil: number;
}

/**
 * A mark has five characters of the hash of the survey's id, and the day on which the mark ends in three digits. All
 * marks of a browser are in one cookie, because one for each would be nearly as long as those that were removed. One
 * survey of a billion has the mark of another.
 */
const MARK = /[\w-]{5}[0-9a-z]{3}/g;
const HASH_LENGTH = 5;
const DAY_RADIX = 36;
/**
 * The most marks, because all requests send them: 512 bytes. A room can ask 100 questions, and 50 votes have cookies of
 * their own.
 */
const MARKS_MAX = 64;

const hashOf = (surveyId: string): string =>
  createHash("sha256").update(surveyId).digest("base64url").slice(0, HASH_LENGTH);
const endOf = (mark: string): number => Number.parseInt(mark.slice(HASH_LENGTH), DAY_RADIX);

const readMarks = (cookie: string | null, now: number): string[] =>
  (cookie?.match(MARK) ?? []).filter((mark) => endOf(mark) * DAY_MS > now);

/** Whether the cookie of marks names a survey. @param cookie null without one */
export const isMarked = (cookie: string | null, surveyId: string, now: number): boolean =>
  readMarks(cookie, now).some((mark) => mark.startsWith(hashOf(surveyId)));

/**
 * Adds votes to the cookie of marks; the oldest marks go beyond the most.
 * @returns its value, and how long it is kept
 */
export function addMarks(cookie: string | null, forgotten: readonly ForgottenVote[], now: number) {
  const added = forgotten.map(
    ({ surveyId, keptUntil }) => hashOf(surveyId) + Math.floor(keptUntil / DAY_MS).toString(DAY_RADIX),
  );
  const marks = [...readMarks(cookie, now), ...added].slice(-MARKS_MAX);
  const end = Math.max(...marks.map(endOf));
  return { value: marks.join(""), seconds: Math.max(0, Math.ceil((end * DAY_MS - now) / 1000)) };
}
