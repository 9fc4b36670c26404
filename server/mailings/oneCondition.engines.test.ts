import { followSurvey, setEmailPreferences, unfollowSurvey } from "@survey-app/contract/surveys/outcomes.ts";
import { BLOCKED } from "@survey-app/contract/users/users.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMailing } from "../mail/addMailing.sql.ts";
import { invitedSurveys, newTicket } from "../testing/invitedSurveys.ts";
import { outboxRows } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { addressHashOf } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import type { SingleTemplate } from "../words/mail/templates.ts";
import { enqueueMailings } from "./mailings.sql.ts";
import { whyUnsent } from "./whyUnsent.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));
const setUser = (id: string, changed: { email_verified?: number; status?: string }) =>
  t.database.db.updateTable("users").set(changed).where("id", "=", id).execute();
const setInvitation = (survey: string, { email }: Person, changed: { wants_email?: number; state?: "struck" }) =>
  t.database.db
    .updateTable("invitations")
    .set(changed)
    .where("survey_id", "=", survey)
    .where("email", "=", email)
    .execute();
const vote = (id: string, as: Person) =>
  t.request(castVote, { as, body: { SurveyID: id, vote: 1, ticket: newTicket() } });

/** The states that a person can be in. The survey's list, or its followers, has one person in each. */
const STATES: Record<string, (id: string, person: Person) => unknown> = {
  "with nothing against it": () => {},
  "who has voted": vote,
  "who wants neither results nor reminders": (_, as) =>
    t.request(setEmailPreferences, { as, body: { results: false, reminders: false } }),
  "whose account follows the survey": (id, as) => t.request(followSurvey, { as, params: { id } }),
  "whose account doesn't follow the survey": (id, as) => t.request(unfollowSurvey, { as, params: { id } }),
  "whose address is not confirmed": (_, { id }) => setUser(id, { email_verified: 0 }),
  "whose account is blocked": (_, { id }) => setUser(id, { status: BLOCKED }),
  "who stopped the emails to the list": (id, person) => setInvitation(id, person, { wants_email: 0 }),
  "who was removed from the list": (id, person) => setInvitation(id, person, { state: "struck" }),
  "who has voted and was removed from the list": async (id, person) => {
    await vote(id, person);
    await setInvitation(id, person, { state: "struck" });
  },
};

/** A survey with a person in each state, who are on its list or follow it. */
async function makeScene(electorate: "everyone" | "invited") {
  const persons = new Map<string, Person>();
  for (const state of Object.keys(STATES)) persons.set(state, await makePerson(t.database, t.tokens));
  const all = [...persons.values()];
  const emails = all.map(({ email }) => email);
  const id =
    electorate === "invited"
      ? (await invited.makeOpen(0, { results: "live" }, emails)).id
      : await t.makeSurvey(people.surveyor, { publishedBy: people.admin, results: "live" });
  if (electorate === "everyone") for (const as of all) await t.request(followSurvey, { as, params: { id } });
  for (const [state, person] of persons) await STATES[state]?.(id, person);
  return { id, persons };
}

/** The emails of the trail to an address. */
const trailOf = ({ db }: TestApp["database"], address: string) =>
  db.selectFrom("email_trail").selectAll().where("address", "=", address).execute();

describe.each(["everyone", "invited"] as const)("of a survey for people who are %s", (electorate) => {
  test.each(["invitation", "reminder", "result", "outcome"] as const)(
    "each person gets the %s, or it is kept why not, and the email that is enqueued is still wanted when it is sent",
    async (kind) => {
      const { id, persons } = await makeScene(electorate);
      const isAfterClose = kind === "result" || kind === "outcome";
      const closed = { closed_at: Date.now(), closed_by: "deadline" } as const;
      if (isAfterClose) await t.database.db.updateTable("surveys").set(closed).where("id", "=", id).execute();
      await t.database.transaction((tx) => addMailing(tx, id, { kind, number: 0, senderId: null }));
      await enqueueMailings(t.database);
      for (const [state, { id: userId, email: address }] of persons) {
        const enqueued = await outboxRows(t.database, address);
        const kept = await trailOf(t.database, address);
        expect(enqueued.length + kept.length, state).toBeLessThanOrEqual(1);
        for (const row of enqueued) {
          const email = { kind: row.kind, ...JSON.parse(row.details), address } as SingleTemplate & { address: string };
          expect(await whyUnsent(t.database, email, addressHashOf(t)), state).toBeNull();
        }
        for (const row of kept) {
          const ids = { surveyId: id, invitationId: row.invitation_id, userId, senderId: null };
          const email = { kind: row.kind, ...ids, address } as unknown as SingleTemplate & { address: string };
          expect(await whyUnsent(t.database, email, addressHashOf(t)), state).toBe(row.reason);
        }
      }
      const reasons = (await Promise.all([...persons.values()].map(({ email }) => trailOf(t.database, email)))).flat();
      if (electorate === "invited" || kind !== "invitation") expect(reasons).not.toEqual([]);
    },
  );
});
