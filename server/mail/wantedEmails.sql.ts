import type { UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import type { SurveyEmailKind } from "@survey-app/contract/surveys/outcomes.ts";
import { DELETED, VERIFIED } from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";

/** SQL condition on `users`: the account is in use. */
export const isInUse = sql<boolean>`users.status = ${sql.lit(VERIFIED)}`;

/**
 * SQL condition on `users`: the account is in use and its address is confirmed, because a stranger may have entered an
 * unconfirmed one.
 */
export const isReachable = sql<boolean>`${isInUse} and users.email_verified = 1`;

/** SQL on `users`: why the account is not reachable; null if it is. */
export const whyUnreachable = sql<Extract<UnsentReason, "noAccount" | "blocked" | "unconfirmed"> | null>`case
  when ${isReachable} then null
  when users.status = ${sql.lit(DELETED)} then ${sql.lit("noAccount")}
  when ${isInUse} then ${sql.lit("unconfirmed")}
  else ${sql.lit("blocked")} end`;

/**
 * SQL condition on `users`: the user has refused emails of this kind, or about this survey. The answer to a report is
 * about the report, and not about the survey.
 */
export const isUnwanted = (kind: SurveyEmailKind, surveyId: string) => sql<boolean>`(
  exists (select 1 from unwanted_emails where unwanted_emails.user_id = users.id and unwanted_emails.kind = ${kind})
  ${kind === "reports" ? sql`` : sql`or ${hasChosen(surveyId, { follows: 0 })}`})`;

/** SQL condition on `users`: the user has chosen to get emails about this survey. */
export const hasFollowed = (surveyId: string) => hasChosen(surveyId, { follows: 1 });

const hasChosen = (surveyId: string, { follows }: { follows: 0 | 1 }) => sql<boolean>`exists (
  select 1 from follows
  where follows.survey_id = ${surveyId} and follows.user_id = users.id and follows.follows = ${sql.lit(follows)})`;
