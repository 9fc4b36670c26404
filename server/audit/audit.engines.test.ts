import * as account from "@survey-app/contract/account/account.ts";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import { changesOthers } from "@survey-app/contract/http/endpoint.ts";
import { addInvitations } from "@survey-app/contract/invitations/invitations.ts";
import { type AuditAction, type AuditEvent, listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import * as payments from "@survey-app/contract/payments/payments.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { acceptSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SandboxStripe, startSandboxStripe } from "../sandbox/payments/stripe.ts";
import { createFirstAdmin } from "../session/firstAdmin.ts";
import { auditedErasures } from "../testing/auditedErasures.ts";
import { auditedGuests } from "../testing/auditedGuests.ts";
import { auditedInvitations } from "../testing/auditedInvitations.ts";
import { auditedMeetings } from "../testing/auditedMeetings.ts";
import { auditedOperations } from "../testing/auditedOperations.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type AnyRequest, type TestApp, testApp } from "../testing/testApp.ts";
import { setUserRole } from "../users/users.sql.ts";

let t: TestApp;
let stripe: SandboxStripe;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
/** The admin whose audit events the current test reads. */
let admin: Person;
let survey: string;
let [closed, allowed, accepted, deleted, stopped] = ["", "", "", "", ""];

beforeAll(async () => {
  stripe = await startSandboxStripe({ dataDir: null, webhookUrl: null });
  // The tests send the emails.
  t = await testApp({ sandbox: true, askUnlisted: "anyone" }, { stripe, mailPollMs: HOUR_MS });
  people = await createUsersOfEveryRole(t.database, t.tokens);
  admin = await makePerson(t.database, t.tokens, { name: "Arno Admin", role: "admin" });
  survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
});
afterAll(async () => {
  await t.close();
  await stripe.close();
});

const entries = async (query: object = {}): Promise<AuditEvent[]> =>
  t.request(listAuditEvents, { as: people.admin, query: { limit: 100, ...query } });

/** An admin's request, and the audit event that it causes. */
interface AuditedAction {
  request: () => Promise<AnyRequest> | AnyRequest;
  action: AuditAction;
  about: () => { kind: string; id?: string; title: string; email: string | null };
  before: object;
  after: object;
  /** The earlier event of an action that is logged before it is performed. */
  first?: AuditAction;
  /** A repeated request changes nothing and must not be logged. Notes are stored each time. */
  isOnce: boolean;
}

const form = { Title: "Is this a question?", category: "Food Preparation", image: "https://example.org/other.webp" };
const aboutSurvey = () => ({ kind: "survey", id: survey, title: "Is this a question?", email: null });
const aboutUser = () => ({ kind: "user", id: people.user.id, title: people.user.name, email: people.user.email });
const onUser = (body?: object) => () => ({ params: { id: people.user.id }, ...(body && { body }) });
const written: AuditedAction = {
  request: () => ({ body: { surveyId: survey, feedback: "Well asked" } }),
  action: "feedbackWritten",
  about: aboutSurvey,
  before: {},
  after: { note: "Well asked" },
  isOnce: false,
};

/** Every endpoint with which an admin changes other users' data. */
const auditedActions: Record<string, AuditedAction> = {
  "users.setUserRole": {
    request: onUser(),
    action: "roleChanged",
    about: aboutUser,
    before: { role: "user" },
    after: { role: "surveyor" },
    isOnce: true,
  },
  "session.revokeUserSessions": {
    request: onUser(),
    action: "sessionsEnded",
    about: aboutUser,
    before: { sessions: 1 },
    after: { sessions: 0 },
    isOnce: true,
  },
  ...auditedInvitations(() => ({ t, admin: people.admin })),
  "users.setUserStatus": {
    request: onUser({ status: "Blocked" }),
    action: "userStatusChanged",
    about: aboutUser,
    before: { status: "Verified" },
    after: { status: "Blocked" },
    isOnce: true,
  },
  ...auditedErasures(() => ({ t, admin: people.admin })),
  ...auditedGuests(() => t),
  "surveys.updateSurvey": {
    request: () => ({ params: { id: survey }, body: { ...form, note: "Another picture" } }),
    action: "surveyChanged",
    about: aboutSurvey,
    before: { image: "https://example.org/picture.webp" },
    after: { image: form.image, note: "Another picture" },
    isOnce: false,
  },
  "surveys.closeSurvey": {
    request: async () => {
      closed = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title: "Is it closed?" });
      return { params: { id: closed } };
    },
    action: "surveyClosed",
    about: () => ({ ...aboutSurvey(), id: closed, title: "Is it closed?" }),
    before: {},
    after: {},
    isOnce: true,
  },
  "invitations.sendInvitations": {
    request: async () => {
      const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
      stopped = await t.makeSurvey(owner, { electorate: "invited", Title: "Who is invited?" });
      const [params, rows] = [{ id: stopped }, [{ email: "invited@example.org" }]];
      await t.request(addInvitations, { as: owner, params, body: { rows } });
      await t.request(users.setUserRole, { as: people.admin, params: { id: owner.id }, body: { role: "user" } });
      // Emails are only sent for surveys that someone vouches for.
      await t.request(acceptSurvey, { as: people.admin, params, body: { version: 1 } });
      return { params: { id: stopped } };
    },
    action: "invitationsSent",
    about: () => ({ ...aboutSurvey(), id: stopped, title: "Who is invited?" }),
    before: {},
    after: { invitations: 1 },
    isOnce: false,
  },
  "surveys.deleteSurvey": {
    request: async () => {
      deleted = await t.makeSurvey(people.surveyor, { Title: "Is it deleted?" });
      return { params: { id: deleted } };
    },
    action: "surveyDeleted",
    about: () => ({ ...aboutSurvey(), id: deleted, title: "Is it deleted?" }),
    before: { status: 1 },
    after: {},
    isOnce: true,
  },
  "votes.resolveReports": {
    request: async () => {
      await t.send(votes.reportSurvey, { as: people.pro, params: { id: survey }, body: { inapp: "Spam" } });
      return { params: { id: survey } };
    },
    action: "reportsSettled",
    about: aboutSurvey,
    before: { openReports: 1 },
    after: { openReports: 0 },
    isOnce: true,
  },
  "votes.settleReport": {
    request: async () => {
      const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title: "Is it reported?" });
      const sent = { as: people.pro, params: { id }, body: { inapp: "=Spam()" } };
      const { insertedId: report } = await t.request(votes.reportSurvey, sent);
      return { params: { id, report }, body: { outcome: "upheld" } };
    },
    action: "reportsSettled",
    about: () => ({ kind: "survey", title: "Is it reported?", email: null }),
    before: { openReports: 1 },
    after: { openReports: 0, outcome: "upheld", report: "=Spam()" },
    isOnce: true,
  },
  "surveys.setSurveyStatus": {
    request: () => ({
      params: { id: survey },
      body: { status: 1, feedback: "The picture is missing", reason: "unclear" },
    }),
    action: "surveyStatusChanged",
    about: aboutSurvey,
    before: { status: 2 },
    after: { status: 1, reason: "unclear", note: "The picture is missing" },
    isOnce: true,
  },
  "invitations.allowCodes": {
    request: async () => {
      allowed = await t.makeSurvey(people.surveyor, { electorate: "invited", Title: "Are codes allowed?" });
      return { params: { id: allowed } };
    },
    action: "codesAllowed",
    about: () => ({ ...aboutSurvey(), id: allowed, title: "Are codes allowed?" }),
    before: {},
    after: {},
    isOnce: true,
  },
  "unlistedSurveys.acceptSurvey": {
    request: async () => {
      accepted = await t.makeSurvey(people.surveyor, { electorate: "invited", Title: "Is it accepted?" });
      return { params: { id: accepted }, body: { version: 1 } };
    },
    action: "surveyAccepted",
    about: () => ({ ...aboutSurvey(), id: accepted, title: "Is it accepted?" }),
    before: {},
    after: { version: 1 },
    isOnce: true,
  },
  ...auditedMeetings(() => ({ t, surveyor: people.surveyor })),
  "feedback.addFeedback": written,
  "feedback.addFeedbackAtSpecPath": written,
  ...auditedOperations(() => ({ t, admin })),
  "setup.sendTestEmail": {
    request: async () => ({}),
    action: "testEmailRequested",
    about: () => ({ kind: "user", id: admin.id, title: admin.name, email: admin.email }),
    before: {},
    after: {},
    isOnce: false,
  },
  "setup.confirmStep": {
    request: async () => ({ body: { step: "asking" } }),
    action: "setupStepConfirmed",
    about: () => ({ kind: "user", id: admin.id, title: admin.name, email: admin.email }),
    before: {},
    after: { step: "asking" },
    isOnce: true,
  },
  "payments.refundPayment": {
    request: async () => ({ params: { id: await buy(people.pro) } }),
    action: "paymentRefunded",
    about: () => ({ kind: "payment", title: "$12.00", email: people.pro.email }),
    before: { payment: "paid" },
    after: { payment: "refunded" },
    first: "refundBegun",
    isOnce: true,
  },
};

