import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { type MailedApp, startMailedApp } from "../testing/mailedApp.ts";
import { meetingLists } from "../testing/meetingLists.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";

let t: MailedApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await startMailedApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const meetings = meetingLists(() => ({ t, surveyor: people.surveyor, admin: people.admin }));
const send = (id: string) => t.send(invitations.sendInvitations, { as: people.surveyor, params: { id } });
const stateOf = async (id: string) => (await meetings.list(id)).map(({ state }) => state);

test("the link of a meeting names it, its owner and its start, and none of its questions", async () => {
  const id = await meetings.make({}, Date.parse("2031-05-04T18:30:00Z"));
  await meetings.add(id, [{ email: "gina@example.org", label: "Gina" }, { label: "Without" }]);
  await meetings.draft(id, "A sentinel nobody may read?");
  expect((await send(id)).json()).toEqual({ modifiedCount: 1 });
  const email = await t.smtp.next("gina@example.org", /General assembly/);
  expect(email.whole).toContain("General assembly");
  expect(email.whole).toMatch(/18:30/);
  expect(JSON.stringify(email)).not.toMatch(/sentinel/i);
  await expect.poll(() => stateOf(id)).toEqual(["sent", "listed"]);
  const voter = await meetings.open(email.link?.token ?? "");
  const surveyId = await meetings.ask(id);
  expect((await meetings.vote(surveyId, voter, 1)).statusCode).toBe(200);
  expect((await meetings.resultLabel(surveyId)).list).toMatchObject({ codes: 1, unsent: 0 });
});

test("a link that is replaced before the meeting is sent again at once; one that became a code is not", async () => {
  const id = await meetings.make();
  await meetings.add(id, [{ email: "hal@example.org", label: "" }]);
  const [hal] = await meetings.list(id);
  await send(id);
  const first = await t.smtp.next("hal@example.org", /General assembly/);
  await meetings.reissue(id, hal?._id ?? "");
  const tokens = () =>
    t.smtp.received.filter(({ to }) => to === "hal@example.org").flatMap(({ link }) => link?.token ?? []);
  await expect.poll(() => new Set(tokens()).size).toBe(2);
  expect(tokens()[0]).toBe(first.link?.token);
  await expect.poll(() => stateOf(id)).toEqual(["sent"]);
  await meetings.ask(id);
  expect((await meetings.reissue(id, hal?._id ?? "")).code).not.toBeNull();
  expect((await send(id)).json()).toEqual({ modifiedCount: 0 });
});

test("a meeting that nobody vouches for sends nothing", async () => {
  const id = await meetings.make();
  await meetings.add(id, [{ email: "ida@example.org", label: "" }]);
  await t.database.db.updateTable("meetings").set({ owner_id: people.user.id }).where("id", "=", id).execute();
  const confirmed = { as: people.user, params: { id } };
  expect((await t.refused(invitations.sendInvitations, confirmed)).code).toBe("roleRequired");
  await t.database.db.updateTable("meetings").set({ owner_id: people.surveyor.id }).where("id", "=", id).execute();
  await send(id);
  // The owner is demoted before the emails are made.
  await t.database.db.updateTable("users").set({ role: "user" }).where("id", "=", people.surveyor.id).execute();
  await enqueueMailings(t.database);
  const outbox = t.database.db.selectFrom("outbox").select("kind").where("address", "=", "ida@example.org");
  expect(await outbox.execute()).toEqual([]);
  await t.database.db.updateTable("users").set({ role: "surveyor" }).where("id", "=", people.surveyor.id).execute();
});
