import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { DELETED } from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import type { Updateable } from "kysely";
import { newId } from "../database/newId.ts";
import type { UserRow } from "../database/userRow.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { keepTrail } from "../voters/emailTrail.sql.ts";
import { jumpClocks } from "./clocks.sql.ts";
import { type CaseParts, type DueRow, type JobCase, surveyMaker, thrice } from "./jobCase.ts";
import { casesOfSearch } from "./jobCasesOfSearch.ts";
import { casesOfSurveys } from "./jobCasesOfSurveys.ts";
import { makePerson } from "./people.ts";

/** For each job that works on rows, by its name: rows that are due, and how one of them can fail. */
export function casesOfJobs(parts: CaseParts): Record<string, JobCase[]> {
  const surveys = casesOfSurveys(parts);
  return {
    "closing surveys": [surveys.closing],
    "ending meetings": [surveys.meetingEnds],
    "erasing the sums of closed secret surveys": [surveys.secretErasures],
    "listing new votes": [surveys.listedVotes],
    "listing all votes": [surveys.listedVotes],
    "hashing questions": [surveys.questionHashes],
    "folding texts for search": casesOfSearch(parts),
    "setting deadlines for surveys without an end": [surveys.deadlines],
    "removing the names of surveys that ended long ago": [surveys.names, surveys.meetingNames],
    "reminding people of surveys that end soon": [surveys.surveyReminders],
    ...casesOfEmails(parts),
    ...casesOfAccounts(parts),
    "delivering to webhooks": [caseOfWebhooks(parts)],
    "deleting unused images": [caseOfImages(parts)],
  };
}

const changedUser = { change: "update", table: "users", column: "id" } as const;
const enqueuedEmail = { change: "insert", table: "outbox", column: "address" } as const;

function casesOfEmails(parts: CaseParts): Record<string, JobCase[]> {
  const { t, people } = parts;
  const { db } = t.database;
  const { publish, vote, close } = surveyMaker(parts);
  const isEnqueued = async ({ poisoned = "" }: DueRow) =>
    (await db.selectFrom("outbox").select("id").where("address", "=", poisoned).executeTakeFirst()) !== undefined;
  /** The email about the result of a survey that has just been closed, keyed by its mailing. */
  async function makeMailing() {
    const id = await publish();
    const { email } = await vote(id);
    await close(id);
    const ofSurvey = db.selectFrom("mailings").select("id").where("survey_id", "=", id);
    return { key: (await ofSurvey.executeTakeFirstOrThrow()).id, poisoned: email };
  }
  const mailings: JobCase = {
    job: "mailings",
    poison: enqueuedEmail,
    makeDue: () => thrice(makeMailing),
    isDone: isEnqueued,
  };
  const compositions: JobCase = {
    job: "compositions",
    poison: { change: "update", table: "mailings", column: "id" },
    makeDue: () => thrice(async () => ({ key: (await makeMailing()).key })),
    isDone: async ({ key }) =>
      (await db.selectFrom("mailings").select("stage").where("id", "=", key).executeTakeFirstOrThrow()).stage !==
      "count",
  };
  const reportAnswers: JobCase = {
    job: "reportAnswers",
    poison: { change: "update", table: "reports", column: "id" },
    async makeDue() {
      const survey = await publish();
      return thrice(async (index) => {
        const { id: user_id } = await makePerson(t.database, t.tokens);
        const report = { id: newId(), survey_id: survey, user_id, text: "Spam", created_at: Date.now() };
        await db
          .insertInto("reports")
          .values({ ...report, outcome: "upheld", answer_due_at: 1 + index })
          .execute();
        return { key: report.id };
      });
    },
    isDone: async ({ key }) =>
      (await db.selectFrom("reports").select("answer_due_at").where("id", "=", key).executeTakeFirstOrThrow())
        .answer_due_at === null,
  };
  const makeAdmins = () =>
    thrice(async () => {
      const { id, email } = await makePerson(t.database, t.tokens, { role: "admin" });
      await db.updateTable("users").set({ email_verified: 1 }).where("id", "=", id).execute();
      return { key: id, poisoned: email };
    });
  const reviewDigests: JobCase = {
    job: "reviewDigests",
    poison: enqueuedEmail,
    async makeDue() {
      await db.deleteFrom("review_digests").execute();
      await t.makeSurvey(people.surveyor);
      return makeAdmins();
    },
    isDone: isEnqueued,
  };
  const clockNotices: JobCase = {
    job: "clockNotices",
    poison: enqueuedEmail,
    async makeDue() {
      await jumpClocks(t.database, { server: 400 });
      return makeAdmins();
    },
    isDone: isEnqueued,
    cleanUp: async () => void (await db.deleteFrom("heartbeats").execute()),
  };
  const outbox: JobCase = {
    job: "outbox",
    poison: { change: "update", table: "outbox", column: "id" },
    makeDue: () =>
      thrice(async (index) => {
        const address = `${newId()}@example.org`;
        await enqueueEmail(t.database, address, { kind: "passwordChanged" });
        await db
          .updateTable("outbox")
          .set({ next_at: 1 + index })
          .where("address", "=", address)
          .execute();
        const ofAddress = db.selectFrom("outbox").select("id").where("address", "=", address);
        return { key: (await ofAddress.executeTakeFirstOrThrow()).id };
      }),
    isDone: async ({ key }) =>
      (await db.selectFrom("outbox").select("id").where("id", "=", key).executeTakeFirst()) === undefined,
  };
  return {
    "enqueueing mailings": [compositions, mailings, reportAnswers],
    "emailing admins about what awaits review": [reviewDigests],
    "sending emails": [outbox],
    "noting what the clocks show": [clockNotices],
  };
}

