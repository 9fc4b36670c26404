import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { acceptMeeting, changeMeeting, getManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { invitationTokensOf } from "../testing/invitationTokens.ts";
import { type MailedApp, startMailedApp } from "../testing/mailedApp.ts";
import { meetingLists } from "../testing/meetingLists.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { createInvitationLinks } from "./invitationLinks.ts";

let t: MailedApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await startMailedApp({ askUnlisted: "confirmed" });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const meetings = meetingLists(() => ({ t, surveyor: people.surveyor, admin: people.admin }));
const send = (id: string) => t.send(invitations.sendInvitations, { as: people.surveyor, params: { id } });
const manage = (id: string) => t.request(getManagedMeeting, { as: people.surveyor, params: { meeting: id } });
const tokensTo = (address: string) =>
  t.smtp.received.filter(({ to }) => to === address).flatMap(({ link }) => link?.token ?? []);
const stateOf = async (id: string) => (await meetings.list(id)).map(({ state }) => state);

test("the email with a meeting's link names the meeting, its owner and its start, but none of its questions", async () => {
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

test("a link that is replaced before the meeting is sent again immediately; one that became a code isn't", async () => {
  const id = await meetings.make();
  await meetings.add(id, [{ email: "hal@example.org", label: "" }]);
  const [hal] = await meetings.list(id);
  await send(id);
  const first = await t.smtp.next("hal@example.org", /General assembly/);
  await meetings.reissue(id, hal?._id ?? "");
  const tokens = () => tokensTo("hal@example.org");
  await expect.poll(() => new Set(tokens()).size).toBe(2);
  expect(tokens()[0]).toBe(first.link?.token);
  await expect.poll(() => stateOf(id)).toEqual(["sent"]);
  await meetings.ask(id);
  expect((await meetings.reissue(id, hal?._id ?? "")).code).not.toBeNull();
  expect((await send(id)).json()).toEqual({ modifiedCount: 0 });
});

test("removing a person before the first opening also subtracts the link that was sent", async () => {
  const id = await meetings.make();
  const unsent = async () => (await manage(id)).notSent;
  await meetings.add(id, [{ email: "kim@example.org" }, { email: "lea@example.org" }]);
  await send(id);
  await expect.poll(() => stateOf(id)).toEqual(["sent", "sent"]);
  const [kim] = await meetings.list(id);
  await meetings.strike(id, kim?._id ?? "");
  expect(await unsent()).toBe(0);
  await meetings.add(id, [{ email: "max@example.org" }]);
  expect(await unsent()).toBe(1);
  const surveyId = await meetings.ask(id);
  expect((await meetings.resultLabel(surveyId)).list).toMatchObject({ invited: 2, unsent: 1 });
});

test("on the open question a replaced link counts as not sent until the new one is", async () => {
  const id = await meetings.make({ privacy: "secret" });
  const addresses = ["nia", "oli", "pia", "quin", "ron"].map((name) => `${name}@example.org`);
  await meetings.add(
    id,
    addresses.map((email) => ({ email })),
  );
  await send(id);
  await expect.poll(async () => new Set(await stateOf(id))).toEqual(new Set(["sent"]));
  const surveyId = await meetings.ask(id);
  const unsent = async () => (await manage(id)).questions[0]?.list?.unsent;
  expect(await unsent()).toBe(0);
  const [nia] = await meetings.list(id);
  await meetings.reissue(id, nia?._id ?? "");
  await expect.poll(() => new Set(tokensTo("nia@example.org")).size).toBe(2);
  await expect.poll(unsent).toBe(0);
  // A person who was added later isn't on the question's list.
  await meetings.add(id, [{ email: "sam@example.org" }]);
  await send(id);
  await expect.poll(async () => new Set(await stateOf(id))).toEqual(new Set(["sent"]));
  await meetings.reissue(id, (await meetings.list(id)).find(({ email }) => email === "sam@example.org")?._id ?? "");
  expect((await manage(id)).questions[0]?.list).toMatchObject({ invited: 5, added: 0, replaced: 1, unsent: 0 });
  await meetings.close(surveyId);
  expect(await unsent()).toBe(0);
});

test("on the open question a token ends when its link is replaced because the secret that made it is missing", async () => {
  const id = await meetings.make();
  const [address, changed] = ["tess@example.org", { accepted: ["another secret, long enough to be one"] } as const];
  await meetings.add(id, [{ email: address }]);
  await send(id);
  await expect.poll(() => stateOf(id)).toEqual(["sent"]);
  const voter = await meetings.open(tokensTo(address)[0] ?? "");
  const surveyId = await meetings.ask(id);
  const [{ _id: invitationId } = { _id: "" }] = await meetings.list(id);
  const { invitationLink } = createInvitationLinks(t.database, {
    tokens: invitationTokensOf(t, changed),
    record: recorder(),
    publicUrl: t.config.publicUrl,
  });
  await invitationLink({ surveyId: id, invitationId, address });
  expect((await meetings.vote(surveyId, voter, 1)).json().code).toBe("invitationEnded");
  expect((await meetings.resultLabel(surveyId)).list).toMatchObject({ replaced: 1, reissuedByOperator: 1 });
});

test("a meeting of a user doesn't send anything until an admin has accepted it", async () => {
  const { user } = people;
  const own = meetingLists(() => ({ t, surveyor: user, admin: people.admin }));
  const id = await own.make();
  await own.add(id, [{ email: "ida@example.org", label: "" }]);
  const send = { as: user, params: { id } };
  expect((await t.refused(invitations.sendInvitations, send)).code).toBe("sendsNoEmail");
  await t.request(acceptMeeting, { as: people.admin, params: { meeting: id }, body: { version: 1 } });
  expect(await t.request(invitations.sendInvitations, send)).toEqual({ modifiedCount: 1 });
  await t.smtp.next("ida@example.org", /General assembly/);
});

test("where surveys for invited people are reviewed, links wait for an admin, and again after the name changes", async () => {
  const reviewed = await startMailedApp({ surveyors: "everyone" }, { surveyPollMs: HOUR_MS });
  const everyone = await createUsersOfEveryRole(reviewed.database, reviewed.tokens);
  const { surveyor, admin } = everyone;
  const own = meetingLists(() => ({ t: reviewed, surveyor, admin }));
  const id = await own.make();
  const params = { id };
  await own.add(id, [{ email: "jo@example.org", label: "" }]);
  const send = { as: surveyor, params };
  expect((await reviewed.refused(invitations.sendInvitations, send)).code).toBe("meetingNotAccepted");
  await reviewed.request(acceptMeeting, { as: admin, params: { meeting: id }, body: { version: 1 } });
  await reviewed.request(invitations.sendInvitations, send);
  // Before the email is rendered.
  const change = { name: "Win a prize", version: 2 };
  await reviewed.request(changeMeeting, { as: surveyor, params: { meeting: id }, body: change });
  await enqueueMailings(reviewed.database);
  const isHandled = async () => {
    const trail = reviewed.database.db
      .selectFrom("email_trail")
      .select("reason")
      .where("address", "=", "jo@example.org");
    return (await trail.execute()).map(({ reason }) => reason);
  };
  await expect.poll(isHandled).toEqual(["unreviewed"]);
  expect(reviewed.smtp.received).toEqual([]);
  expect((await own.list(id)).map(({ state }) => state)).toEqual(["listed"]);
  await reviewed.close();
});
