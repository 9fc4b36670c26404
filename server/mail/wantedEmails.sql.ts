import type { SurveyEmailKind } from "@survey-app/contract/outcomes.ts";
import { VERIFIED } from "@survey-app/contract/users.ts";
import { sql } from "kysely";

/**
 * SQL condition on `users`: the account is in use and its address is confirmed, because a stranger may have entered an
 * unconfirmed one.
 */
export const isReachable = sql<boolean>`users.status = ${sql.lit(VERIFIED)} and users.email_verified = 1`;

/** SQL condition on `users`: the user has not refused this kind of email. */
export const wantsEmails = (kind: SurveyEmailKind) => sql<boolean>`not exists (
  select 1 from unwanted_emails where unwanted_emails.user_id = users.id and unwanted_emails.kind = ${kind})`;

/** SQL condition on `users`: the user has chosen to get emails about this survey. */
export const hasFollowed = (surveyId: string) => sql<boolean>`exists (
  select 1 from follows where follows.survey_id = ${surveyId} and follows.user_id = users.id and follows.follows = 1)`;

/** SQL condition on `users`: the user has not refused emails about this survey. */
export const hasNotUnfollowed = (surveyId: string) => sql<boolean>`not exists (
  select 1 from follows where follows.survey_id = ${surveyId} and follows.user_id = users.id and follows.follows = 0)`;
