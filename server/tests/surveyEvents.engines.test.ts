import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { webhookEvents } from "@survey-app/contract/ops/webhooks.ts";
import { renewShortAddress } from "@survey-app/contract/sharing/shortAddresses.ts";
import { addFeedback } from "@survey-app/contract/surveys/feedback.ts";
import { setOutcome } from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { addComment } from "@survey-app/contract/votes/comments.ts";
import { acceptSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../app.ts";
import { SURVEY_EVENT_HANDLERS } from "../appParts.ts";
import { newId } from "../database/newId.ts";
import type { SurveyEventHandler } from "../events/surveyEvents.ts";
import { insertReports } from "../moderation/reports.sql.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { refreshListedVotes } from "../surveys/listedVotes.sql.ts";
import { cheapPasswords } from "../testing/cheapPasswords.ts";
import { endPauses } from "../testing/failedSteps.sql.ts";
import { untilClose } from "../testing/invitedSurveys.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole, makePerson, type Person, senderOf } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { sharedCards } from "../testing/sharedCards.ts";
import { type AnyRequest, type TestApp, testApp, urlOf, WITHOUT_POLLS } from "../testing/testApp.ts";
import { addWebhook } from "../webhooks/webhooks.sql.ts";

/**
 * Each event of a survey with its effects: emails to the owner, mailings, webhooks and the audit log. An effect is
 * stored exactly if its cause is, wherever between the effects the process ends.
 */
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
/** The same app, which ends before the first, the second … effect, and after the last, before the commit. */
let ending: FastifyInstance[];

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
  const end: SurveyEventHandler = () => Promise.reject(new Error("the process ends"));
  const parts = { ...WITHOUT_POLLS, passwords: cheapPasswords, cardThread: sharedCards };
  ending = await Promise.all(
    [...SURVEY_EVENT_HANDLERS.keys(), SURVEY_EVENT_HANDLERS.length].map((count) =>
      createApp(t.config, t.database, {
        ...parts,
        surveyEventHandlers: [...SURVEY_EVENT_HANDLERS.slice(0, count), end],
      }),
    ),
  );
});
afterAll(async () => {
  await Promise.all(ending.map((app) => app.close()));
  await t.close();
});

/** Every row of the tables that an event can change, but for clocks of sessions and limits. */
async function everything(): Promise<Record<string, unknown[]>> {
  const tables = [
    "surveys",
    "ballot_boxes",
    "survey_notes",
    "feedback",
    "outcomes",
    "invitations",
    "invitation_days",
    "votes",
    "reports",
    "outbox",
    "mailings",
    "webhook_deliveries",
    "short_addresses",
    "audit_log",
  ];
  const rows: Record<string, unknown[]> = {};
  for (const table of tables)
    rows[table] = (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(t.database.db)).rows;
  return rows;
}

/** The effects that are stored after `before`, by their kinds. */
async function effectsSince(before: Record<string, unknown[]>) {
  const after = await everything();
  const added = (table: string, column: string) =>
    (after[table] ?? [])
      .slice(before[table]?.length ?? 0)
      .map((row) => (row as Record<string, unknown>)[column])
      .sort();
  return {
    emails: added("outbox", "kind"),
    mailings: added("mailings", "kind"),
    webhooks: added("webhook_deliveries", "event"),
    logged: added("audit_log", "action"),
  };
}

const nothing = { emails: [], mailings: [], webhooks: [], logged: [] };
type Cause = { endpoint: Parameters<typeof urlOf>[0]; as: Person; request: AnyRequest };
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** An owner with a webhook for each event. */
async function makeOwner(): Promise<Person> {
  const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  await addWebhook(t.database, senderOf(owner), {
    url: "https://hooks.example.org/",
    events: [...webhookEvents],
    allSurveys: false,
  });
  return owner;
}
const links = linkSurveys(() => ({ t, ...people }));
const form = { Title: "Other?", category: "Food Preparation" as const, image: "https://example.org/a.webp" };
const status = (id: string, wanted: 1 | 2, feedback = "") => ({
  endpoint: surveys.setSurveyStatus,
  as: people.admin,
  request: { params: { id }, body: { status: wanted, feedback } },
});
const published = (owner: Person, options = {}) => t.makeSurvey(owner, { publishedBy: people.admin, ...options });
const closed = async (owner: Person) => {
  const id = await published(owner);
  await t.request(surveys.closeSurvey, { as: owner, params: { id } });
  return id;
};

