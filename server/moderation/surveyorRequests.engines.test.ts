import * as account from "@survey-app/contract/account/account.ts";
import type { ProblemDetails } from "@survey-app/contract/http/errors.ts";
import { type AuditEvent, listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import * as requests from "@survey-app/contract/surveys/surveyorRequests.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lockBallotBox } from "../ballots/ballotBox.sql.ts";
import { outboxRows } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { countWaiting } from "../testing/waiting.sql.ts";

let t: TestApp;
/** The app with SURVEYORS=everyone. */
let open: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  // Emails stay in the outbox, for the tests to read.
  t = await testApp({}, { mailPollMs: HOUR_MS });
  open = await testApp({ surveyors: "everyone" });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(async () => {
  await t.close();
  await open.close();
});

const form = { Title: "Is this asked?", category: "Cleaning Tools", image: "https://example.org/a.webp" } as const;
const newUser = (app = t) => makePerson(app.database, app.tokens, { name: "Nora New" });
const ask = async (as: Person, app = t) => app.request(requests.createSurveyorRequest, { as, body: form });
const mine = (as: Person) => t.request(requests.getMySurveyorRequest, { as });
const roleOf = async (as: Person, app = t) =>
  (await app.request(users.getUser, { as, params: { email: as.email } })).role;
const decide = (id: string, body: { status: 1 | 2 | 3; feedback?: string; version?: number }) =>
  t.send(surveys.setSurveyStatus, { as: people.admin, params: { id }, body });
const isPublic = async (id: string, app = t) =>
  (await app.send(surveys.getSurvey, { params: { id } })).statusCode === 200;
const setUnconfirmed = ({ database: { db } }: TestApp, { id }: Person) =>
  db.updateTable("users").set({ email_verified: 0 }).where("id", "=", id).execute();

test("an account has one request at a time, however many it sends at the same time", async () => {
  const nora = await newUser();
  const sent = await Promise.all(
    Array.from({ length: 20 }, () => t.send(requests.createSurveyorRequest, { as: nora, body: form })),
  );
  expect(sent.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const others = sent.filter(({ statusCode }) => statusCode !== 200).map((each) => each.json<ProblemDetails>().code);
  expect(new Set(others)).toEqual(new Set(["alreadyRequested"]));
  const stored = await t.database.db.selectFrom("surveys").select("id").where("owner_id", "=", nora.id).execute();
  expect(stored).toHaveLength(1);
});

test("of an acceptance and a withdrawal at the same time, one takes effect", async () => {
  for (let round = 0; round < 5; round++) {
    const nora = await newUser();
    const { insertedId: id } = await ask(nora);
    const [accepted, withdrawn] = await Promise.all([
      decide(id, { status: PUBLISHED }),
      t.send(surveys.deleteSurvey, { as: nora, params: { id } }),
    ]);
    // A published survey without votes can be deleted too, but then its owner is a surveyor.
    const wasAccepted = accepted.statusCode === 200;
    expect([200, 404]).toContain(accepted.statusCode);
    expect(withdrawn.statusCode).toBe(200);
    expect(await roleOf(nora)).toBe(wasAccepted ? "surveyor" : "user");
    expect(await mine(nora)).toBeNull();
  }
});

test.runIf(inject("engine") === "postgres")(
  "deleting the account doesn't deadlock with an edit of its survey",
  async () => {
    const nora = await newUser();
    const { insertedId: id } = await ask(nora);
    let deleted: ReturnType<typeof t.send> | undefined;
    await t.database.transaction(async (tx) => {
      await lockBallotBox(tx, id);
      deleted = t.send(account.deleteMyAccount, { as: nora, body: { email: nora.email } });
      await expect.poll(() => countWaiting(t.database)).toBe(1);
      await tx.db.selectFrom("surveys").select("id").where("id", "=", id).$call(tx.dialect.lock).execute();
    });
    expect((await deleted)?.statusCode).toBe(200);
  },
);

test("a user's first question awaits review, and publishing it makes the user a surveyor", async () => {
  const nora = await newUser();
  const { insertedId, status } = await ask(nora);
  expect(status).toBe(WAITING);
  expect(await mine(nora)).toMatchObject({ note: "", survey: { _id: insertedId, status: WAITING, Title: form.Title } });
  expect([await roleOf(nora), await isPublic(insertedId)]).toEqual(["user", false]);

  const queue = await t.request(surveys.listAllSurveys, { as: people.admin, query: { status: WAITING } });
  const item = queue.find(({ _id }) => _id === insertedId);
  expect(item?.asker).toMatchObject({ emailVerified: true });
  expect((await decide(insertedId, { status: PUBLISHED, version: item?.version ?? 0 })).json()).toEqual({
    modifiedCount: 1,
  });
  expect([await roleOf(nora), await isPublic(insertedId), await mine(nora)]).toEqual(["surveyor", true, null]);
  expect((await outboxRows(t.database, nora.email)).map(({ kind }) => kind)).toEqual(["requestAccepted"]);
  const log: AuditEvent[] = await t.request(listAuditEvents, { as: people.admin, query: { limit: 2 } });
  expect(log.map(({ action }) => action)).toEqual(["roleChanged", "surveyStatusChanged"]);
  expect(log[0]).toMatchObject({ by: "admin", about: { id: nora.id }, after: { role: "surveyor" } });
  // The new surveyor asks more questions like every other one.
  await t.request(surveys.createSurvey, { as: nora, body: form });
});

test("a declined request leaves the queue, shows the note to its user, and returns when it is corrected", async () => {
  const nora = await newUser();
  const { insertedId: id } = await ask(nora);
  expect((await decide(id, { status: WAITING })).json()).toMatchObject({ errors: [{ field: "feedback" }] });
  await decide(id, { status: WAITING, feedback: "Ask one thing only" });
  expect(await mine(nora)).toMatchObject({
    note: "Ask one thing only",
    survey: { sentBack: { at: expect.any(String) } },
  });
  const inQueue = async () =>
    (await t.request(surveys.listAllSurveys, { as: people.admin, query: { status: WAITING } })).some(
      ({ _id, sentBack }) => _id === id && !sentBack,
    );
  expect(await inQueue()).toBe(false);
  expect((await outboxRows(t.database, nora.email)).map(({ kind }) => kind)).toEqual(["surveySentBack"]);

  const body = { ...form, Title: "Is it one thing?" };
  await t.request(requests.updateMySurveyorRequest, { as: nora, body });
  expect(await mine(nora)).toMatchObject({ survey: { status: WAITING, Title: "Is it one thing?", version: 3 } });
  expect(await inQueue()).toBe(true);
  // The reviewed version is the one that is published.
  expect((await decide(id, { status: PUBLISHED, version: 1 })).json<ProblemDetails>().code).toBe("changedMeanwhile");
  expect(await roleOf(nora)).toBe("user");
});

test("a request is withdrawn by deleting its survey, and another can be sent", async () => {
  const nora = await newUser();
  const { insertedId: id } = await ask(nora);
  await t.request(surveys.deleteSurvey, { as: nora, params: { id } });
  expect(await mine(nora)).toBeNull();
  await ask(nora);
});

test("a promotion ends the request, and its survey awaits publication like any surveyor's", async () => {
  const nora = await newUser();
  const { insertedId: id } = await ask(nora);
  await t.request(users.setUserRole, { as: people.admin, params: { id: nora.id }, body: undefined });
  expect(await mine(nora)).toBeNull();
  const shown = await t.request(surveys.getSurvey, { as: people.admin, params: { id } });
  expect([shown.status, shown.asker]).toEqual([WAITING, undefined]);
});

test("publishing the survey of a blocked user ends the request without a promotion", async () => {
  const nora = await newUser();
  const { insertedId: id } = await ask(nora);
  const params = { id: nora.id };
  await t.request(users.setUserStatus, { as: people.admin, params, body: { status: users.BLOCKED } });
  await decide(id, { status: PUBLISHED });
  const stored = await t.database.db.selectFrom("users").select("role").where("id", "=", nora.id).execute();
  expect([await isPublic(id), stored]).toEqual([true, [{ role: "user" }]]);
  expect(await outboxRows(t.database, nora.email)).toEqual([]);
  expect(await t.request(surveys.getSurvey, { as: people.admin, params: { id } })).not.toHaveProperty("asker");
});

test("publishing a survey that was never a request changes no role", async () => {
  const former = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const id = await t.makeSurvey(former);
  await t.request(users.setUserRole, { as: people.admin, params: { id: former.id }, body: { role: "user" } });
  await decide(id, { status: PUBLISHED });
  expect([await isPublic(id), await roleOf(former)]).toEqual([true, "user"]);
});

test("only admins see that a survey is a request", async () => {
  const nora = await newUser();
  const { insertedId: id } = await ask(nora);
  expect(await t.request(surveys.getSurvey, { as: nora, params: { id } })).not.toHaveProperty("asker");
  expect(await t.request(surveys.getSurvey, { as: people.admin, params: { id } })).toHaveProperty("asker");
  expect((await t.send(surveys.getSurvey, { as: people.surveyor, params: { id } })).statusCode).toBe(404);
});

test("an unconfirmed address doesn't get an email about the request: it may be a stranger's", async () => {
  const nora = await newUser();
  await setUnconfirmed(t, nora);
  const { insertedId: id } = await ask(nora);
  await decide(id, { status: WAITING, feedback: "No" });
  await decide(id, { status: PUBLISHED });
  expect(await outboxRows(t.database, nora.email)).toEqual([]);
});

test("the export has the request, and deleting the account deletes it with its survey", async () => {
  const nora = await newUser();
  const { insertedId: id } = await ask(nora);
  const exported = await t.request(account.exportMyData, { as: nora });
  expect(exported.surveyorRequest).toMatchObject({ surveyId: id });
  expect(exported.surveys).toMatchObject([{ _id: id }]);
  await t.request(account.deleteMyAccount, { as: nora, body: { email: nora.email } });
  expect((await t.send(surveys.getSurvey, { as: people.admin, params: { id } })).statusCode).toBe(404);
});

test("with SURVEYORS=everyone a confirmed account becomes a surveyor with its first question", async () => {
  const nora = await newUser(open);
  await setUnconfirmed(open, nora);
  const refused = await open.refused(requests.createSurveyorRequest, { as: nora, body: form });
  expect(refused).toMatchObject({ status: 409, code: "addressUnconfirmed" });
  const { db } = open.database;
  await db.updateTable("users").set({ email_verified: 1 }).where("id", "=", nora.id).execute();
  expect((await ask(nora, open)).status).toBe(WAITING);
  expect(await roleOf(nora, open)).toBe("surveyor");
  const admin = await makePerson(open.database, open.tokens, { role: "admin" });
  const [event] = await open.request(listAuditEvents, { as: admin, query: { limit: 1 } });
  expect(event).toMatchObject({ action: "roleChanged", by: "setting", admin: null, about: { id: nora.id } });
});

test.each([
  ["everyone", PUBLISHED, "surveyor"],
  ["request", WAITING, "user"],
] as const)(
  "without review and with SURVEYORS=%s a first question gets the status %i",
  async (surveyors, status, role) => {
    const app = await testApp({ surveyReview: "off", surveyors });
    try {
      const nora = await newUser(app);
      const sent = await ask(nora, app);
      expect([sent.status, await roleOf(nora, app)]).toEqual([status, role]);
      expect(await isPublic(sent.insertedId, app)).toBe(status === PUBLISHED);
    } finally {
      await app.close();
    }
  },
);

test("with SURVEYORS=admins only surveyors ask", async () => {
  const app = await testApp({ surveyors: "admins" });
  try {
    const nora = await newUser(app);
    const refused = await app.refused(requests.createSurveyorRequest, { as: nora, body: form });
    expect(refused).toMatchObject({ status: 409, code: "requestsOff" });
    const surveyor = await makePerson(app.database, app.tokens, { role: "surveyor" });
    expect((await ask(surveyor, app)).status).toBe(WAITING);
  } finally {
    await app.close();
  }
});