/** @returns the payment's id */
async function buy(as: Person): Promise<string> {
  await endMembership(as);
  const { clientSecret } = await t.request(payments.createPaymentIntent, { as, body: { price: 12 } });
  const card = { number: "4242424242424242", expMonth: 12, expYear: new Date().getFullYear() + 2, cvc: "123" };
  await t.app.inject({ method: "POST", url: "/sandbox/stripe/confirm", payload: { clientSecret, ...card } });
  const transactionId = clientSecret.split("_secret_")[0] ?? "";
  const { paymentResult } = await t.request(payments.confirmPayment, { as, body: { transactionId, price: 12 } });
  return paymentResult.insertedId;
}

const endMembership = (of: Person) => t.database.db.deleteFrom("memberships").where("user_id", "=", of.id).execute();

// Security: H16
test("these tests cover every endpoint with which an admin changes other users' data", () => {
  const changing = [...endpoints].filter(([, endpoint]) => changesOthers(endpoint));
  expect(changing.map(([name]) => name).sort()).toEqual(Object.keys(auditedActions).sort());
});

describe.each(Object.entries(auditedActions))(
  "%s",
  (name, { request, action, about, before, after, first, isOnce }) => {
    test("stores one event with its actor, action, time, subject, and the state before and after", async () => {
      const endpoint = endpoints.get(name);
      if (!endpoint) throw new Error(`${name} is not declared`);
      const sent = await request();
      const since = await entries();
      const response = await t.send(endpoint, { as: admin, ...sent });
      expect(response.statusCode, response.payload).toBe(200);
      const [entry, ...older] = await entries();
      const firsts = first ? [first] : [];
      expect(older.slice(0, firsts.length).map((each) => each.action)).toEqual(firsts);
      expect(older.slice(firsts.length)).toEqual(since);
      const { _id, name: adminName, email } = { ...admin, _id: admin.id };
      expect(entry).toMatchObject({ action, by: "admin", admin: { _id, name: adminName, email }, about: about() });
      expect([entry?.before, entry?.after]).toEqual([before, after]);
      expect(entry?.requestId).toMatch(/^[\da-f-]{36}$/);
      expect(Math.abs(Date.parse(entry?.at ?? "") - Date.now())).toBeLessThan(60_000);
      if (!isOnce) return;
      await t.send(endpoint, { as: admin, ...sent });
      expect(await entries()).toHaveLength(older.length + 1);
    });
  },
);

