import * as audit from "@survey-app/contract/ops/audit.ts";
import * as payments from "@survey-app/contract/payments/payments.ts";
import { revokeUserSessions } from "@survey-app/contract/session/session.ts";
import * as feedback from "@survey-app/contract/surveys/feedback.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { BLOCKED, DELETED } from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import type { Database } from "../database/database.ts";
import { setEmailVerified } from "../testing/identities.sql.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { countWaiting } from "../testing/waiting.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const list = (query: object = {}) => t.request(users.listUsers, { as: people.admin, query: { limit: 100, ...query } });
const changeRole = (id: string, body?: object, as = people.admin) =>
  t.send(users.setUserRole, { as, params: { id }, ...(body && { body }) });
const roleOf = async (person: { email: string }) =>
  (await t.request(users.getUser, { as: people.admin, params: { email: person.email } })).role;
const ids = (found: { _id: string }[]) => found.map(({ _id }) => _id).sort();

test("the role shown is admin, surveyor, pro-user while a membership is active, else user", async () => {
  const roles = await Promise.all([people.user, people.pro, people.surveyor, people.admin].map(roleOf));
  expect(roles).toEqual(["user", "pro-user", "surveyor", "admin"]);
});

test("the list filters by the role shown, newest first, and counts the matches", async () => {
  expect(ids(await list({ role: "user" }))).toEqual([people.user.id]);
  expect(ids(await list({ role: "pro-user" }))).toEqual([people.pro.id]);
  expect(ids(await list({ role: "surveyor" }))).toEqual([people.surveyor.id, people.otherSurveyor.id].sort());
  expect(ids(await list({ role: "admin" }))).toEqual([people.admin.id]);
  for (const role of ["none", ""]) expect(ids(await list({ role }))).toEqual(ids(await list({})));
  const response = await t.send(users.listUsers, { as: people.admin, query: { role: "surveyor", limit: 1 } });
  expect([response.json().length, response.headers["x-total-count"]]).toEqual([1, "2"]);
});

test.runIf(inject("engine") === "sqlite")(
  "searches and long lists run on threads of their own, not on the one that serves requests",
  async () => {
    const { admin, surveyor } = people;
    const id = await t.makeSurvey(surveyor, { publishedBy: admin });
    const query = { q: "name" };
    const params = { email: surveyor.email };
    const search = () => vi.spyOn(t.database.forSearches.db, "selectFrom");
    const list = () => vi.spyOn(t.database.forLists.db, "selectFrom");
    for (const [endpoint, request, spyOn] of [
      [users.listUsers, { query }, search],
      [payments.listPayments, { query }, search],
      [audit.listAuditEvents, { query }, search],
      [surveys.listAllSurveys, { query }, search],
      [surveys.listAllSurveys, {}, list],
      [votes.listSurveyVotes, { params: { id }, query }, search],
      [feedback.listFeedback, { params }, list],
      [votes.listMyParticipations, { params }, list],
      [votes.listMyReports, { params }, list],
      [votes.listMyComments, { params }, list],
    ] as const) {
      const reads = spyOn();
      await t.send(endpoint, { as: admin, ...request });
      expect(reads, endpoint.path).toHaveBeenCalled();
      reads.mockRestore();
    }
  },
);

test("the list says whose address is confirmed", async () => {
  const [proven, unproven] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
  await setEmailVerified(t.database, unproven.email, false);
  for (const [person, emailVerified] of [
    [proven, true],
    [unproven, false],
  ] as const) {
    expect((await list({ q: person.email })).map(({ email, emailVerified }) => [email, emailVerified])).toEqual([
      [person.email, emailVerified],
    ]);
    await t.database.db.deleteFrom("sessions").where("user_id", "=", person.id).execute();
    await t.database.db.deleteFrom("users").where("id", "=", person.id).execute();
  }
});

test("a promoted pro-user keeps the membership, and is shown as surveyor", async () => {
  const pro = await makePerson(t.database, t.tokens, { isMember: true });
  expect((await changeRole(pro.id)).json()).toEqual({ modifiedCount: 1 });
  const user = await t.request(users.getUser, { as: people.admin, params: { email: pro.email } });
  expect(user).toMatchObject({ role: "surveyor", isMember: true });
  expect((await changeRole(pro.id, { role: "user" })).json()).toEqual({ modifiedCount: 1 });
  expect(await roleOf(pro)).toBe("pro-user");
});

test("without a body a user becomes surveyor, with one the role that it names; a repetition changes nothing", async () => {
  const person = await makePerson(t.database, t.tokens);
  expect((await changeRole(person.id)).json()).toEqual({ modifiedCount: 1 });
  expect((await changeRole(person.id, {})).json()).toEqual({ modifiedCount: 0 });
  for (const role of ["admin", "user", "surveyor"]) {
    expect((await changeRole(person.id, { role })).json()).toEqual({ modifiedCount: 1 });
    expect(await roleOf(person)).toBe(role);
  }
  for (const role of ["pro-user", "root", "", null, 1])
    expect((await changeRole(person.id, { role })).statusCode).toBe(422);
  expect((await changeRole("nobody")).json()).toMatchObject({ status: 404, code: "notFound" });
});

test("admins can't change their own role, not even to the one they have", async () => {
  for (const role of ["user", "surveyor", "admin"]) {
    expect((await changeRole(people.admin.id, { role })).json()).toMatchObject({ status: 409, code: "ownRole" });
  }
  expect(await roleOf(people.admin)).toBe("admin");
});