function casesOfAccounts(parts: CaseParts): Record<string, JobCase[]> {
  const { t } = parts;
  const { db } = t.database;
  const { publish } = surveyMaker(parts);
  const find = (id: string) => db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const makeUsers = (row: (index: number) => Updateable<UserRow>) =>
    thrice(async (index) => {
      const { id } = await makePerson(t.database, t.tokens);
      await db.updateTable("users").set(row(index)).where("id", "=", id).execute();
      return { key: id };
    });
  const unused = { created_at: 1, inactivity_told_at: 1 };
  const unusedAccounts: JobCase = {
    job: "unusedAccounts",
    poison: changedUser,
    makeDue: () => makeUsers((index) => ({ ...unused, used_at: 1 + index, inactivity_notices: 2 })),
    isDone: async ({ key }) => (await find(key)).status === DELETED,
  };
  const erasures: JobCase = {
    job: "erasures",
    poison: changedUser,
    makeDue: () => makeUsers((index) => ({ erase_at: 1 + index })),
    isDone: async ({ key }) => (await find(key)).status === DELETED,
  };
  const guests: JobCase = {
    job: "guests",
    poison: { change: "delete", table: "users", column: "id" },
    makeDue: () => makeUsers(() => ({ created_at: 1, is_guest: 1, email: null })),
    isDone: async ({ key }) =>
      (await db.selectFrom("users").select("id").where("id", "=", key).executeTakeFirst()) === undefined,
  };
  const accountNotices: JobCase = {
    job: "accountNotices",
    poison: changedUser,
    makeDue: () => makeUsers((index) => ({ ...unused, used_at: 1 + index, inactivity_notices: 0 })),
    isDone: async ({ key }) => (await find(key)).inactivity_notices === 1,
  };
  const votesOf = (id: string) => db.selectFrom("votes").select("comment").where("user_id", "=", id);
  const lateComments: JobCase = {
    job: "lateComments",
    poison: { change: "update", table: "votes", column: "user_id" },
    async makeDue() {
      const survey = await publish();
      return thrice(async () => {
        const voter = await makePerson(t.database, t.tokens);
        await t.request(votes.castVote, { as: voter, body: { SurveyID: survey, vote: 1 } });
        await db.updateTable("votes").set({ comment: "Late" }).where("user_id", "=", voter.id).execute();
        const about = { userId: voter.id, surveyId: survey, outcome: "upheld", reportedAt: 0 } as const;
        const handled = { address: voter.email, email: { kind: "reportSettled", ...about }, reason: "limit" } as const;
        await t.database.transaction((tx) => keepTrail(tx, [handled]));
        const deleted = { status: DELETED, updated_at: Date.now() };
        await db.updateTable("users").set(deleted).where("id", "=", voter.id).execute();
        return { key: voter.id };
      });
    },
    isDone: async ({ key }) =>
      (await votesOf(key).executeTakeFirstOrThrow()).comment === "" &&
      (await db.selectFrom("email_trail").select("id").where("user_id", "=", key).execute()).length === 0,
  };
  const membershipReminders: JobCase = {
    job: "membershipReminders",
    poison: { change: "update", table: "memberships", column: "id" },
    makeDue: () =>
      thrice(async () => {
        const { id: user_id } = await makePerson(t.database, t.tokens);
        const key = newId();
        const times = { starts_at: 1, ends_at: Date.now() + DAY_MS };
        await db
          .insertInto("memberships")
          .values({ id: key, user_id, ...times })
          .execute();
        return { key };
      }),
    isDone: async ({ key }) =>
      (await db.selectFrom("memberships").select("told_at").where("id", "=", key).executeTakeFirstOrThrow()).told_at !==
      null,
  };
  const payments: JobCase = {
    job: "payments",
    poison: { change: "update", table: "payments", column: "id" },
    makeDue: () =>
      thrice(async (index) => {
        const { id: user_id } = await makePerson(t.database, t.tokens);
        const key = newId();
        // The provider doesn't know it, so that it is marked as failed.
        const payment = {
          id: key,
          user_id,
          price_cents: 1200,
          transaction_id: `pi_${key}`,
          status: "pending",
        } as const;
        await db
          .insertInto("payments")
          .values({ ...payment, created_at: 1, check_at: 1 + index })
          .execute();
        return { key };
      }),
    isDone: async ({ key }) =>
      (await db.selectFrom("payments").select("status").where("id", "=", key).executeTakeFirstOrThrow()).status ===
      "failed",
  };
  return {
    "deleting unused accounts": [unusedAccounts],
    "deleting accounts as admins decided": [erasures],
    "deleting guests whose surveys closed long ago": [guests],
    "emailing the owners of unused accounts": [accountNotices],
    "removing what deleted accounts left behind": [lateComments],
    "reminding members whose membership ends": [membershipReminders],
    "reconciling payments": [payments],
  };
}