test("a rejected request doesn't leave an event", async () => {
  const since = await entries();
  const unknown = { params: { id: "nobody" } };
  const refused: [Parameters<typeof t.send>[0], AnyRequest][] = [
    [users.setUserRole, unknown],
    [users.setUserRole, { params: { id: admin.id }, body: { role: "user" } }],
    [users.setUserStatus, { ...unknown, body: { status: "Blocked" } }],
    [users.setUserStatus, { params: { id: people.pro.id }, body: { status: "Gone" } }],
    [votes.resolveReports, unknown],
    [payments.refundPayment, unknown],
  ];
  for (const [endpoint, sent] of refused)
    expect((await t.send(endpoint, { as: admin, ...sent })).statusCode).toBeGreaterThanOrEqual(400);
  for (const as of [people.surveyor, people.pro])
    expect((await t.send(users.setUserRole, { as, params: { id: people.otherSurveyor.id } })).statusCode).toBe(403);
  expect(await entries()).toEqual(since);
});

// Security: H16
test("an action that fails after its event leaves none, and an event that can't be stored undoes its action", async () => {
  const person = await makePerson(t.database, t.tokens);
  const since = await entries();
  const by = { adminId: admin.id, requestId: "r" };
  const failing = t.database.transaction(async (tx) => {
    await setUserRole(tx, person.id, "admin", by);
    throw new Error("after it");
  });
  await expect(failing).rejects.toThrow("after it");
  // No admin has this id, so the database rejects the event.
  await expect(setUserRole(t.database, person.id, "admin", { ...by, adminId: "nobody" })).rejects.toThrow();
  const { role } = await t.request(users.getUser, { as: admin, params: { email: person.email } });
  expect(role).toBe("user");
  expect(await entries()).toEqual(since);
});

