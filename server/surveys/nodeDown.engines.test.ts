import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Database } from "../database/database.ts";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { endPauses } from "../testing/failedSteps.sql.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { refreshListedVotes } from "./listedVotes.sql.ts";

/** `npm run soak -- citus` kills a real one. */
const canPretend = inject("engine") === "postgres" && inject("workerUrls").length === 0;

/** Makes each statement fail that reads the ballot box of this survey, with the error that Citus reports then. */
async function takeAway({ db }: Database, survey: string, code = "08006"): Promise<void> {
  await sql`create function unreachable() returns boolean language plpgsql as $$ begin
    raise exception 'connection to the remote node failed' using errcode = ${sql.lit(code)};
  end $$`.execute(db);
  await sql`alter table ballot_boxes rename to real_boxes`.execute(db);
  await sql`create view ballot_boxes as
    select * from real_boxes where survey_id <> ${sql.lit(survey)} or unreachable()`.execute(db);
}

async function bringBack({ db }: Database): Promise<void> {
  await sql`drop view ballot_boxes`.execute(db);
  await sql`alter table real_boxes rename to ballot_boxes`.execute(db);
  await sql`drop function unreachable`.execute(db);
}

describe.runIf(canPretend)("while the server of a distributed database that holds the ballot boxes is down", () => {
  let t: TestApp;
  let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
  let survey: string;
  beforeAll(async () => {
    t = await testApp({ pages: true }, WITHOUT_POLLS);
    people = await createUsersOfEveryRole(t.database, t.tokens);
    survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, unsure: true });
    const choices = [
      [people.user, 0],
      [people.pro, 1],
      [people.admin, 2],
    ] as const;
    for (const [as, vote] of choices) await t.request(votes.castVote, { as, body: { SurveyID: survey, vote } });
    await refreshListedVotes(t.database, [survey], recorder());
    await takeAway(t.database, survey);
  });
  afterAll(async () => {
    await bringBack(t.database);
    await t.close();
  });

  const counts = { participants: 3, totalVotes: 2, yesVotes: 1, noVotes: 1, unsureVotes: 1 };

  test("lists show the totals that were refreshed last", async () => {
    const lists = [
      await t.request(surveys.listLatestSurveys, {}),
      await t.request(surveys.listTopSurveys, {}),
      await t.request(surveys.listPublishedSurveys, {}),
      await t.request(surveys.listAllSurveys, { as: people.admin }),
    ];
    for (const list of lists) expect(list).toMatchObject([{ _id: survey, ...counts }]);
  });

  test("its surveys answer 503 with that reason, also their pages", async () => {
    const response = await t.refused(surveys.getSurvey, { params: { id: survey } });
    expect(response).toMatchObject({ status: 503, code: "votesAway" });
    const page = await t.app.inject({ url: `/surveydetails/${survey}` });
    expect(page.statusCode).toBe(503);
    expect(page.payload).toContain("The server that keeps these votes can&#x27;t be reached right now.");
  });
});

test.runIf(canPretend)("while the database restarts, lists fail instead of showing older totals", async () => {
  const t = await testApp({}, WITHOUT_POLLS);
  const { admin, surveyor, user } = await createUsersOfEveryRole(t.database, t.tokens);
  const survey = await t.makeSurvey(surveyor, { publishedBy: admin });
  await t.request(votes.castVote, { as: user, body: { SurveyID: survey, vote: 1 } });
  // Between the statement that reads the surveys and the one for their totals.
  await takeAway(t.database, survey, "57P01");
  expect((await t.refused(surveys.listLatestSurveys, { as: user })).status).toBe(503);
  await bringBack(t.database);
  expect(await t.request(surveys.listLatestSurveys, { as: user })).toMatchObject([{ _id: survey, totalVotes: 1 }]);
  await t.close();
});

test.runIf(canPretend)(
  "emails about results are sent for the surveys of other servers, and for the others later",
  async () => {
    const t = await testApp({}, WITHOUT_POLLS);
    const { admin, surveyor, user } = await createUsersOfEveryRole(t.database, t.tokens);
    const [away = "", here = ""] = await Promise.all([1, 2].map(() => t.makeSurvey(surveyor, { publishedBy: admin })));
    for (const id of [away, here]) {
      await t.request(votes.castVote, { as: user, body: { SurveyID: id, vote: 1 } });
      await t.request(surveys.closeSurvey, { as: surveyor, params: { id } });
    }
    const emailed = async () => {
      const emails = await t.database.db
        .selectFrom("outbox")
        .select("details")
        .where("kind", "=", "surveyResult")
        .where("address", "=", user.email)
        .orderBy("id")
        .execute();
      return emails.map(({ details }) => JSON.parse(details).surveyId);
    };
    await takeAway(t.database, away);
    // The survey whose server is down comes first.
    await t.database.db.updateTable("mailings").set({ chunks: 1 }).where("survey_id", "=", here).execute();
    await expect(enqueueMailings(t.database)).rejects.toThrow("connection to the remote node failed");
    expect(await emailed()).toEqual([here]);
    await bringBack(t.database);
    // A mailing that failed waits for some seconds.
    await endPauses(t.database);
    await enqueueMailings(t.database);
    expect(await emailed()).toEqual([here, away]);
    await t.close();
  },
);
