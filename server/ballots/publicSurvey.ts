import type * as surveys from "@survey-app/contract/surveys/surveys.ts";

// SQLite's writer thread loads this file, so it imports neither zod nor the query builder.

/** A literal, because importing the contract would load zod into the thread; the compiler compares it. */
const PUBLISHED: typeof surveys.PUBLISHED = 2;

/**
 * Whether a survey is public, for reading and voting: it is published and, if it is scheduled, has started. It compares
 * with the clock, so a start takes effect without a write. `publicOnly` (visible.sql.ts) says the same in SQL.
 */
export function isPublic(survey: { status: number; appears_at: number }, now: number): boolean {
  return survey.status === PUBLISHED && survey.appears_at <= now;
}

/**
 * Whether voting has ended, even if the job that closes surveys has not closed this one yet. `endedOnly` says the same
 * in SQL.
 */
export function hasEnded(survey: { ends_at: number | null; closed_at: number | null }, now: number): boolean {
  return survey.closed_at !== null || (survey.ends_at !== null && survey.ends_at <= now);
}

/**
 * Whether voting is over for good: the survey was published, and has ended. One that was never published gets a later
 * deadline instead.
 */
export function isOver(
  survey: Parameters<typeof hasEnded>[0] & { first_published_at: number | null },
  now: number,
): boolean {
  return survey.first_published_at !== null && hasEnded(survey, now);
}
