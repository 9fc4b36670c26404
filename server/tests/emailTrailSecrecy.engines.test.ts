import * as account from "@survey-app/contract/account/account.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { findEmails } from "@survey-app/contract/ops/emailTrail.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { countingStatements } from "../testing/countedStatements.ts";
import { freshDatabase } from "../testing/freshDatabase.ts";
import { invitedSurveys, newTicket } from "../testing/invitedSurveys.ts";
import { endCounts } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { appOn, type TestApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { waitFor } from "../testing/waitFor.ts";

/**
 * Two people differ only in that one has voted. While a survey hides who voted, the trail of emails doesn't distinguish
 * them: not in an admin's search by address, not in the owner's list, not in their exports, and not by the number of
 * statements for these.
 */
let t: TestApp;
let count: ReturnType<typeof countingStatements>["count"];
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  const fresh = await freshDatabase();
  const counting = countingStatements(fresh.database, ["email_trail", "email_numbers", "outbox"]);
  count = counting.count;
  t = await appOn({ ...fresh, database: counting.database }, {}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));
const hidden = (results: "afterClose" | "afterVote") => ({
  results,
  deadline: new Date(Date.now() + 48 * HOUR_MS).toISOString(),
});
const vote = (id: string, as: Person) =>
  t.request(castVote, { as, body: { SurveyID: id, vote: 1, ticket: newTicket() } });

/** The surveys that hide who voted, each with a person who has voted and one who has not. */
const SURVEYS: [string, () => Promise<{ id: string; voted: Person; silent: Person }>][] = [
  ...(["named", "confidential", "secret"] as const).map((privacy): (typeof SURVEYS)[number] => [
    `for invited people, ${privacy}`,
    async () => {
      const [voted, silent] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
      const { id } = await invited.makeOpen(0, { ...hidden("afterClose"), privacy }, [voted.email, silent.email]);
      await vote(id, voted);
      return { id, voted, silent };
    },
  ]),
  ...(["afterClose", "afterVote"] as const).map((results): (typeof SURVEYS)[number] => [
    `for everyone, ${results}`,
    async () => {
      const [voted, silent] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
      const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...hidden(results) });
      for (const as of [voted, silent]) await t.request(outcomes.followSurvey, { as, params: { id } });
      await vote(id, voted);
      return { id, voted, silent };
    },
  ]),
];

/** The trail of the emails to a person, wherever it can be read, without values that differ between any two people. */
async function readTrail(id: string, person: Person) {
  const { admin, surveyor } = people;
  const isInvited = (await t.request(surveys.getSurvey, { params: { id } })).electorate === "invited";
  const [shown, statements] = await count(async () => {
    const found = await t.request(findEmails, { as: admin, query: { address: person.email } });
    const { emails } = await t.request(account.exportMyData, { as: person });
    const listed = isInvited ? await t.request(invitations.listInvitations, { as: surveyor, params: { id } }) : [];
    const row = listed.find(({ email }) => email === person.email);
    return { found, emails, row: row && { state: row.state, unsentReason: row.unsentReason, voted: row.voted } };
  });
  const text = JSON.stringify(shown).replaceAll(/"at":"[^"]*"/g, '"at":"TIME"');
  return { text, statements };
}

/** Expects that the trail doesn't tell who voted. */
async function expectSame({ id, voted, silent }: { id: string; voted: Person; silent: Person }) {
  // Again if the app has enqueued the owner's email about the first vote meanwhile: that statement is counted, too.
  await waitFor(async () => expect(await readTrail(id, voted)).toEqual(await readTrail(id, silent)));
  const sending = await t.request(outcomes.getSending, { as: people.surveyor, params: { id } });
  expect(sending.reminders).toBeNull();
}

const refuse = async () => {
  throw new Error("451 Try again later");
};

describe.each(SURVEYS)("a survey that hides who voted, %s,", (_, make) => {
  // Security: F12
  test("doesn't keep a reminder by its reader, whether it is enqueued, dropped, sent, or fails", async () => {
    await endCounts(t.database);
    const scene = await make();
    const request = { as: people.surveyor, params: { id: scene.id } };
    await t.request(outcomes.remindFollowers, request);
    await expectSame(scene);
    await enqueueMailings(t.database);
    await expectSame(scene);
    // The voter's reminder is dropped now, and the other one waits.
    await sendEmails(t, undefined, refuse);
    await expectSame(scene);
    await t.database.db.updateTable("outbox").set({ next_at: 0 }).execute();
    const sent = await sendEmails(t);
    const readers = [scene.voted.email, scene.silent.email];
    expect(readers.filter((reader) => sent.some(({ to }) => to === reader))).toEqual([scene.silent.email]);
    await expectSame(scene);
  });

  test("tells its owner the numbers of its reminders once it is closed", async () => {
    await endCounts(t.database);
    const { id } = await make();
    const request = { as: people.surveyor, params: { id } };
    await t.request(outcomes.remindFollowers, request);
    await enqueueMailings(t.database);
    await sendEmails(t);
    // Not by a request: a survey with so few votes is closed by its deadline only.
    const closed = { closed_at: Date.now(), closed_by: "deadline" } as const;
    await t.database.db.updateTable("surveys").set(closed).where("id", "=", id).execute();
    const { reminders } = await t.request(outcomes.getSending, request);
    expect(reminders).toEqual({ sent: 1, unsent: 1 });
  });
});
