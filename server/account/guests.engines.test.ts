import * as guests from "@survey-app/contract/account/guests.ts";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as rooms from "@survey-app/contract/sharing/rooms.ts";
import * as shortAddresses from "@survey-app/contract/sharing/shortAddresses.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { OPEN_UNLISTED_MAX } from "@survey-app/contract/text/limits.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as unlisted from "@survey-app/contract/votes/unlistedSurveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf, signUp, signUpBody } from "../testing/accounts.ts";
import { guestForm, makeGuest } from "../testing/guests.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { outboxRows } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

/** An app with ASK_UNLISTED=anyone, where people can ask without an account. */
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ askUnlisted: "anyone" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const links = linkSurveys(() => ({ t, ...people }));
const ask = (as: Person, change: object = {}) => t.send(unlisted.createUnlistedSurvey, { as, body: guestForm(change) });
const countUsers = async () => (await t.database.db.selectFrom("users").select("id").execute()).length;
const findUser = (id: string) => t.database.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
const keep = (as: Person & { cookie: string }, body: object = {}) =>
  t.send(guests.keepGuest, { as, body: { ...signUpBody(), ...body }, headers: { cookie: as.cookie } });

async function tokenOf(email: string, cookie: string): Promise<string> {
  const response = await t.send(session.createAccessToken, { body: { email }, headers: { cookie } });
  return response.json<{ token: string }>().token;
}

/** The endpoints that guests may use, listed by hand. All others for signed-in users respond with the same error. */
const FOR_GUESTS = [
  "session.createAccessToken",
  "guests.keepGuest",
  "users.getUser",
  "surveys.listMySurveys",
  "surveys.updateSurvey",
  "surveys.closeSurvey",
  "surveys.showResult",
  "surveys.deleteSurvey",
  "shortAddresses.renewShortAddress",
  "unlistedSurveys.createUnlistedSurvey",
  "linkVotes.getLinkVoting",
  "linkVotes.setRoomMode",
  "rooms.moveRoom",
  "rooms.listRoomQuestions",
  "rooms.setRoomQuestions",
];