test("of admins who demote each other concurrently, one remains", async () => {
  for (let round = 0; round < 5; round++) {
    const other = await makePerson(t.database, t.tokens, { role: "admin" });
    // Both are cached as admins at the start.
    for (const as of [people.admin, other]) await t.request(users.listUsers, { as });
    const answers = await Promise.all([
      changeRole(other.id, { role: "user" }),
      changeRole(people.admin.id, { role: "user" }, other),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    const left = await t.database.db.selectFrom("users").select("id").where("role", "=", "admin").execute();
    expect(left).toHaveLength(1);
    if (left[0]?.id !== people.admin.id) people = { ...people, admin: other };
  }
});

test.each([
  ["role", (id: string) => changeRole(id, { role: "admin" })],
  [
    "status",
    (id: string) => t.send(users.setUserStatus, { as: people.admin, params: { id }, body: { status: BLOCKED } }),
  ],
])("a %s that an admin sets while the account is deleted is not stored", async (_, change) => {
  const { id } = await makePerson(t.database, t.tokens);
  let sent = null as ReturnType<typeof change> | null;
  const remove = (tx: Database) => tx.db.updateTable("users").set({ status: DELETED }).where("id", "=", id).execute();
  if (inject("engine") === "sqlite") await remove(t.database);
  else
    await t.database.transaction(async (tx) => {
      await remove(tx);
      sent = change(id);
      await expect.poll(() => countWaiting(t.database)).toBeGreaterThan(0);
    });
  expect((await (sent ?? change(id))).statusCode).toBe(404);
  const stored = await t.database.db.selectFrom("users").select(["role", "status"]).where("id", "=", id).execute();
  expect(stored).toEqual([{ role: "user", status: DELETED }]);
});

test.each(["Übung", "ÜBUNG", "u\u0308bung", "ИЮНЬ", "июнь", "50%", "a_b", "O'Brien", "ｆｕｌｌ"])(
  "searching %j finds the name in any case and composition",
  async (q) => {
    const name = "50% Übung Июнь a_b O'Brien Full";
    const person = await makePerson(t.database, t.tokens, { name });
    const found = await list({ q });
    expect(found.map(({ _id }) => _id)).toContain(person.id);
    expect(found.every((user) => user.name === name)).toBe(true);
  },
);

test("searching also finds email addresses, and combines with a filter", async () => {
  expect(ids(await list({ q: people.surveyor.email.slice(0, 20).toUpperCase() }))).toEqual([people.surveyor.id]);
  expect(await list({ q: people.surveyor.email, role: "user" })).toEqual([]);
});

test("the users are paginated without gaps or duplicates, including those of the same millisecond", async () => {
  const made = await Promise.all(
    Array.from({ length: 9 }, () => makePerson(t.database, t.tokens, { name: "Same Moment" })),
  );
  await t.database.db
    .updateTable("users")
    .set({ created_at: Date.UTC(2026, 0, 1) })
    .where("name", "=", "Same Moment")
    .execute();
  const seen: string[] = [];
  let url: string | undefined = "/api/all/user?q=same+moment&limit=2";
  while (url) {
    const page: Awaited<ReturnType<typeof t.send>> = await t.app.inject({
      url,
      headers: { authorization: `Bearer ${people.admin.token}` },
    });
    expect(page.headers["x-total-count"]).toBe("9");
    seen.push(...page.json<{ _id: string }[]>().map(({ _id }) => _id));
    url = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ""))?.[1];
  }
  expect(seen).toEqual(
    made
      .map(({ id }) => id)
      .sort()
      .reverse(),
  );
});

// Security: H04
test("recording the own user returns its id and changes nothing, whatever role is sent", async () => {
  const body = { email: people.user.email, name: people.user.name, role: "admin", status: "Verified" };
  expect(await t.request(users.recordUser, { as: people.user, body })).toEqual({ insertedId: people.user.id });
  expect(await roleOf(people.user)).toBe("user");
});

test("a name that is sent is ignored, because another tab may have renamed the user", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const question = { Title: "Renamed?", category: "Cleaning Tools", image: "https://example.org/a.png" };
  for (const name of ["A Former Name", "", "x".repeat(500), { $ne: 1 }, null]) {
    const sent = { userName: name, name };
    const answers = [
      await t.send(users.recordUser, { as: people.user, body: { email: people.user.email, ...sent } }),
      await t.send(surveys.updateSurvey, { as: people.surveyor, params: { id }, body: { ...question, ...sent } }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  }
  const published = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const vote = { SurveyID: published, vote: 1, email: people.user.email, userName: "A Former Name" };
  expect((await t.send(votes.castVote, { as: people.user, body: vote })).statusCode).toBe(200);
  const [found] = await t.request(votes.listSurveyVotes, { as: people.admin, params: { id: published } });
  expect(found?.userName).toBe("Uma User");
});

// Security: R52
test("a user is returned without secrets", async () => {
  const user = await t.request(users.getUser, { as: people.user, params: { email: people.user.email } });
  expect(Object.keys(user).sort()).toEqual([
    "_id",
    "createdAt",
    "email",
    "emailVerified",
    "isMember",
    "memberUntil",
    "name",
    "photoURL",
    "role",
    "status",
  ]);
});

test("blocking ends all sessions, and unblocking brings none of them back", async () => {
  const person = await makePerson(t.database, t.tokens);
  const params = { id: person.id };
  const setStatus = (status: typeof users.BLOCKED | typeof users.VERIFIED) =>
    t.request(users.setUserStatus, { as: people.admin, params, body: { status } });
  await setStatus(users.BLOCKED);
  // There are no sessions left for an admin to end.
  expect(await t.request(revokeUserSessions, { as: people.admin, params })).toEqual({ modifiedCount: 0 });
  await setStatus(users.VERIFIED);
  expect((await t.send(users.getUser, { as: person, params: { email: person.email } })).statusCode).toBe(401);
});
