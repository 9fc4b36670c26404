import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import { type RawBuilder, sql } from "kysely";

/**
 * Whether a survey is public, for reading and voting: it is published and, if it is scheduled, has started. Only this file
 * defines that. It compares with the clock, so a start takes effect without a write.
 */
export function isPublic(survey: { status: number; appears_at: number }, now: number): boolean {
  return survey.status === PUBLISHED && survey.appears_at <= now;
}

/** The same as an SQL condition on `surveys`, or on another table or alias with these two columns. */
export function publicOnly(now: number | RawBuilder<number>, table = "surveys"): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.status`)} = ${sql.lit(PUBLISHED)} and ${sql.ref(`${table}.appears_at`)} <= ${now}`;
}

/** SQL condition on `survey_catalogue`: published surveys that are scheduled and have not started. */
export function scheduledOnly(now: number, table = "survey_catalogue"): RawBuilder<boolean> {
  const appearsAt = sql.ref(`${table}.appears_at`);
  // The literal condition lets both engines use the partial index of scheduled surveys. The plus keeps SQLite from using
  // the indexes that begin with the status, with which it would read every published survey.
  return sql<boolean>`${appearsAt} > 0 and ${appearsAt} > ${now} and +${sql.ref(`${table}.status`)} = ${sql.lit(PUBLISHED)}`;
}
