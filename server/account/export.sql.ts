import type { exportMyData } from "@survey-app/contract/account/account.ts";
import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import { UNPUBLISHED_TITLE } from "@survey-app/contract/votes/votes.ts";
import type { SelectQueryBuilder } from "kysely";
import { isPublic } from "../ballots/publicSurvey.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import { toIso } from "../database/toIso.ts";
import { listImages } from "../images/images.sql.ts";
import type { HashAddress } from "../mail/addressHash.ts";
import { topicOf } from "../mail/emailTopics.ts";
import { findEmailPreferences } from "../mailings/follows.sql.ts";
import { readForm } from "../meetings/meetingRows.ts";
import { listApiKeys } from "../session/apiKeys.sql.ts";
import { listPasskeys } from "../session/passkeys/passkeys.sql.ts";
import { readSecondFactor } from "../session/secondFactor/secondFactor.sql.ts";
import { listUserSessions } from "../session/session.sql.ts";
import { fieldColumns, readFields } from "../surveys/fields.ts";
import { listWebhooks } from "../webhooks/webhooks.sql.ts";
import { EXPORT_CHUNK, findOpenVotes, findSecretVotes } from "./exportedVotes.sql.ts";

type Exported = Omit<ResponseOf<typeof exportMyData>, "exportedAt" | "user">;

/** A payment's status in the export. Payment histories show less: no unpaid payments, and disputes as refunds. */
const exportedState = {
  pending: "started, not completed",
  paid: "paid",
  failed: "canceled, nothing was charged",
  refunded: "refunded",
} as const;
const DISPUTED = "disputed, the bank has not decided yet";

/** All data stored about a user besides the user record, oldest first, as a consistent snapshot. */
export function collectUserData(database: MainDatabase, userId: string, hashAddress: HashAddress): Promise<Exported> {
  return database.snapshot(async (tx) => {
    const { since, devices } = await readSecondFactor(tx, userId);
    const secretVotes = await findSecretVotes(tx, userId);
    return {
      ...(await findLanguageAndLastUse(tx, userId)),
      emailPreferences: await findEmailPreferences(tx, userId, hashAddress),
      identities: await findIdentities(tx, userId),
      sessions: await listUserSessions(tx, userId),
      apiKeys: await listApiKeys(tx, userId),
      passkeys: await listPasskeys(tx, userId),
      secondFactorSince: since,
      rememberedDevices: devices,
      webhooks: await listWebhooks(tx, userId),
      votes: [...(await findOpenVotes(tx, userId)), ...secretVotes],
      reports: await findReports(tx, userId, new Set(secretVotes.map(({ surveyId }) => surveyId))),
      surveys: await findSurveys(tx, userId),
      invitations: await findInvitations(tx, userId),
      appeals: await findAppeals(tx, userId),
      outcomes: await findOutcomes(tx, userId),
      sharedSurveys: await findSharedSurveys(tx, userId),
      voterLists: await findVoterLists(tx, userId),
      roomQuestions: await findRoomQuestions(tx, userId),
      onVoterLists: await findOnVoterLists(tx, userId),
      meetings: await findMeetings(tx, userId),
      waitingPeople: await findWaitingPeople(tx, userId),
      follows: await findFollows(tx, userId),
      surveyorRequest: await findSurveyorRequest(tx, userId),
      emails: await findEmails(tx, userId),
      payments: await findPayments(tx, userId),
      images: await listImages(tx, userId),
    };
  });
}

