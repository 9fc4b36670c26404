import { EMAIL_TRAIL_SHOWN, type TrailedEmail, type UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import { mailboxOf } from "@survey-app/contract/text/emailAddress.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { type Expression, sql } from "kysely";
import { may } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import { readLanguage } from "../database/readLanguage.ts";
import { toIso } from "../database/toIso.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { topicOf } from "../mail/emailTopics.ts";
import { ATTEMPTS_MAX } from "../mail/mailer.ts";
import { isOnlyCounted, REMINDERS } from "../voters/emailTrail.sql.ts";
import { emailsIn } from "../words/mail/bundles.ts";
import { isAboutMeeting } from "../words/mail/meetingTemplates.ts";
import type { EmailTemplate } from "../words/mail/templates.ts";

/** An email of the trail or the outbox, without the facts about its survey that the reader may know. */
interface FoundEmail extends Pick<TrailedEmail, "state" | "reason" | "attempts"> {
  kind: string;
  surveyId: string | null;
  at: number;
}

/**
 * The most waiting reminders that are read: more than wait for one mailbox. A reminder that isn't shown must not push
 * another email out of the list.
 */
const REMINDERS_READ = 2000;

/** What happened to the emails to an address, newest first, for an admin; also to other spellings of its mailbox. */
export async function findEmailsTo(database: Database, address: string, reader: CurrentUser): Promise<TrailedEmail[]> {
  const isToMailbox = (column: Expression<unknown>) =>
    sql<boolean>`${database.dialect.mailbox(column)} = ${mailboxOf(address)}`;
  const found = [...(await findEnqueued(database, isToMailbox)), ...(await findHandled(database, isToMailbox))];
  const surveys = await findSurveys(database, found);
  const shown = found.flatMap(({ kind, surveyId, at, ...email }) => {
    const topic = topicOf(kind);
    const survey = surveyId === null ? undefined : surveys.get(surveyId);
    const isOfMeeting = isAboutMeeting({ kind });
    // A waiting email about a survey that was deleted is dropped, and is removed with the survey's list.
    const isGone = surveyId !== null && !survey && !isOfMeeting;
    if (topic === null || isGone || (survey && isOnlyCounted(kind, survey))) return [];
    const isNamed = survey && isListReadable(reader, topic, survey);
    const named = isNamed ? { _id: survey.id, Title: survey.title, language: readLanguage(survey.language) } : null;
    const isPrivate = isOfMeeting || (survey !== undefined && !isNamed);
    // The exact moment would name the survey: the moment of its close is public, and the audit log has that of its
    // invitations.
    const shownAt = isPrivate ? at - (at % DAY_MS) : at;
    return [{ topic, at: shownAt, ...email, survey: named, isPrivate }];
  });
  // Sorted only by what is shown: a place among emails with a moment would tell the moment of a private one.
  const order = ({ topic, state, reason, attempts }: (typeof shown)[number]) =>
    `${topic} ${state} ${reason} ${attempts}`;
  return shown
    .sort((one, other) => other.at - one.at || order(one).localeCompare(order(other)))
    .slice(0, EMAIL_TRAIL_SHOWN)
    .map((email) => ({ ...email, at: toIso(email.at) }));
}

type IsToMailbox = (column: Expression<unknown>) => Expression<boolean>;

async function findEnqueued({ db }: Database, isToMailbox: IsToMailbox): Promise<FoundEmail[]> {
  const read = (ofReminders: boolean) =>
    db
      .selectFrom("outbox")
      .select(["kind", "details", "attempts", "next_at", "gave_up_at"])
      .where(({ ref }) => isToMailbox(ref("address")))
      .where("kind", ofReminders ? "in" : "not in", REMINDERS)
      .orderBy("id", "desc")
      .limit(ofReminders ? REMINDERS_READ : EMAIL_TRAIL_SHOWN)
      .execute();
  const rows = [...(await read(false)), ...(await read(true))];
  return rows.flatMap(({ kind, details, attempts, next_at, gave_up_at }) => {
    const template = { kind, ...JSON.parse(details) } as EmailTemplate;
    // Only an address that doesn't exist is given up before the last attempt.
    const reason: UnsentReason = attempts < ATTEMPTS_MAX ? "unknownAddress" : "gaveUp";
    const becomes =
      gave_up_at === null
        ? ({ state: "waiting", at: Number(next_at), reason: null, attempts } as const)
        : ({ state: "unsent", at: gave_up_at, reason, attempts } as const);
    return emailsIn(template).map((email) => ({
      kind: email.kind,
      surveyId: "surveyId" in email ? email.surveyId : null,
      ...becomes,
    }));
  });
}

async function findHandled({ db }: Database, isToMailbox: IsToMailbox): Promise<FoundEmail[]> {
  const rows = await db
    .selectFrom("email_trail")
    .select(["kind", "survey_id as surveyId", "reason", "handled_at as at"])
    .where(({ ref }) => isToMailbox(ref("address")))
    .orderBy("handled_at", "desc")
    .limit(EMAIL_TRAIL_SHOWN)
    .execute();
  return rows.map((row) => ({ ...row, state: row.reason === null ? "sent" : "unsent", attempts: 0 }));
}

type FoundSurvey = NonNullable<Awaited<ReturnType<typeof findSurveys>> extends Map<string, infer S> ? S : never>;

async function findSurveys({ db, dialect }: Database, found: readonly FoundEmail[]) {
  const ids = [...new Set(found.flatMap(({ surveyId }) => surveyId ?? []))];
  const surveys = await db
    .selectFrom("surveys")
    .select(["id", "title", "language", "electorate", "results", "owner_id", "co_owners"])
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .execute();
  return new Map(surveys.map((survey) => [survey.id, survey]));
}

/**
 * Whether an admin could read elsewhere who gets an email about a survey. Owners, authors of reports and people who
 * vote with an account can be read elsewhere; people on a list, and those who follow a survey by open link, can't.
 */
function isListReadable(reader: CurrentUser, topic: TrailedEmail["topic"], survey: FoundSurvey): boolean {
  if (topic === "ownSurvey" || topic === "coOwner" || topic === "report") return true;
  return survey.electorate === "everyone" || may("keepList", reader, survey);
}