function caseOfWebhooks({ t, people, webhookUrl }: CaseParts): JobCase {
  const { db } = t.database;
  return {
    job: "deliveries",
    poison: { change: "update", table: "webhook_deliveries", column: "id" },
    async makeDue() {
      const webhook = { id: newId(), user_id: people.surveyor.id, url: webhookUrl, events: "closed", all_surveys: 0 };
      await db
        .insertInto("webhooks")
        .values({ ...webhook, created_at: Date.now() })
        .execute();
      return thrice(async (index) => {
        const delivery = { id: newId(), webhook_id: webhook.id, event: "test", survey_id: null } as const;
        await db
          .insertInto("webhook_deliveries")
          .values({ ...delivery, created_at: Date.now(), next_at: 1 + index })
          .execute();
        return { key: delivery.id };
      });
    },
    isDone: async ({ key }) =>
      (await db.selectFrom("webhook_deliveries").select("delivered_at").where("id", "=", key).executeTakeFirst())
        ?.delivered_at !== null,
  };
}

function caseOfImages({ t, people }: CaseParts): JobCase {
  const { db } = t.database;
  return {
    job: "images",
    poison: { change: "update", table: "images", column: "id" },
    makeDue: () =>
      thrice(async () => {
        const image = { id: newId(), owner_id: people.surveyor.id, bytes: 1, created_at: 1, removed_at: null };
        await db.insertInto("images").values(image).execute();
        return { key: image.id };
      }),
    isDone: async ({ key }) =>
      (await db.selectFrom("images").select("id").where("id", "=", key).executeTakeFirst()) === undefined,
  };
}
