import { sendInvitations } from "@survey-app/contract/invitations/invitations.ts";
import * as meetings from "@survey-app/contract/meetings/meetings.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { emailsTo } from "../testing/mail.sql.ts";
import { meetingsOf } from "../testing/meetings.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const meeting = meetingsOf(() => ({ t, surveyor: people.surveyor }));
const NAME = "General assembly";
const START = "2031-05-04T18:30:00.000Z";

/** Sends what is due. @returns the subjects of the emails to each of these people */
async function deliver(voters: readonly Person[], app = t): Promise<string[][]> {
  await enqueueMailings(app.database);
  const sent = await sendEmails(app);
  return voters.map(({ email }) => sent.filter(({ to }) => to === email).map(({ subject }) => subject));
}
/** A meeting whose links were sent to these people. */
async function makeSent(count: number) {
  const { id, voters } = await meeting.make(count, { startsAt: START });
  await t.request(sendInvitations, { as: people.surveyor, params: { id } });
  await deliver(voters);
  return { id, voters };
}
async function change(id: string, form: { name?: string; startsAt?: string | null }) {
  const { version } = await meeting.manage(id);
  const body = { name: NAME, startsAt: START, ...form, version };
  await t.request(meetings.changeMeeting, { as: people.surveyor, params: { meeting: id }, body });
}
const requestOf = async (id: string) => ({
  as: people.surveyor,
  params: { meeting: id },
  body: { version: (await meeting.manage(id)).version },
});
const correct = async (id: string) => (await t.request(meetings.sendCorrection, await requestOf(id))).modifiedCount;
const toCorrect = async (id: string) => (await meeting.manage(id)).toCorrect;

test("once the name or the start has changed, those who were sent a link can get one correction", async () => {
  const { id, voters } = await makeSent(3);
  expect(await toCorrect(id)).toBe(0);
  expect(await correct(id)).toBe(0);
  await change(id, { startsAt: "2031-05-05T18:30:00.000Z" });
  expect(await toCorrect(id)).toBe(3);
  expect(await correct(id)).toBe(3);
  // The owner presses again, and on a page that hasn't loaded the change yet.
  expect(await correct(id)).toBe(0);
  expect(await deliver(voters)).toEqual(voters.map(() => [`Correction: ${NAME}`]));
  expect(await toCorrect(id)).toBe(0);
  await change(id, { name: "Spring assembly" });
  expect(await toCorrect(id)).toBe(3);
});

test("a correction has the name and the start at the time of sending, and the same link", async () => {
  const { id, voters } = await meeting.make(1, { startsAt: START });
  await t.request(sendInvitations, { as: people.surveyor, params: { id } });
  await enqueueMailings(t.database);
  const [link] = await sendEmails(t);
  await change(id, { startsAt: "2031-06-01T09:15:00.000Z" });
  await correct(id);
  await enqueueMailings(t.database);
  await change(id, { name: "Spring assembly", startsAt: "2031-06-02T10:45:00.000Z" });
  const [correction] = (await sendEmails(t)).filter(({ to }) => to === voters[0]?.email);
  expect(correction?.subject).toBe("Correction: Spring assembly");
  expect(correction?.text).toContain("10:45");
  const tokenIn = (text = "") => /\/i#(\S+)/.exec(text)?.[1];
  expect(tokenIn(correction?.text)).toBe(tokenIn(link?.text));
  expect(correction?.headers?.["List-Unsubscribe"]).toContain("/unsubscribe?token=");
});

test("it isn't sent to people who were removed, weren't sent a link or don't want emails", async () => {
  const { id, voters } = await makeSent(4);
  const [removed, unsent, unsubscribed, rest] = voters as [Person, Person, Person, Person];
  const row = ({ email }: Person) =>
    t.database.db.updateTable("invitations").where("survey_id", "=", id).where("email", "=", email);
  await row(removed).set({ state: "struck" }).execute();
  await row(unsent).set({ state: "listed" }).execute();
  await row(unsubscribed).set({ wants_email: 0 }).execute();
  await change(id, { startsAt: null });
  expect(await correct(id)).toBe(1);
  expect(await deliver(voters)).toEqual([[], [], [], [`Correction: ${NAME}`]]);
  // Checked again when the email is sent.
  await change(id, { startsAt: START });
  await correct(id);
  await enqueueMailings(t.database);
  await row(rest).set({ wants_email: 0 }).execute();
  expect(await deliver(voters)).toEqual([[], [], [], []]);
});

test("without sent links, and once people vote, there is nothing to correct", async () => {
  const { id } = await meeting.make(2, { startsAt: START });
  await change(id, { startsAt: null });
  expect(await toCorrect(id)).toBe(0);
  const begun = await makeSent(2);
  await change(begun.id, { startsAt: null });
  await meeting.open(begun.id);
  expect(await correct(begun.id)).toBe(0);
  await change(begun.id, { startsAt: START });
  expect(await toCorrect(begun.id)).toBe(0);
});

test("the request names the version that the owner has read, and only the owner can send it", async () => {
  const { id } = await makeSent(1);
  const stale = await requestOf(id);
  await change(id, { startsAt: null });
  expect((await t.refused(meetings.sendCorrection, stale)).code).toBe("meetingChanged");
  const request = await requestOf(id);
  expect((await t.refused(meetings.sendCorrection, { ...request, as: people.admin })).code).toBe("notFound");
});

test("two simultaneous presses send it once", async () => {
  const { id, voters } = await makeSent(2);
  await change(id, { startsAt: null });
  const request = await requestOf(id);
  const sent = await Promise.all([1, 2].map(() => t.send(meetings.sendCorrection, request)));
  expect(sent.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await deliver(voters)).toEqual(voters.map(() => [`Correction: ${NAME}`]));
});

test("where meetings are reviewed, a correction waits until an admin accepts the new name", async () => {
  const reviewed = await testApp({ surveyors: "everyone" }, WITHOUT_POLLS);
  const { surveyor, admin } = await createUsersOfEveryRole(reviewed.database, reviewed.tokens);
  const own = meetingsOf(() => ({ t: reviewed, surveyor }));
  const { id, voters } = await own.make(1);
  const params = { meeting: id };
  const accept = async () =>
    reviewed.request(meetings.acceptMeeting, {
      as: admin,
      params,
      body: { version: (await own.manage(id)).version },
    });
  const rename = async (name: string) => {
    const { version } = await own.manage(id);
    await reviewed.request(meetings.changeMeeting, { as: surveyor, params, body: { name, version } });
  };
  const request = async () => ({ as: surveyor, params, body: { version: (await own.manage(id)).version } });
  await accept();
  await reviewed.request(sendInvitations, { as: surveyor, params: { id } });
  await deliver(voters, reviewed);
  await rename("Win a prize");
  expect((await reviewed.refused(meetings.sendCorrection, await request())).code).toBe("meetingNotAccepted");
  await accept();
  expect(await reviewed.request(meetings.sendCorrection, await request())).toEqual({ modifiedCount: 1 });
  await enqueueMailings(reviewed.database);
  const [voter] = voters as [Person];
  expect((await emailsTo(reviewed.database, voter)).map(({ kind }) => kind)).toEqual(["meetingCorrection"]);
  await rename("Win two prizes");
  expect(await sendEmails(reviewed)).toEqual([]);
  await reviewed.close();
});