async function findLanguageAndLastUse(
  { db }: Database,
  userId: string,
): Promise<Pick<Exported, "language" | "timeZone" | "lastUsedOn">> {
  const {
    language,
    time_zone: timeZone,
    used_at,
  } = await db
    .selectFrom("users")
    .select(["language", "time_zone", "used_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return { language, timeZone, lastUsedOn: toIso(used_at)?.slice(0, 10) ?? null };
}

async function findIdentities({ db }: Database, userId: string): Promise<Exported["identities"]> {
  const identities = await db.selectFrom("accounts").select("provider_id").where("user_id", "=", userId).execute();
  return identities.map(({ provider_id }) => provider_id);
}

/** @param secretlyVotedOn the secret surveys that the user voted on */
async function findReports(
  { db }: Database,
  userId: string,
  secretlyVotedOn: ReadonlySet<string>,
): Promise<Exported["reports"]> {
  const reports = await inChunks((after) =>
    db
      .selectFrom("reports")
      .innerJoin("surveys", "surveys.id", "reports.survey_id")
      .leftJoin("votes", (join) =>
        join
          .onRef("votes.survey_id", "=", "reports.survey_id")
          .onRef("votes.user_id", "=", "reports.user_id")
          .on("votes.replaced_by", "is", null),
      )
      .select(["reports.id", "reports.survey_id as surveyId", "reports.text as inapp", "reports.created_at"])
      .select(["surveys.title", "surveys.status", "surveys.appears_at", "surveys.owner_id"])
      .select("votes.id as voteId")
      .where("reports.user_id", "=", userId)
      .where("reports.id", ">", after)
      .orderBy("reports.id"),
  );
  return reports.map(({ surveyId, inapp, created_at, title, ...report }) => {
    // Having reported a survey that is no longer public doesn't let the user see it (participations.sql.ts).
    const isTheirs = report.voteId !== null || secretlyVotedOn.has(surveyId) || report.owner_id === userId;
    const Title = isTheirs || isPublic(report, Date.now()) ? title : UNPUBLISHED_TITLE;
    return { surveyId, Title, inapp, at: toIso(created_at) };
  });
}

async function findSurveys({ db }: Database, userId: string): Promise<Exported["surveys"]> {
  const surveys = await inChunks((after) =>
    db
      .selectFrom("surveys")
      .select(["id", ...fieldColumns])
      .where("owner_id", "=", userId)
      .where("id", ">", after)
      .orderBy("id"),
  );
  return surveys.map(({ id, ...stored }) => ({ _id: id, ...readFields(stored) }));
}

async function findInvitations({ db }: Database, userId: string): Promise<Exported["invitations"]> {
  const invitations = await inChunks((after) =>
    db
      .selectFrom("users")
      .innerJoin("invitations", "invitations.email", "users.email")
      .innerJoin("surveys", "surveys.id", "invitations.survey_id")
      // An address is on a list only once; the invitations to all questions of a meeting have one id.
      .select(["invitations.survey_id as id", "invitations.label", "invitations.created_at"])
      .select(["surveys.title", "surveys.status", "surveys.appears_at"])
      .where("users.id", "=", userId)
      .where("users.email_verified", "=", 1)
      .where("invitations.survey_id", ">", after)
      .orderBy("invitations.survey_id"),
  );
  const ofMeetings = await inChunks((after) =>
    db
      .selectFrom("users")
      .innerJoin("invitations", "invitations.email", "users.email")
      .innerJoin("meetings", "meetings.id", "invitations.survey_id")
      .select([
        "meetings.id",
        "meetings.name",
        "meetings.taken_down_for",
        "invitations.label",
        "invitations.created_at",
      ])
      .where("users.id", "=", userId)
      .where("users.email_verified", "=", 1)
      .where("meetings.id", ">", after)
      .orderBy("meetings.id"),
  );
  return [
    ...invitations.map(({ id, label, title, created_at, ...survey }) => ({
      surveyId: id,
      Title: isPublic(survey, Date.now()) ? title : UNPUBLISHED_TITLE,
      label,
      at: toIso(created_at),
    })),
    ...ofMeetings.map(({ id, name, taken_down_for, label, created_at }) => ({
      surveyId: id,
      Title: taken_down_for === null ? name : UNPUBLISHED_TITLE,
      label,
      at: toIso(created_at),
    })),
  ];
}

/** Doesn't find every email: of some only numbers are kept, because a missing one would tell who voted. */
async function findEmails({ db }: Database, userId: string): Promise<Exported["emails"]> {
  const emails = await inChunks((after) =>
    db
      .selectFrom("email_trail")
      .select(["id", "kind", "survey_id as surveyId", "reason", "handled_at"])
      .where("user_id", "=", userId)
      .where("id", ">", after)
      .orderBy("id"),
  );
  return emails.flatMap(({ kind, surveyId, reason, handled_at }) => {
    const topic = topicOf(kind);
    return topic === null ? [] : [{ topic, surveyId, reason, at: toIso(handled_at) }];
  });
}

async function findAppeals({ db }: Database, userId: string): Promise<Exported["appeals"]> {
  const appeals = await db
    .selectFrom("feedback")
    .innerJoin("surveys", "surveys.id", "feedback.survey_id")
    .select(["feedback.survey_id as surveyId", "feedback.appeal", "feedback.appealed_at"])
    .where("surveys.owner_id", "=", userId)
    .where("feedback.appeal", "is not", null)
    .$narrowType<{ appeal: string; appealed_at: number }>()
    .orderBy("feedback.id")
    .execute();
  return appeals.map(({ appealed_at, ...appeal }) => ({ ...appeal, at: toIso(appealed_at) }));
}

async function findOutcomes({ db }: Database, userId: string): Promise<Exported["outcomes"]> {
  const outcomes = await db
    .selectFrom("outcomes")
    .innerJoin("surveys", "surveys.id", "outcomes.survey_id")
    .select(["outcomes.survey_id as surveyId", "outcomes.text", "outcomes.created_at"])
    .where("surveys.owner_id", "=", userId)
    .orderBy("outcomes.id")
    .execute();
  return outcomes.map(({ created_at, ...outcome }) => ({ ...outcome, at: toIso(created_at) }));
}

async function findSharedSurveys({ db }: Database, userId: string): Promise<Exported["sharedSurveys"]> {
  const shared = await db
    .selectFrom("survey_owners")
    .innerJoin("users", (join) =>
      join.on(({ or, and, eb, ref }) =>
        or([
          eb("survey_owners.user_id", "=", ref("users.id")),
          and([eb("survey_owners.email", "=", ref("users.email")), eb("users.email_verified", "=", 1)]),
        ]),
      ),
    )
    .innerJoin("surveys", "surveys.id", "survey_owners.survey_id")
    .select(["survey_owners.survey_id as surveyId", "surveys.title as Title", "survey_owners.accepted_at"])
    .where("users.id", "=", userId)
    .orderBy("survey_owners.id")
    .execute();
  return shared.map(({ accepted_at, ...survey }) => ({ ...survey, at: toIso(accepted_at) }));
}

async function findVoterLists({ db }: Database, userId: string): Promise<Exported["voterLists"]> {
  const lists = await db
    .selectFrom("voter_lists")
    .select(["name", "people", "created_at"])
    .where("owner_id", "=", userId)
    .orderBy("id")
    .execute();
  return lists.map(({ created_at, ...list }) => ({ ...list, at: toIso(created_at) }));
}

async function findRoomQuestions({ db }: Database, userId: string): Promise<Exported["roomQuestions"]> {
  const questions = await inChunks((after) =>
    db
      .selectFrom("room_questions")
      .innerJoin("surveys", "surveys.id", "room_questions.survey_id")
      .select(["room_questions.id", "survey_id as surveyId", "room_questions.title as Title"])
      .select("room_questions.created_at")
      .where("surveys.owner_id", "=", userId)
      .where("room_questions.id", ">", after)
      .orderBy("room_questions.id"),
  );
  return questions.map(({ surveyId, Title, created_at }) => ({ surveyId, Title, at: toIso(created_at) }));
}

async function findOnVoterLists({ db }: Database, userId: string): Promise<Exported["onVoterLists"]> {
  const entries = await db
    .selectFrom("voter_list_people")
    .innerJoin("users", "users.email", "voter_list_people.email")
    .select(["label", "group_name as group", "voter_list_people.created_at"])
    .where("users.id", "=", userId)
    .where("users.email_verified", "=", 1)
    .orderBy("voter_list_people.id")
    .execute();
  return entries.map(({ created_at, ...entry }) => ({ ...entry, at: toIso(created_at) }));
}

async function findMeetings({ db }: Database, userId: string): Promise<Exported["meetings"]> {
  const meetings = await db
    .selectFrom("meetings")
    .select(["id", "name", "about", "created_at"])
    .where("owner_id", "=", userId)
    .orderBy("id")
    .execute();
  const drafts = await db
    .selectFrom("meeting_questions")
    .innerJoin("meetings", "meetings.id", "meeting_id")
    .select(["meeting_id", "form"])
    .where("owner_id", "=", userId)
    .where("survey_id", "is", null)
    .orderBy("position")
    .execute();
  return meetings.map(({ id: meetingId, name, about, created_at }) => ({
    ...{ meetingId, name, about },
    drafts: drafts.filter(({ meeting_id }) => meeting_id === meetingId).map((draft) => readForm(draft).Title),
    at: toIso(created_at),
  }));
}

/**
 * People on the lists of the user's own surveys and meetings. They don't have an address, so they can't have an account
 * with an export of its own.
 */
async function findWaitingPeople({ db }: Database, userId: string): Promise<Exported["waitingPeople"]> {
  const people = await inChunks((after) =>
    db
      .selectFrom("waiting_people")
      .select(["id", "survey_id as surveyId", "label", "created_at"])
      .where(({ or, eb, selectFrom }) =>
        or([
          eb("survey_id", "in", selectFrom("surveys").select("id").where("owner_id", "=", userId)),
          eb("survey_id", "in", selectFrom("meetings").select("id").where("owner_id", "=", userId)),
        ]),
      )
      .where("id", ">", after)
      .orderBy("id"),
  );
  return people.map(({ surveyId, label, created_at }) => ({ surveyId, label, at: toIso(created_at) }));
}

async function findFollows({ db }: Database, userId: string): Promise<Exported["follows"]> {
  const follows = await db
    .selectFrom("follows")
    .select(["survey_id as surveyId", "follows"])
    .where("user_id", "=", userId)
    .orderBy("survey_id")
    .execute();
  return follows.map(({ surveyId, follows: isOn }) => ({ surveyId, follows: isOn === 1 }));
}

async function findSurveyorRequest({ db }: Database, userId: string): Promise<Exported["surveyorRequest"]> {
  const request = await db
    .selectFrom("surveyor_requests")
    .select(["survey_id as surveyId", "created_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return request ? { surveyId: request.surveyId, at: toIso(request.created_at) } : null;
}

async function findPayments({ db }: Database, userId: string): Promise<Exported["payments"]> {
  const payments = await db
    .selectFrom("payments")
    .select(["price_cents", "transaction_id as transactionId", "status", "dispute", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  return payments.map(({ price_cents, transactionId, status, dispute, created_at }) => ({
    price: price_cents / 100,
    transactionId,
    status: dispute === "open" ? DISPUTED : exportedState[status],
    date: toIso(created_at),
  }));
}

/** Reads all rows. @param query selects those after an id, in the order of their ids */
async function inChunks<DB, TB extends keyof DB, Row extends { id: string }>(
  query: (after: string) => SelectQueryBuilder<DB, TB, Row>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const rows = await query(all.at(-1)?.id ?? "")
      .limit(EXPORT_CHUNK)
      .execute();
    all.push(...(rows as Row[]));
    if (rows.length < EXPORT_CHUNK) return all;
  }
}