/** A survey with a vote, whose result waits for its owner. */
async function waiting(owner: Person): Promise<string> {
  const id = await published(owner, { ...untilClose(), electorate: "link", results: "shown" });
  await links.vote(id, await links.open(id), 1);
  return id;
}

/** Each event: how it is prepared and caused, and its effects. */
const EVENTS: Record<string, [cause: (owner: Person) => Promise<Cause>, effects: Partial<typeof nothing> | object]> = {
  created: [async (owner) => ({ endpoint: surveys.createSurvey, as: owner, request: { body: form } }), {}],
  published: [
    async (owner) => status(await t.makeSurvey(owner), PUBLISHED),
    { emails: ["surveyPublished"], webhooks: ["published"], logged: ["surveyStatusChanged"] },
  ],
  unpublished: [
    async (owner) => status(await published(owner), WAITING, "No"),
    { emails: ["surveyUnpublished"], webhooks: ["unpublished"], logged: ["surveyStatusChanged"] },
  ],
  "sent back": [
    async (owner) => status(await t.makeSurvey(owner), WAITING, "Shorten it"),
    { emails: ["surveySentBack"], logged: ["surveySentBack"] },
  ],
  "changed by its owner, so that it returns to review": [
    async (owner) => {
      const params = { id: await published(owner) };
      return { endpoint: surveys.updateSurvey, as: owner, request: { params, body: form } };
    },
    { webhooks: ["unpublished"] },
  ],
  "changed by an admin": [
    async (owner) => {
      const params = { id: await published(owner) };
      return { endpoint: surveys.updateSurvey, as: people.admin, request: { params, body: form } };
    },
    { logged: ["surveyChanged"] },
  ],
  "shown by its owner": [
    async (owner) => ({ endpoint: surveys.showResult, as: owner, request: { params: { id: await waiting(owner) } } }),
    { webhooks: ["shown"] },
  ],
  "closed by its owner": [
    async (owner) => {
      const params = { id: await published(owner) };
      // Its code will expire.
      await t.request(renewShortAddress, { as: owner, params, body: { kind: "flyer" } });
      return { endpoint: surveys.closeSurvey, as: owner, request: { params } };
    },
    { mailings: ["result"], webhooks: ["closed"] },
  ],
  "closed by an admin": [
    async (owner) => {
      const params = { id: await published(owner) };
      return { endpoint: surveys.closeSurvey, as: people.admin, request: { params } };
    },
    { mailings: ["result"], webhooks: ["closed"], logged: ["surveyClosed"] },
  ],
  "deleted by an admin": [
    async (owner) => {
      const params = { id: await published(owner) };
      return { endpoint: surveys.deleteSurvey, as: people.admin, request: { params } };
    },
    { logged: ["surveyDeleted"] },
  ],
  decided: [
    async (owner) => {
      const params = { id: await closed(owner) };
      return { endpoint: setOutcome, as: owner, request: { params, body: { text: "We do it" } } };
    },
    { mailings: ["outcome"], webhooks: ["outcome"] },
  ],
  "commented by an admin": [
    async (owner) => {
      const surveyId = await t.makeSurvey(owner);
      return { endpoint: addFeedback, as: people.admin, request: { body: { surveyId, feedback: "Shorten it" } } };
    },
    { emails: ["surveyFeedback"], logged: ["feedbackWritten"] },
  ],
  "commented by a voter": [
    async (owner) => {
      const id = await published(owner);
      await t.request(votes.castVote, { as: people.pro, body: { SurveyID: id, vote: 1 } });
      return { endpoint: addComment, as: people.pro, request: { params: { id }, body: { comments: "Tea" } } };
    },
    {},
  ],
  "given a list": [
    async (owner) => {
      const params = { id: await published(owner, { electorate: "invited" }) };
      return {
        endpoint: invitations.addInvitations,
        as: owner,
        request: { params, body: { rows: [{ label: "Ann" }] } },
      };
    },
    {},
  ],
  "freed of a person on its list": [
    async (owner) => {
      const id = await published(owner, { electorate: "invited" });
      await t.request(invitations.addInvitations, { as: owner, params: { id }, body: { rows: [{ label: "Ann" }] } });
      const [ann] = await t.request(invitations.listInvitations, { as: owner, params: { id } });
      const params = { id, invitation: ann?._id ?? "" };
      return { endpoint: invitations.removeInvitation, as: owner, request: { params } };
    },
    {},
  ],
  "given codes": [
    async (owner) => {
      const id = await published(owner, { electorate: "invited", privacy: "confidential", ...untilClose() });
      return { endpoint: invitations.allowCodes, as: people.admin, request: { params: { id } } };
    },
    { logged: ["codesAllowed"] },
  ],
  "sent to the people on its list": [
    async (owner) => {
      const id = await published(owner, { electorate: "invited" });
      const rows = [{ email: "ann@example.org", label: "Ann" }];
      await t.request(invitations.addInvitations, { as: owner, params: { id }, body: { rows } });
      return { endpoint: invitations.sendInvitations, as: owner, request: { params: { id } } };
    },
    { mailings: ["invitation"] },
  ],
  "accepted by an admin": [
    async (owner) => {
      const id = await t.makeSurvey(owner, { electorate: "invited" });
      return { endpoint: acceptSurvey, as: people.admin, request: { params: { id }, body: { version: 1 } } };
    },
    { logged: ["surveyAccepted"] },
  ],
  "published without review": [
    async (owner) => ({
      endpoint: surveys.createSurvey,
      as: owner,
      request: { body: { ...form, electorate: "invited" } },
    }),
    { webhooks: ["published"], logged: ["surveyStatusChanged"] },
  ],
  "freed of reports": [
    async (owner) => {
      const surveyId = await published(owner);
      await insertReports(t.database, [{ id: newId(), surveyId, userId: people.user.id, text: "Spam" }]);
      return { endpoint: votes.resolveReports, as: people.admin, request: { params: { id: surveyId }, query: {} } };
    },
    { logged: ["reportsSettled"] },
  ],
};

