import type { exportMyData } from "@survey-app/contract/account.ts";
import type { ResponseOf } from "@survey-app/contract/endpoint.ts";
import { receiptFor } from "@survey-app/contract/ledger.ts";
import { UNPUBLISHED_TITLE } from "@survey-app/contract/votes.ts";
import type { HashAddress } from "../database/addressHash.ts";
import type { MainDatabase } from "../database/database.ts";
import { toIso } from "../database/toIso.ts";
import { listImages } from "../images/images.sql.ts";
import { findEmailPreferences } from "../outcomes/follows.sql.ts";
import { listApiKeys } from "../session/apiKeys.sql.ts";
import { listPasskeys } from "../session/passkeys/passkeys.sql.ts";
import { readSecondFactor } from "../session/secondFactor/secondFactor.sql.ts";
import { listUserSessions } from "../session/session.sql.ts";
import { isPublic } from "../surveys/visible.sql.ts";
import { listWebhooks } from "../webhooks/webhooks.sql.ts";

type Exported = Omit<ResponseOf<typeof exportMyData>, "exportedAt" | "user">;

/** Rows that one statement reads: a few milliseconds on this thread, after which other statements can run. */
const CHUNK = 1000;

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
    const { db } = tx;
    const identities = await db.selectFrom("accounts").select("provider_id").where("user_id", "=", userId).execute();
    const sessions = await listUserSessions(tx, userId);
    const webhooks = await listWebhooks(tx, userId);
    const apiKeys = await listApiKeys(tx, userId);
    const { since, devices } = await readSecondFactor(tx, userId);
    const votes = await inChunks((after) =>
      db
        .selectFrom("votes")
        .innerJoin("surveys", "surveys.id", "votes.survey_id")
        .select([
          "votes.id",
          "votes.survey_id",
          "surveys.title",
          "surveys.privacy",
          "votes.choice",
          "votes.comment",
          "votes.created_at",
          "votes.n",
          "votes.hash",
          "votes.replaced_by",
        ])
        .where("votes.user_id", "=", userId)
        .where("votes.id", ">", after)
        .orderBy("votes.id")
        .limit(CHUNK)
        .execute(),
    );
    const secretVotes = await inChunks((after) =>
      db
        .selectFrom("secret_voters")
        .innerJoin("surveys", "surveys.id", "secret_voters.survey_id")
        .select(["surveys.id", "surveys.title"])
        .where("voter", "=", userId)
        .where("secret_voters.survey_id", ">", after)
        .orderBy("secret_voters.survey_id")
        .limit(CHUNK)
        .execute(),
    );
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
        .leftJoin("secret_voters", (join) =>
          join
            .onRef("secret_voters.survey_id", "=", "reports.survey_id")
            .onRef("secret_voters.voter", "=", "reports.user_id"),
        )
        .select([
          "reports.id",
          "reports.survey_id",
          "surveys.title",
          "surveys.status",
          "surveys.appears_at",
          "surveys.owner_id",
          "votes.id as voteId",
          "secret_voters.voter",
          "reports.text",
          "reports.created_at",
        ])
        .where("reports.user_id", "=", userId)
        .where("reports.id", ">", after)
        .orderBy("reports.id")
        .limit(CHUNK)
        .execute(),
    );
    const surveys = await inChunks((after) =>
      db
        .selectFrom("surveys")
        .select(["id", "title", "description", "starts_at"])
        .where("owner_id", "=", userId)
        .where("id", ">", after)
        .orderBy("id")
        .limit(CHUNK)
        .execute(),
    );
    const invitations = await inChunks((after) =>
      db
        .selectFrom("users")
        .innerJoin("invitations", "invitations.email", "users.email")
        .innerJoin("surveys", "surveys.id", "invitations.survey_id")
        .select(["invitations.id", "invitations.survey_id", "surveys.title", "invitations.label"])
        .select(["invitations.created_at", "surveys.status", "surveys.appears_at"])
        .where("users.id", "=", userId)
        .where("users.email_verified", "=", 1)
        .where("invitations.id", ">", after)
        .orderBy("invitations.id")
        .limit(CHUNK)
        .execute(),
    );
    const appeals = await db
      .selectFrom("feedback")
      .innerJoin("surveys", "surveys.id", "feedback.survey_id")
      .select(["feedback.survey_id", "feedback.appeal", "feedback.appealed_at"])
      .where("surveys.owner_id", "=", userId)
      .where("feedback.appeal", "is not", null)
      .$narrowType<{ appeal: string; appealed_at: number }>()
      .orderBy("feedback.id")
      .execute();
    const payments = await db
      .selectFrom("payments")
      .select(["price_cents", "transaction_id", "status", "dispute", "created_at"])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute();
    const request = await db
      .selectFrom("surveyor_requests")
      .select(["survey_id", "created_at"])
      .where("user_id", "=", userId)
      .executeTakeFirst();
    return {
      emailPreferences: await findEmailPreferences(tx, userId, hashAddress),
      identities: identities.map(({ provider_id }) => provider_id),
      sessions,
      apiKeys,
      passkeys: await listPasskeys(tx, userId),
      secondFactorSince: since,
      rememberedDevices: devices,
      webhooks,
      votes: [
        ...votes.map((vote) => ({
          surveyId: vote.survey_id,
          Title: vote.title,
          vote: vote.choice,
          comments: vote.comment,
          receipt: receiptFor(vote.privacy, vote),
          isReplaced: vote.replaced_by !== null,
          at: toIso(vote.created_at),
        })),
        ...secretVotes.map(({ id, title }) => ({
          surveyId: id,
          Title: title,
          vote: null,
          comments: "",
          receipt: null,
          isReplaced: false,
          at: null,
        })),
      ],
      reports: reports.map((report) => ({
        surveyId: report.survey_id,
        // A report alone does not open a survey that is no longer public (participations.sql.ts).
        Title:
          report.voteId !== null || report.voter !== null || report.owner_id === userId || isPublic(report, Date.now())
            ? report.title
            : UNPUBLISHED_TITLE,
        inapp: report.text,
        at: toIso(report.created_at),
      })),
      surveys: surveys.map((survey) => ({
        _id: survey.id,
        Title: survey.title,
        Description: survey.description,
        createDate: toIso(survey.starts_at),
      })),
      invitations: invitations.map((invitation) => ({
        surveyId: invitation.survey_id,
        Title: isPublic(invitation, Date.now()) ? invitation.title : UNPUBLISHED_TITLE,
        label: invitation.label,
        at: toIso(invitation.created_at),
      })),
      appeals: appeals.map(({ survey_id, appeal, appealed_at }) => ({
        surveyId: survey_id,
        appeal,
        at: toIso(appealed_at),
      })),
      surveyorRequest: request ? { surveyId: request.survey_id, at: toIso(request.created_at) } : null,
      payments: payments.map((payment) => ({
        price: payment.price_cents / 100,
        transactionId: payment.transaction_id,
        status: payment.dispute === "open" ? DISPUTED : exportedState[payment.status],
        date: toIso(payment.created_at),
      })),
      images: await listImages(tx, userId),
    };
  });
}

/** Reads all rows, with a query that returns at most `CHUNK` rows after an id. */
async function inChunks<Row extends { id: string }>(read: (after: string) => Promise<Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const rows = await read(all.at(-1)?.id ?? "");
    all.push(...rows);
    if (rows.length < CHUNK) return all;
  }
}
