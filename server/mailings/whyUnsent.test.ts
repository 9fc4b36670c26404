import * as account from "@survey-app/contract/account/account.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { BLOCKED } from "@survey-app/contract/users/users.ts";
import { acceptSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMailing } from "../mail/addMailing.sql.ts";
import { newTicket } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { sendEmails, unsubscriberOf } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { enqueueMailings } from "./mailings.sql.ts";

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  ({ admin } = await createUsersOfEveryRole(t.database, t.tokens));
});
afterAll(() => t.close());

/** A survey whose title is the kind of the email, with its owner and the one reader of the email. */
interface Scene {
  id: string;
  kind: string;
  owner: Person;
  reader: Person;
}

/** Publishes a survey that the reader follows, or whose list the reader is on. */
async function publish(owner: Person, kind: string, to: "everyone" | "invited", isAccepted = true): Promise<Scene> {
  const reader = await makePerson(t.database, t.tokens);
  const deadline = new Date(Date.now() + 3 * DAY_MS).toISOString();
  const id = await t.makeSurvey(owner, { Title: kind, deadline, electorate: to });
  const params = { id };
  if (to === "invited")
    await t.request(invitations.addInvitations, { as: owner, params, body: { rows: [{ email: reader.email }] } });
  if (to === "everyone") await t.request(surveys.setSurveyStatus, { as: admin, params, body: { status: PUBLISHED } });
  else if (isAccepted) await t.request(acceptSurvey, { as: admin, params, body: { version: 1 } });
  if (to === "everyone") await t.request(outcomes.followSurvey, { as: reader, params });
  return { id, kind, owner, reader };
}

const remind = ({ id, owner: as }: Scene) => t.request(outcomes.remindFollowers, { as, params: { id } });
const close = ({ id, owner: as }: Scene) => t.request(surveys.closeSurvey, { as, params: { id } });
const serverReminds = ({ id }: Scene) =>
  t.database.transaction((tx) => addMailing(tx, id, { kind: "reminder", number: 0, senderId: null }));

async function decide(scene: Scene) {
  await close(scene);
  // Its result has already been sent.
  await t.database.db.updateTable("mailings").set({ stage: "done" }).where("survey_id", "=", scene.id).execute();
  await t.request(outcomes.setOutcome, { as: scene.owner, params: { id: scene.id }, body: { text: "Tea." } });
}

/** Every kind of email about a survey that goes to many people, and what causes it. */
const kinds: Record<string, { to: "everyone" | "invited"; cause(scene: Scene): Promise<unknown> }> = {
  invitation: {
    to: "invited",
    cause: ({ id, owner: as }) => t.request(invitations.sendInvitations, { as, params: { id } }),
  },
  "own reminder to a list": { to: "invited", cause: remind },
  "own reminder to followers": { to: "everyone", cause: remind },
  "server's reminder to a list": { to: "invited", cause: serverReminds },
  "server's reminder to followers": { to: "everyone", cause: serverReminds },
  "result to a list": { to: "invited", cause: close },
  "result to followers": { to: "everyone", cause: close },
  "outcome to a list": { to: "invited", cause: decide },
  "outcome to followers": { to: "everyone", cause: decide },
};
/** The server's own emails, which continue even if the owner was blocked or demoted, or has left. */
const ofServer = Object.keys(kinds).filter((kind) => kind.startsWith("server's") || kind.startsWith("result"));
const all = Object.keys(kinds);
/** Surveys for everyone are in public lists, so an admin has accepted them. */
const toInvited = (sent: string[]) => sent.filter((kind) => kinds[kind]?.to === "everyone");

/** Events that can happen to an owner or to each survey while emails wait, and the kinds that are still sent. */
const events: Record<
  string,
  { sent: string[]; isUnaccepted?: true; toOwner?(owner: Person): unknown; toEach?(scene: Scene): unknown }
