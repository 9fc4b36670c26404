import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import type { QueryResult, RootOperationNode, UnknownRow } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { confirmHeartbeat, writeHeartbeat } from "../clock/heartbeat.sql.ts";
import { newId } from "../database/newId.ts";
import type { JobRun } from "../http/jobs.ts";
import { deleteEmailsAbout, enqueueEmail } from "../mail/outbox.sql.ts";
import { removeNamesAtStart } from "../process/namesAtStart.ts";
import { serveWaiting } from "../process/waiting.ts";
import { freePort } from "../testing/browser.ts";
import { withPlugin } from "../testing/interrupted.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { removeAllOldNames } from "./names.sql.ts";

/** The steps in which names are removed from large surveys, and what may happen between two of them. */

const DAYS = 30;
/** The votes or marks of one step. */
const STEP = 200;

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

/** A survey that ended so long ago, with the votes of so many people, the first `changed` of whom changed theirs. */
async function makeEnded({ voters = 0, changed = 0, marks = 0, agoMs = 400 * DAY_MS }): Promise<string> {
  const { db } = t.database;
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const voteOf = (index: number, n: number, more: { turn?: number; replaces?: number }) => ({
    survey_id: id,
    n,
    user_id: `${id} ${index}`,
    id: newId(),
    choice: 1 as const,
    comment: "",
    created_at: n,
    hash: "",
    turn: 0,
    replaces: null,
    ...more,
  });
  const votes = [
    ...Array.from({ length: voters }, (_, index) => voteOf(index, index + 1, {})),
    ...Array.from({ length: changed }, (_, index) =>
      voteOf(index, voters + index + 1, { turn: 1, replaces: index + 1 }),
    ),
  ];
  if (votes.length > 0) await db.insertInto("votes").values(votes).execute();
  const rows = Array.from({ length: marks }, (_, index) => ({
    survey_id: id,
    voter: `${id} ${index}`,
    ticket_hash: `hash ${index}`,
  }));
  if (rows.length > 0) await db.insertInto("secret_voters").values(rows).execute();
  await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
  await db
    .updateTable("surveys")
    .set({ closed_at: Date.now() - agoMs })
    .where("id", "=", id)
    .execute();
  return id;
}

