import { setTimeout as sleep } from "node:timers/promises";
import * as questions from "@survey-app/contract/meetings/meetingQuestions.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lockMeeting } from "../ballots/meetingOf.sql.ts";
import type { Database } from "../database/database.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { freePort } from "../testing/browser.ts";
import { type Instance, startInstance } from "../testing/instances.ts";
import { meetingsOf } from "../testing/meetings.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp, urlOf, WITHOUT_POLLS } from "../testing/testApp.ts";
import { PUBLIC_URL, SECRET } from "../testing/testConfig.ts";
import { describeFlaws, verifyDatabase } from "../votes/ledger/verifyDatabase.ts";

const PEOPLE = 300;
const KILLS = inject("isNightly") ? 40 : 3;

/** This app prepares the meetings; the server that is killed is a separate process on the same database. */
let t: TestApp;
let owner: Person;
let server: Instance;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  server = await start();
}, 60_000);
afterAll(async () => {
  await server?.stop();
  await t.close();
});

const meeting = meetingsOf(() => ({ t, surveyor: owner }));

const start = async () =>
  startInstance(await freePort(), {
    DATA_DIR: t.dataDir,
    ...(t.databaseUrl && { DATABASE_URL: t.databaseUrl }),
    PUBLIC_URL,
    SESSION_SECRET: SECRET,
  });

/** Makes a meeting with many people. @returns its id, and the request that opens its one question */
async function prepare() {
  const { id } = await meeting.make(0);
  await meeting.list(
    id,
    Array.from({ length: PEOPLE }, (_, index) => ({ email: null, label: `Person ${index}` })),
  );
  const request = await meeting.openRequest(id, await meeting.addDraft(id));
  const open = () =>
    fetch(server.url + urlOf(questions.openQuestion, request), {
      method: "POST",
      headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json" },
      body: JSON.stringify(request.body),
    });
  return { id, open };
}

const listOf = ({ db }: Database, id: string) =>
  db
    .selectFrom("invitations")
    .select(["id", "label", "issue", "state", "created_at"])
    .where("survey_id", "=", id)
    .orderBy("id")
    .execute();

/**
 * Reads the question of a meeting once no transaction changes it any more, and checks that all of it is stored, or
 * nothing.
 * @returns its survey; null without one
 */
function readQuestion(id: string, known: ReadonlySet<string>): Promise<string | null> {
  return t.database.transaction(async (tx) => {
    const { db } = tx;
    const stored = await lockMeeting(tx, id);
    const question = await db
      .selectFrom("meeting_questions")
      .select(["survey_id", "n", "people"])
      .where("meeting_id", "=", id)
      .executeTakeFirstOrThrow();
    const isNew = (surveyId: string) => !known.has(surveyId);
    const surveys = (await db.selectFrom("surveys").select("id").execute()).map((each) => each.id).filter(isNew);
    const boxes = await db.selectFrom("ballot_boxes").select(["survey_id", "closed_at"]).execute();
    const newBoxes = boxes.map((each) => each.survey_id).filter(isNew);
    const lists = await db.selectFrom("invitations").select("survey_id").distinct().execute();
    const newLists = lists.map((each) => each.survey_id).filter((each) => isNew(each) && each !== id);
    const surveyId = question.survey_id;
    const found = surveyId === null ? [] : [surveyId];
    expect({ surveys, newBoxes, newLists }).toEqual({ surveys: found, newBoxes: found, newLists: found });
    expect(stored?.current_survey_id ?? null).toBe(surveyId);
    if (surveyId === null) return null;
    expect(question).toMatchObject({ n: 1, people: PEOPLE });
    expect(await listOf(tx, surveyId)).toEqual(await listOf(tx, id));
    return surveyId;
  });
}

test("a server that is killed while a question opens leaves all of it or nothing, and the request can be repeated", async () => {
  const known = new Set<string>();
  /** Sends the same request to the server that runs now. */
  const repeat = async ({ id, open }: Awaited<ReturnType<typeof prepare>>) => {
    const left = await readQuestion(id, known);
    const response = await open();
    expect(response.status).toBe(200);
    const { surveyId } = (await response.json()) as { surveyId: string };
    if (left !== null) expect(surveyId).toBe(left);
    expect(await readQuestion(id, known)).toBe(surveyId);
    for (const each of [surveyId, id]) known.add(each);
    return left;
  };
  // The first opening on a newly started server, like the interrupted ones.
  const whole = await prepare();
  const began = performance.now();
  await (await whole.open()).arrayBuffer();
  const openingMs = performance.now() - began;
  expect(await repeat(whole)).not.toBeNull();
  for (let kill = 0; kill < KILLS; kill++) {
    await server.kill();
    server = await start();
    const interrupted = await prepare();
    const answer = interrupted.open().catch(() => null);
    await sleep((openingMs * kill) / (KILLS - 1));
    await server.kill();
    const wasAnswered = (await answer)?.ok === true;
    server = await start();
    const left = await repeat(interrupted);
    // If there was a response, the question is stored.
    if (wasAnswered) expect(left).not.toBeNull();
  }
  expect(describeFlaws(await verifyDatabase(t.database, openImageFiles(t.config)))).toEqual([]);
}, 600_000);