describe("a visitor", () => {
  test("asks a show of hands with one request, and owns it with the session that it sets", async () => {
    const guest = await makeGuest(t);
    const survey = await t.request(surveys.getSurvey, { as: guest, params: { id: guest.survey } });
    expect(survey).toMatchObject({ Title: "Pizza or not?", electorate: "link", unreviewed: true, email: guest.email });
    expect(await t.request(surveys.getSurvey, { params: { id: guest.survey } })).not.toHaveProperty(
      "email",
      guest.email,
    );
    expect(await t.request(users.getUser, { as: guest, params: { email: guest.email } })).toMatchObject({
      _id: guest.id,
      name: "Guest",
      role: "user",
      isGuest: true,
    });
    const { cookie } = guest;
    const known = await t.send(session.getSession, { headers: { cookie } });
    expect(known.json()).toMatchObject({ user: { id: guest.id, isGuest: true } });
    const [event] = await t.request(listAuditEvents, { as: people.admin, query: { limit: 1 } });
    expect(event).toMatchObject({ by: "setting", after: { rule: "SURVEY_REVIEW=listed, ASK_UNLISTED=anyone" } });
    // Using it doesn't renew it, and it lasts as long as sessions do.
    const { expires_at } = await t.database.db
      .selectFrom("sessions")
      .select("expires_at")
      .where("user_id", "=", guest.id)
      .executeTakeFirstOrThrow();
    expect(Number(expires_at)).toBeGreaterThan(Date.now() + 29 * DAY_MS);
  });

  // Security: F23
  test.each([
    ["electorate", { electorate: "everyone", deadline: null }],
    ["electorate", { electorate: "invited" }],
    ["listed", { listed: true }],
    ["image", { image: "https://example.org/picture.webp" }],
    ["image", { image: "/images/0123456789abcdef0123456789abcdef.webp" }],
    ["deadline", { deadline: null }],
  ])("asks nothing else: a field error for %s leaves neither a guest nor a survey", async (field, change) => {
    const before = await countUsers();
    const response = await t.send(guests.askAsGuest, { body: guestForm(change as object) });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors[0].field).toBe(field);
    expect(await countUsers()).toBe(before);
    expect(response.cookies).toEqual([]);
  });

  test("gets 401 with other settings, and a browser that has a session keeps it", async () => {
    for (const askUnlisted of ["surveyors", "confirmed"] as const) {
      const app = await testApp({ askUnlisted }, WITHOUT_POLLS);
      try {
        const response = await app.send(guests.askAsGuest, { body: guestForm() });
        expect([response.statusCode, response.json().code]).toEqual([401, "signInRequired"]);
      } finally {
        await app.close();
      }
    }
    const { cookie } = await signUp(t);
    const response = await t.send(guests.askAsGuest, { body: guestForm(), headers: { cookie } });
    expect([response.statusCode, response.json().code]).toEqual([409, "alreadySo"]);
    const foreign = await t.send(guests.askAsGuest, { body: guestForm(), headers: { origin: "https://evil.example" } });
    expect(foreign.json()).toMatchObject({ code: "originRefused" });
  });

  // Security: F24
  test("is limited by network: each network creates a few guests a day, and can't use up the limit of the site", async () => {
    const { max } = guests.GUESTS_A_DAY;
    const app = await testApp({ askUnlisted: "anyone", limits: true }, WITHOUT_POLLS);
    const askFrom = (remoteAddress: string, change: object = {}) =>
      app.app.inject({ method: "POST", url: "/api/guests", remoteAddress, payload: guestForm(change) });
    try {
      // Requests that don't ask a survey don't count toward the limit.
      const nothing = await Promise.all(Array.from({ length: 5 }, () => askFrom("192.0.2.1", { listed: true })));
      expect(nothing.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(422));
      const asking = Array.from({ length: max + 5 }, () => askFrom("192.0.2.1"));
      const statuses = (await Promise.all(asking)).map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status === 200)).toHaveLength(max);
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
      expect((await askFrom("198.51.100.1")).statusCode).toBe(200);
    } finally {
      await app.close();
    }
    // An IPv6 site creates twice as many; a guest who asks right away stays until 30 days after a survey of 31 days.
    expect(2 * max * (31 + guests.GUEST_KEPT_DAYS)).toBeLessThan(guests.GUESTS_MAX);
  });

  // Security: F24
  test("is one of a bounded number on the site", async () => {
    // In a separate app, because deleting so many users again takes PostgreSQL seconds.
    const app = await testApp({ askUnlisted: "anyone" }, WITHOUT_POLLS);
    await sql`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(guests.GUESTS_MAX)})
      insert into users (id, name, email_verified, is_guest, created_at, updated_at)
      select 'filler-' || n, 'Guest', 0, 1, 1, 1 from numbers`.execute(app.database.db);
    try {
      const refused = await app.send(guests.askAsGuest, { body: guestForm() });
      expect([refused.statusCode, refused.json().code]).toEqual([409, "tooManyGuests"]);
    } finally {
      await app.close();
    }
  });
});