test("two admins who refund one payment concurrently leave one event", async () => {
  const params = { id: await buy(people.otherSurveyor) };
  const both = await Promise.all([admin, people.admin].map((as) => t.send(payments.refundPayment, { as, params })));
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await entries({ action: "paymentRefunded" })).filter(({ about }) => about.id === params.id)).toHaveLength(1);
});

test.each([
  ["changed", sql`update audit_log set action = 'nothing'`],
  ["removed", sql`delete from audit_log`],
])("events can't be %s, not even by the owner of the database", async (_, statement) => {
  const since = await entries();
  await expect(statement.execute(t.database.db)).rejects.toThrow(/append-only/);
  expect(await entries()).toEqual(since);
});

// Security: H16
test("events can't be truncated or overwritten either", async () => {
  const since = await entries();
  const { engine } = t.database.dialect;
  const statement =
    engine === "postgres"
      ? sql`truncate audit_log`
      : sql`insert or replace into audit_log select id, 0, action, actor, admin_id, about_kind, about_id, about_title,
          before, after, request_id, folded from audit_log`;
  await expect(statement.execute(t.database.db)).rejects.toThrow(/append-only/);
  expect(await entries()).toEqual(since);
});

test("the list is filtered by action, actor and target, page by page", async () => {
  const byAction = await entries({ action: "surveyChanged" });
  expect(byAction.map(({ action }) => action)).toEqual(["surveyChanged"]);
  expect(new Set((await entries({ q: "arno" })).map(({ admin: by }) => by?._id))).toEqual(new Set([admin.id]));
  expect((await entries({ q: people.pro.email })).map(({ action }) => action)).toEqual([
    "paymentRefunded",
    "refundBegun",
  ]);
  expect((await entries({ q: "A QUESTION" })).every(({ about }) => about.id === survey)).toBe(true);
  expect(await entries({ q: "%" })).toEqual([]);
  const all = await entries();
  const first = await t.send(listAuditEvents, { as: people.admin, query: { limit: 2 } });
  expect([first.json(), first.headers["x-total-count"]]).toEqual([all.slice(0, 2), String(all.length)]);
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? "";
  const headers = { authorization: `Bearer ${people.admin.token}` };
  expect((await t.app.inject({ url: next, headers })).json()).toEqual(all.slice(2, 4));
});

test("a deleted account's events remain, without its name and address", async () => {
  const leaving = await makePerson(t.database, t.tokens, { name: "Leo Leaving", role: "admin" });
  await t.request(users.setUserRole, { as: leaving, params: { id: people.pro.id }, body: { role: "surveyor" } });
  await t.request(users.setUserRole, { as: admin, params: { id: leaving.id }, body: { role: "surveyor" } });
  await t.request(account.deleteMyAccount, { as: leaving, body: { email: leaving.email } });
  const [about, by] = await entries({ action: "roleChanged" });
  expect(by?.admin).toMatchObject({ _id: leaving.id, name: "Deleted user" });
  expect(about?.about).toMatchObject({ id: leaving.id, title: "Deleted user" });
  const stored = await t.database.db.selectFrom("audit_log").selectAll().execute();
  for (const secret of [leaving.email, leaving.name]) expect(JSON.stringify(stored)).not.toContain(secret);
});

test("admins created at the start or on the command line are in the log, without a request", async () => {
  const fresh = await testApp();
  try {
    const first = { email: "first@example.org", password: "a long password" };
    expect(await createFirstAdmin(fresh.database, first)).toBe(true);
    const { id } = await fresh.database.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    await setUserRole(fresh.database, (await makePerson(fresh.database, fresh.tokens)).id, "admin", "commandLine");
    const reader = await makePerson(fresh.database, fresh.tokens, { role: "admin" });
    expect(await fresh.request(listAuditEvents, { as: reader })).toMatchObject([
      { by: "commandLine", admin: null, before: { role: "user" }, after: { role: "admin" }, requestId: null },
      { by: "start", admin: null, about: { id }, before: { role: null }, after: { role: "admin" }, requestId: null },
    ]);
  } finally {
    await fresh.close();
  }
});