test.each(Object.entries(EVENTS))(
  "a survey that is %s: its effects are stored with it, or neither",
  async (_, [make, effects]) => {
    const { endpoint, as, request } = await make(await makeOwner());
    const before = await everything();
    for (const app of ending) {
      const { statusCode } = await app.inject({
        method: endpoint.method,
        url: urlOf(endpoint, request),
        headers: { authorization: `Bearer ${as.token}` },
        ...(request.body !== undefined && { payload: request.body as object }),
      });
      expect(statusCode).toBe(500);
      expect(await everything()).toEqual(before);
    }
    expect((await t.send(endpoint, { as, ...request })).statusCode).toBe(200);
    expect(await effectsSince(before)).toEqual({ ...nothing, ...effects });
  },
);

test("each event that webhooks send is caused by one of these events", () => {
  const sent = Object.values(EVENTS).flatMap(([, effects]) => ("webhooks" in effects ? effects.webhooks : []));
  expect([...new Set(sent)].sort()).toEqual([...webhookEvents].sort());
});

test("a deadline that passes and a first vote: their effects are stored with them, or neither", async () => {
  const owner = await makeOwner();
  const id = await published(owner, { deadline: inDays(1) });
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  const found = await everything();
  const failing: typeof t.database = {
    ...t.database,
    transaction: (work) =>
      t.database.transaction(async (tx) => {
        await work(tx);
        throw new Error("the process ends");
      }),
  };
  await expect(refreshListedVotes(failing, [id], recorder())).rejects.toThrow("ends");
  expect(await everything()).toEqual(found);
  await refreshListedVotes(t.database, [id], recorder());
  expect(await effectsSince(found)).toEqual({ ...nothing, emails: ["surveyFirstVote"] });

  await t.database.db
    .updateTable("surveys")
    .set({ starts_at: 1, ends_at: Date.now() - 1 })
    .where("id", "=", id)
    .execute();
  const open = await everything();
  await expect(closeEnded(failing, recorder())).rejects.toThrow("ends");
  expect(await everything()).toEqual(open);
  await endPauses(t.database);
  const told: string[] = [];
  await closeEnded(
    t.database,
    recorder(({ surveyId }) => told.push(surveyId)),
  );
  expect(await effectsSince(open)).toEqual({ ...nothing, mailings: ["result"], webhooks: ["closed"] });
  expect(told).toEqual([id]);
});
