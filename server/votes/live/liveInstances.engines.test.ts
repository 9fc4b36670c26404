import { moveRoom } from "@survey-app/contract/sharing/rooms.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { WAITING } from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { createApp } from "../../app.ts";
import type { Database } from "../../database/database.ts";
import { newId } from "../../database/newId.ts";
import { openDatabase } from "../../process/openDatabase.ts";
import { cutStreams, openStream } from "../../testing/eventStream.ts";
import { linkSurveys } from "../../testing/linkVoters.ts";
import { countListening, cutListening } from "../../testing/listening.sql.ts";
import { createUsersOfEveryRole } from "../../testing/people.ts";
import { insertSurveyRows } from "../../testing/surveyRows.sql.ts";
import { type TestApp, testApp, urlOf } from "../../testing/testApp.ts";
import { testConfig } from "../../testing/testConfig.ts";
import { voteAsNewPerson } from "../../testing/voteAsNewPerson.ts";
import { waitFor } from "../../testing/waitFor.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
/** Another instance on the same database. */
let other: { app: FastifyInstance; database: Database };

const bothListen = () => waitFor(async () => expect(await countListening(t.database)).toBe(2));
const publish = () => t.makeSurvey(people.surveyor, { publishedBy: people.admin });
const listen = (id: string) => openStream(other.app, urlOf(votes.streamSurveyTotals, { params: { id } }));
const vote = (id: string) => voteAsNewPerson(t, id);

// A SQLite file belongs to one process.
describe.runIf(inject("engine") === "postgres")("two instances on one database", () => {
  beforeAll(async () => {
    t = await testApp();
    people = await createUsersOfEveryRole(t.database, t.tokens);
    const database = openDatabase({ databaseUrl: t.databaseUrl, dataDir: t.dataDir });
    other = { database, app: await createApp({ ...testConfig, dataDir: t.dataDir }, database) };
    await bothListen();
  });
  afterEach(cutStreams);
  afterAll(async () => {
    await other.app.close();
    await other.database.close();
    await t.close();
  });

  test("get each other's votes, and that a survey was unpublished", async () => {
    const id = await publish();
    const stream = await listen(id);
    await vote(id);
    await stream.next(({ data }) => data.totalVotes === 1);
    await t.request(surveys.setSurveyStatus, {
      as: people.admin,
      params: { id },
      body: { status: WAITING, feedback: "Not so" },
    });
    await stream.closed;
    expect(stream.events.at(-1)?.event).toBe("gone");
  });

  test("get each other's moves of a room: its phones follow wherever they are connected", async () => {
    const links = linkSurveys(() => ({ t, ...people }));
    const [first, second] = [await links.make(), await links.make()];
    const stream = await listen(first);
    await stream.next(({ data }) => data.movedTo === undefined);
    await t.request(moveRoom, { as: people.surveyor, params: { id: first }, body: { next: second } });
    await stream.next(({ data }) => data.movedTo === second);
    // Phones without a stream poll this.
    const url = urlOf(surveys.getSurveyResults, { params: { id: first } });
    await waitFor(async () => expect((await other.app.inject(url)).json()).toMatchObject({ movedTo: second }));
  });

  test("get changes of hundreds of surveys at the same time", async () => {
    const published = t.database.db
      .selectFrom("surveys")
      .selectAll()
      .where("id", "=", await publish());
    const survey = await published.executeTakeFirstOrThrow();
    const ids = Array.from({ length: 200 }, newId);
    await insertSurveyRows(
      t.database,
      ids.map((id) => ({ ...survey, id })),
    );
    const watched = [ids[0] ?? "", ids[199] ?? ""];
    const streams = await Promise.all(watched.map(listen));
    const as = people.user;
    await Promise.all(ids.map((id) => t.request(votes.castVote, { as, body: { SurveyID: id, vote: 1 } })));
    for (const stream of streams) await stream.next(({ data }) => data.totalVotes === 1);
  });

  test("after both connections were lost, missed changes are sent, and both get each other's again", async () => {
    const id = await publish();
    const stream = await listen(id);
    await stream.next(({ data }) => data.totalVotes === 0);
    await cutListening(t.database);
    await vote(id);
    await stream.next(({ data }) => data.totalVotes === 1);
    await bothListen();
    await vote(id);
    await stream.next(({ data }) => data.totalVotes === 2);
  });
});
