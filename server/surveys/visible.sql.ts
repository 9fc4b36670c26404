import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import { type RawBuilder, sql } from "kysely";

/**
 * Whether everybody may see and vote on a survey: it is published and, if it is scheduled, has started. This file is
 * the only place that says so; it follows the clock, so a start takes effect without anything being written.
 */
export function isPublic(survey: { status: number; appears_at: number }, now: number): boolean {
  return survey.status === PUBLISHED && survey.appears_at <= now;
}

/** The same as a condition on `surveys`, or on another table or alias that has these two columns. */
export function publicOnly(now: number | RawBuilder<number>, table = "surveys"): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.status`)} = ${sql.lit(PUBLISHED)} and ${sql.ref(`${table}.appears_at`)} <= ${now}`;
}

/** The published surveys that are scheduled and have not started, as a condition on `survey_catalogue`. */
export function scheduledOnly(now: number, table = "survey_catalogue"): RawBuilder<boolean> {
  const appearsAt = sql.ref(`${table}.appears_at`);
  // By the literal both engines know that their index of scheduled surveys has all of these. By the plus SQLite leaves the
  // indexes that begin with the status alone: each would have it read every published survey.
  return sql<boolean>`${appearsAt} > 0 and ${appearsAt} > ${now} and +${sql.ref(`${table}.status`)} = ${sql.lit(PUBLISHED)}`;
}