const stateOf = (id: string) =>
  t.database.db
    .selectFrom("surveys")
    .select(["names_removed_at", "names_cursor"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** The voters of a survey in the order of its votes, or of its marks. */
const votersOf = async (id: string, table: "votes" | "secret_voters") =>
  table === "votes"
    ? (await t.database.db.selectFrom(table).select("user_id").where("survey_id", "=", id).orderBy("n").execute()).map(
        ({ user_id }) => user_id,
      )
    : (await t.database.db.selectFrom(table).select("voter").where("survey_id", "=", id).execute()).map(
        ({ voter }) => voter,
      );

const isRemoved = (voter: string) => /^removed-[\da-f]{32}$/.test(voter);

/** Removes names in a run that is ended after its first step with a voter. */
async function removeOneStep() {
  const ending = new AbortController();
  const run: JobRun = {
    signal: ending.signal,
    onStepFailed: ({ error }) => void expect.fail(String(error)),
    onStepRecovered() {},
  };
  return removeAllOldNames(t.database, { days: DAYS, run, onProgress: (voters) => voters > 0 && ending.abort() });
}

test("a removal that ends between two steps goes on behind the voters that are done, and a voter's votes stay together", async () => {
  const [voters, changed] = [STEP * 2 + 10, 30];
  const id = await makeEnded({ voters, changed });
  expect(await removeOneStep()).toMatchObject({ surveys: 0, voters: STEP, isDone: false });
  const begun = await votersOf(id, "votes");
  expect(begun.map(isRemoved)).toEqual(begun.map((_, index) => index < STEP || index >= voters));
  expect(await stateOf(id)).toEqual({ names_removed_at: null, names_cursor: `0 ${STEP}` });
  // Between two steps people vote elsewhere.
  const open = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const ballot = { SurveyID: open, vote: 1 } as const;
  expect((await t.send(castVote, { as: people.user, body: ballot })).statusCode).toBe(200);
  expect(await removeAllOldNames(t.database, { days: DAYS })).toEqual({
    surveys: 1,
    voters: voters - STEP,
    invitations: 0,
    isDone: true,
    failed: 0,
  });
  const done = await votersOf(id, "votes");
  expect(done.every(isRemoved)).toBe(true);
  expect(done.slice(0, STEP)).toEqual(begun.slice(0, STEP));
  expect(done.slice(voters)).toEqual(done.slice(0, changed));
  expect(new Set(done).size).toBe(voters);
  expect(await stateOf(id)).toEqual({ names_removed_at: expect.any(Number), names_cursor: null });
  expect(await votersOf(open, "votes")).toEqual([people.user.id]);
});

test("the marks of a secret survey are removed in steps, too, and lose what tells the voter", async () => {
  const id = await makeEnded({ marks: STEP + 50 });
  expect(await removeOneStep()).toMatchObject({ surveys: 0, voters: STEP });
  expect((await votersOf(id, "secret_voters")).filter(isRemoved)).toHaveLength(STEP);
  expect((await stateOf(id)).names_cursor).toMatch(/^1 ./);
  expect(await removeAllOldNames(t.database, { days: DAYS })).toMatchObject({ surveys: 1, voters: 50 });
  expect((await votersOf(id, "secret_voters")).every(isRemoved)).toBe(true);
  const hashes = await t.database.db
    .selectFrom("secret_voters")
    .select("ticket_hash")
    .where("survey_id", "=", id)
    .execute();
  expect(new Set(hashes.map(({ ticket_hash }) => ticket_hash))).toEqual(new Set([""]));
});

test("two instances that remove the same names don't split any voter into two", async () => {
  const [voters, changed] = [STEP * 3, STEP * 3];
  const id = await makeEnded({ voters, changed });
  await Promise.all([1, 2].map(() => removeAllOldNames(t.database, { days: DAYS })));
  const done = await votersOf(id, "votes");
  expect(done.slice(voters)).toEqual(done.slice(0, voters));
  expect(new Set(done.filter(isRemoved)).size).toBe(voters);
});

test("emails about a survey are deleted by the steps of its removal, also as one of several in one email, and no others", async () => {
  const [id, other] = [newId(), newId()];
  const invitation = (surveyId: string) =>
    ({ kind: "invitation", surveyId, invitationId: newId(), senderId: null }) as const;
  const { db } = t.database;
  for (const surveyId of [id, other, id]) await enqueueEmail(t.database, "steps@example.org", invitation(surveyId));
  const bundle = (emails: object[]) => ({
    id: newId(),
    kind: "invitations",
    address: "steps@example.org",
    details: JSON.stringify({ ownerId: people.surveyor.id, emails }),
    next_at: Date.now(),
    is_bulk: 1,
  });
  const left = bundle([invitation(other), invitation(other)]);
  await db
    .insertInto("outbox")
    .values([left, bundle([invitation(other), invitation(id)])])
    .execute();
  await deleteEmailsAbout(t.database, id);
  const rows = await db
    .selectFrom("outbox")
    .select(["kind", "details"])
    .where("address", "=", "steps@example.org")
    .execute();
  expect(rows.map(({ kind }) => kind).sort()).toEqual(["invitation", "invitations"]);
  for (const { details } of rows) expect(details).not.toContain(id);
});

test("a start first removes all due names of a database that no server used lately, as after a restore; else those of the last hour", async () => {
  const config = { ...t.config, port: await freePort(), host: "127.0.0.1" };
  const long = await makeEnded({ voters: 1, agoMs: (DAYS + 2) * DAY_MS });
  const fresh = await makeEnded({ voters: 1, agoMs: DAYS * DAY_MS + HOUR_MS / 2 });
  await writeHeartbeat(t.database, Date.now() - 60_000);
  await removeNamesAtStart(t.database, config, DAYS);
  expect((await votersOf(fresh, "votes")).every(isRemoved)).toBe(true);
  expect((await votersOf(long, "votes")).some(isRemoved)).toBe(false);
  await confirmHeartbeat(t.database);
  await removeNamesAtStart(t.database, config, DAYS);
  expect((await votersOf(long, "votes")).every(isRemoved)).toBe(true);
});

test("a start listens while it removes the names of a database that no server used lately, and not otherwise", async () => {
  const config = { ...t.config, port: await freePort(), host: "127.0.0.1" };
  const listens = async () => {
    const answers: (number | null)[] = [];
    const asking = {
      transformQuery: ({ node }: { node: RootOperationNode }) => node,
      async transformResult({ result }: { result: QueryResult<UnknownRow> }) {
        const livez = fetch(`http://127.0.0.1:${config.port}/livez`);
        answers.push(
          await livez.then(
            ({ status }) => status,
            () => null,
          ),
        );
        return result;
      },
    };
    await removeNamesAtStart(withPlugin(t.database, asking), config, DAYS);
    return answers.includes(200);
  };
  await confirmHeartbeat(t.database);
  await makeEnded({ voters: 1, agoMs: (DAYS + 2) * DAY_MS });
  expect(await listens()).toBe(true);
  expect(await listens()).toBe(false);
});

test("while a start removes names, the port answers that the server lives, is not ready, and is busy", async () => {
  const port = await freePort();
  const waiting = await serveWaiting({ ...t.config, port, host: "127.0.0.1" });
  onTestFinished(() => waiting.close());
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return { status: response.status, retry: response.headers.get("retry-after"), body: await response.text() };
  };
  expect(await get("/livez")).toMatchObject({ status: 200 });
  expect(await get("/readyz")).toMatchObject({ status: 503, body: '{"status":"starting"}' });
  const refused = await get("/api/surveys/latest", { method: "POST", body: "{}" });
  expect([refused.status, refused.retry, JSON.parse(refused.body).code]).toEqual([503, "10", "busy"]);
  const page = await get("/surveys", { headers: { accept: "text/html" } });
  expect(page.status).toBe(503);
  expect(page.body).toContain("<html");
});