> = {
  nothing: { sent: all },
  "nothing, and no admin has accepted the unlisted surveys of a surveyor": { sent: all, isUnaccepted: true },
  "the owner is demoted, and no admin has accepted the unlisted surveys": {
    sent: toInvited(ofServer),
    isUnaccepted: true,
    toOwner: ({ id }) => setRole(id, "user"),
  },
  "the owner is demoted, and an admin accepts the unlisted surveys then": {
    sent: ofServer,
    isUnaccepted: true,
    toOwner: ({ id }) => setRole(id, "user"),
    toEach: ({ id, kind }) =>
      kinds[kind]?.to === "invited" && t.request(acceptSurvey, { as: admin, params: { id }, body: { version: 1 } }),
  },
  "the owner is demoted and promoted again, and no admin has accepted the unlisted surveys": {
    sent: all,
    isUnaccepted: true,
    toOwner: async ({ id }) => {
      await setRole(id, "user");
      await setRole(id, "surveyor");
    },
  },
  "the owner deletes the account, and no admin has accepted the unlisted surveys": {
    sent: toInvited(ofServer),
    isUnaccepted: true,
    toOwner: (as) => t.request(account.deleteMyAccount, { as, body: { email: as.email } }),
  },
  "the owner is blocked": { sent: ofServer, toOwner: ({ id }) => setStatus(id, BLOCKED) },
  "the owner is demoted": { sent: ofServer, toOwner: ({ id }) => setRole(id, "user") },
  "the owner deletes the account": {
    sent: ofServer,
    toOwner: (as) => t.request(account.deleteMyAccount, { as, body: { email: as.email } }),
  },
  "the survey is unpublished": { sent: [], toEach: ({ id }) => setSurveyStatus(id, WAITING) },
  "the survey is unpublished, and published again": {
    sent: all,
    async toEach({ id }) {
      await setSurveyStatus(id, WAITING);
      // The mailings stop, and continue.
      await enqueueMailings(t.database);
      await setSurveyStatus(id, PUBLISHED);
    },
  },
  "voting has ended": {
    sent: all.filter((kind) => kind.startsWith("result") || kind.startsWith("outcome")),
    // Not with a request, because that would cause emails about the result.
    toEach: ({ id }) =>
      t.database.db
        .updateTable("surveys")
        .set({ closed_at: Date.now(), closed_by: "deadline" })
        .where("id", "=", id)
        .where("closed_at", "is", null)
        .execute(),
  },
  "the deadline has passed, and the survey is not closed yet": {
    sent: all.filter((kind) => kind.startsWith("result") || kind.startsWith("outcome")),
    toEach: ({ id }) =>
      t.database.db
        .updateTable("surveys")
        .set({ starts_at: 1, ends_at: Date.now() - 1 })
        .where("id", "=", id)
        .where("closed_at", "is", null)
        .execute(),
  },
  "the survey is deleted": {
    sent: [],
    toEach: ({ id }) => t.request(surveys.deleteSurvey, { as: admin, params: { id } }),
  },
  "the reader opts out": { sent: [], toEach: ({ reader }) => optOut(reader) },
  "the reader votes": {
    sent: all.filter((kind) => !kind.includes("reminder")),
    toEach: ({ id, kind, reader: as }) =>
      kind.startsWith("result") || kind.startsWith("outcome")
        ? null
        : t.request(votes.castVote, { as, body: { SurveyID: id, vote: 1, ticket: newTicket() } }),
  },
};

const setSurveyStatus = (id: string, status: typeof WAITING | typeof PUBLISHED) =>
  t.request(surveys.setSurveyStatus, { as: admin, params: { id }, body: { status, feedback: "No" } });
const setStatus = (id: string, status: "Verified" | "Blocked") =>
  t.request(users.setUserStatus, { as: admin, params: { id }, body: { status } });
const setRole = (id: string, role: "user" | "surveyor") =>
  t.request(users.setUserRole, { as: admin, params: { id }, body: { role } });

/** Refuses all emails about surveys: to the account, and with the link in each email to an invited person. */
async function optOut(reader: Person) {
  const body = { results: false, reminders: false, reports: false };
  await t.request(outcomes.setEmailPreferences, { as: reader, body });
  const email = { kind: "invitation", surveyId: "a", invitationId: "b" } as const;
  const { pathname, search } = new URL(unsubscriberOf(t).urlFor({ ...email, address: reader.email }));
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await t.app.inject({ method: "POST", url: pathname + search, payload: "all=1", headers });
}

describe.each([["mailings"], ["outbox"]] as const)("of the emails that wait in %s", (queue) => {
  test.each(Object.entries(events))(
    "those that still apply are sent when %s",
    async (_, { sent, isUnaccepted, ...event }) => {
      const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
      const scenes = await Promise.all(
        Object.entries(kinds).map(([kind, { to }]) => publish(owner, kind, to, !isUnaccepted)),
      );
      for (const scene of scenes) await kinds[scene.kind]?.cause(scene);
      if (queue === "outbox") await enqueueMailings(t.database);
      await event.toOwner?.(owner);
      for (const scene of scenes) await event.toEach?.(scene);
      await enqueueMailings(t.database);
      const emails = await sendEmails(t);
      const readers = new Map(scenes.map(({ reader, kind }) => [reader.email, kind]));
      const found = emails.flatMap(({ to }) => readers.get(to) ?? []);
      expect(found.sort()).toEqual([...sent].sort());
    },
  );
});

test.each(["invitation", "own reminder to a list", "own reminder to followers"])(
  "an email that waited (%s) has the question that an admin has accepted since, and not the former one",
  async (kind) => {
    const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
    const { to, cause } = kinds[kind] as (typeof kinds)[string];
    const scene = await publish(owner, "Have you claimed your prize at prize.example?", to);
    await cause(scene);
    await enqueueMailings(t.database);
    const params = { id: scene.id };
    await setSurveyStatus(scene.id, WAITING);
    const { Title: _, ...form } = await t.request(surveys.getSurvey, { as: owner, params });
    const body = { Title: "Tea or coffee?", category: form.category, image: form.image, deadline: form.deadline };
    await t.request(surveys.updateSurvey, { as: owner, params, body });
    await setSurveyStatus(scene.id, PUBLISHED);
    const [sent] = (await sendEmails(t)).filter((email) => email.to === scene.reader.email);
    expect(sent?.text).toContain("Tea or coffee?");
    expect(JSON.stringify(sent)).not.toContain("prize");
  },
);