describe("a guest", () => {
  // Security: F23
  test("is refused by every endpoint for signed-in users except those of their own shows of hands, and stays signed in", async () => {
    const guest = await makeGuest(t);
    const declared = [...endpoints].filter(([, { takesGuests }]) => takesGuests).map(([name]) => name);
    expect(declared.sort()).toEqual([...FOR_GUESTS].sort());
    const forUsers = [...endpoints].filter(([name, { access }]) => {
      const isForAll = access === "anyone" || access === "invited";
      return !isForAll && !FOR_GUESTS.includes(name);
    });
    expect(forUsers.length).toBeGreaterThan(100);
    for (const [name, endpoint] of forUsers) {
      const { statusCode, payload } = await t.app.inject({
        method: endpoint.method,
        url: `/api${endpoint.path.replaceAll(/:\w+/g, guest.survey)}`,
        headers: { authorization: `Bearer ${guest.token}`, origin: t.config.publicUrl },
        ...(endpoint.method !== "GET" && { payload: {} }),
      });
      expect([name, statusCode, (JSON.parse(payload) as { code: string }).code]).toEqual([name, 409, "guestAccount"]);
    }
    expect((await t.send(votes.castVote, { as: guest, body: { SurveyID: guest.survey, vote: 1 } })).json().code).toBe(
      "guestAccount",
    );
    expect((await t.send(users.getUser, { as: guest, params: { email: guest.email } })).statusCode).toBe(200);
  });

  test(`has at most ${OPEN_UNLISTED_MAX} open surveys, and closes, changes, shows and deletes them as every owner does`, async () => {
    const guest = await makeGuest(t, { results: "shown" });
    const others = [];
    for (const status of [200, 200, 409]) {
      const response = await ask(guest);
      expect(response.statusCode).toBe(status);
      if (status === 200) others.push(response.json<{ insertedId: string }>().insertedId);
    }
    const [second = "", third = ""] = others;
    const params = { id: guest.survey };
    await t.request(surveys.updateSurvey, {
      as: guest,
      params: { id: second },
      body: guestForm({ Title: "Pasta or not?", deadline: new Date(Date.now() + 2 * DAY_MS).toISOString() }),
    });
    const browser = await links.open(guest.survey);
    expect((await links.vote(guest.survey, browser, 1)).statusCode).toBe(200);
    await t.request(shortAddresses.renewShortAddress, { as: guest, params, body: { kind: "presentation" } });
    expect(await t.request(surveys.showResult, { as: guest, params })).toMatchObject({ shownAfter: 1 });
    await t.request(surveys.closeSurvey, { as: guest, params });
    await t.request(surveys.deleteSurvey, { as: guest, params: { id: third } });
    const mine = await t.request(surveys.listMySurveys, { as: guest, query: { email: guest.email } });
    expect(mine.map(({ _id }) => _id)).toEqual([second, guest.survey]);
    // The same in a room, which counts as one survey.
    const moved = { question: "And now?", ticket: "c".repeat(32) };
    await t.request(rooms.moveRoom, { as: guest, params: { id: second }, body: moved });
    for (const change of [{ electorate: "invited" }, { image: "https://example.org/a.webp" }])
      expect((await ask(guest, change)).statusCode).toBe(422);
    const other = await makeGuest(t);
    for (const endpoint of [surveys.closeSurvey, surveys.deleteSurvey, surveys.showResult] as Endpoint[])
      expect((await t.send(endpoint, { as: other, params: { id: second } })).statusCode).toBeGreaterThanOrEqual(403);
  });

  test("doesn't get emails, whatever happens to their surveys", async () => {
    const guest = await makeGuest(t);
    await links.vote(guest.survey, await links.open(guest.survey), 1);
    const unpublishing = { status: surveys.WAITING, feedback: "Spam", reason: "spam" } as const;
    await t.request(surveys.setSurveyStatus, {
      as: people.admin,
      params: { id: guest.survey },
      body: unpublishing,
    });
    const emails = await t.database.db.selectFrom("outbox").selectAll().execute();
    expect(emails.filter(({ address }) => address.includes("invalid"))).toEqual([]);
    expect(emails.filter(({ details }) => details.includes(guest.survey))).toEqual([]);
  });

  test("doesn't share an address with anyone: no one can sign up, sign in or reset a password with the address shown for a guest", async () => {
    const { email } = await makeGuest(t);
    const signingUp = await t.send(session.signUp, { body: signUpBody({ email }) });
    expect(signingUp.json().errors).toMatchObject([{ field: "email", code: "email.invalid" }]);
    const body = { email, password: "Kettle-on7!" };
    expect((await t.send(session.signIn, { body })).json().code).toBe("wrongCredentials");
  });
});

describe("a guest who adds an address", () => {
  test("is an account with the same id and surveys, in a new session, and confirms the address as others do", async () => {
    const guest = await makeGuest(t);
    const body = signUpBody({ name: "Gil Guest" });
    const response = await keep(guest, body);
    expect(response.json()).toEqual({
      user: { id: guest.id, email: body.email, displayName: "Gil Guest", photoURL: body.image },
    });
    expect((await t.send(users.getUser, { as: guest, params: { email: body.email } })).statusCode).toBe(401);
    const cookie = cookieOf(response);
    const as = { ...guest, email: body.email, token: await tokenOf(body.email, cookie) };
    expect(await t.request(users.getUser, { as, params: { email: body.email } })).not.toHaveProperty("isGuest");
    expect(await t.request(surveys.getSurvey, { as, params: { id: guest.survey } })).toMatchObject({
      email: body.email,
      unreviewed: true,
    });
    expect(await outboxRows(t.database, body.email)).toMatchObject([{ kind: "emailVerification" }]);
    const credentials = { email: body.email, password: body.password };
    expect((await t.send(session.signIn, { body: credentials })).statusCode).toBe(200);
    expect((await keep({ ...as, cookie })).json()).toMatchObject({ code: "alreadySo" });
  });

  test("can't have the address of another account, or a weak password", async () => {
    const guest = await makeGuest(t);
    const taken = await keep(guest, { email: people.user.email });
    expect([taken.statusCode, taken.json().errors[0].field]).toEqual([422, "email"]);
    expect((await keep(guest, { password: "Passw0rd!" })).statusCode).toBe(422);
    const both = await Promise.all([makeGuest(t), makeGuest(t)]);
    const { email } = signUpBody();
    const statuses = (await Promise.all(both.map((each) => keep(each, { email })))).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([200, 422]);
    expect(await findUser(guest.id)).toMatchObject({ is_guest: 1, email: null });
  });

  // Security: F24
  test("is limited by network as signing up is, however many guests a network creates", async () => {
    const app = await testApp({ askUnlisted: "anyone", limits: true }, WITHOUT_POLLS);
    try {
      const ofNetwork = await Promise.all(Array.from({ length: 13 }, () => makeGuest(app)));
      const body = signUpBody({ password: "Passw0rd!" });
      const trying = ofNetwork.flatMap((as) =>
        Array.from({ length: 10 }, () => app.send(guests.keepGuest, { as, body })),
      );
      const statuses = (await Promise.all(trying)).map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status === 422)).toHaveLength(120);
      expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    } finally {
      await app.close();
    }
  });

  test("does so only where everyone may have an account", async () => {
    for (const kind of ["closed", "invited"] as const) {
      const app = await testApp({ askUnlisted: "anyone", registration: { kind, domains: [] } }, WITHOUT_POLLS);
      try {
        const guest = await makeGuest(app);
        const body = signUpBody();
        expect((await app.send(guests.keepGuest, { as: guest, body })).json().code).toBe("registrationClosed");
      } finally {
        await app.close();
      }
    }
  });
});

describe("an admin", () => {
  test("sees guests in the list of users, can block them but not give them a role, and deletes them with all their surveys", async () => {
    const guest = await makeGuest(t);
    await links.vote(guest.survey, await links.open(guest.survey), 1);
    const list = await t.request(users.listUsers, { as: people.admin, query: { limit: 1 } });
    expect(list).toMatchObject([{ _id: guest.id, isGuest: true }]);
    const params = { id: guest.id };
    const promoting = await t.send(users.setUserRole, { as: people.admin, params, body: { role: "surveyor" } });
    expect([promoting.statusCode, promoting.json().code]).toEqual([409, "guestAccount"]);
    await t.request(users.setUserStatus, { as: people.admin, params, body: { status: users.BLOCKED } });
    expect((await ask(guest)).statusCode).toBe(401);
    await t.request(guests.deleteGuest, { as: people.admin, params });
    expect(await findUser(guest.id)).toBeUndefined();
    expect((await t.send(surveys.getSurvey, { params: { id: guest.survey } })).statusCode).toBe(404);
    const [event] = await t.request(listAuditEvents, { as: people.admin, query: { limit: 1 } });
    expect(event).toMatchObject({
      action: "guestDeleted",
      about: { kind: "user", id: guest.id },
      before: { surveys: 1 },
    });
    for (const id of [guest.id, people.user.id])
      expect((await t.send(guests.deleteGuest, { as: people.admin, params: { id } })).statusCode).toBe(404);
  });
});
