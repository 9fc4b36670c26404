import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { endWindows } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type SentEmail, sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await testApp({ surveyReview: "all" }, WITHOUT_POLLS);
  ({ admin } = await createUsersOfEveryRole(t.database, t.tokens));
});
afterAll(() => t.close());

const newOwner = (name = "Carla Club") => makePerson(t.database, t.tokens, { name, role: "surveyor" });
const newAddress = () => `${crypto.randomUUID()}@example.org`;
const invited = invitedSurveys(() => ({ t, surveyor: admin, admin }));

/** Publishes a survey with an address on its list. */
async function ask(owner: Person, address: string, Title = "Tea?") {
  const id = await t.makeSurvey(owner, { Title, electorate: "invited", publishedBy: admin });
  await t.request(invitations.addInvitations, { as: owner, params: { id }, body: { rows: [{ email: address }] } });
  return id;
}
const invite = (owner: Person, id: string) => t.request(invitations.sendInvitations, { as: owner, params: { id } });
const remind = (owner: Person, id: string) => t.request(outcomes.remindFollowers, { as: owner, params: { id } });
const close = (owner: Person, id: string) => t.request(surveys.closeSurvey, { as: owner, params: { id } });
const listOf = (owner: Person, id: string) =>
  t.request(invitations.listInvitations, { as: owner, params: { id }, query: { limit: 100 } });
const stateOn = async (owner: Person, id: string) => (await listOf(owner, id))[0]?.state;

/** Sends what is due. @returns the emails to an address */
async function sentTo(address: string): Promise<SentEmail[]> {
  await enqueueMailings(t.database);
  return (await sendEmails(t)).filter(({ to }) => to === address);
}
const subjects = (emails: readonly SentEmail[]) => emails.map(({ subject }) => subject);
const linksIn = (email: SentEmail | undefined) =>
  [...String(email?.text).matchAll(/\/i#([0-9A-Z-]+)/g)].map(([, code = ""]) => code);
// Security: R14
test("one survey sends a stranger at most three emails a day, whatever its owner presses, and no invitation is lost", async () => {
  const [owner, address] = [await newOwner(), newAddress()];
  const id = await ask(owner, address);
  await invite(owner, id);
  const emails = await sentTo(address);
  const [{ _id } = { _id: "" }] = await listOf(owner, id);
  for (let time = 0; time < 10; time++) {
    await t.request(invitations.reissueInvitation, { as: owner, params: { id, invitation: _id }, body: undefined });
    if (time < 2) await remind(owner, id);
    emails.push(...(await sentTo(address)));
  }
  expect(emails.length).toBeLessThanOrEqual(3);
  expect(await stateOn(owner, id)).toBe("queued");
  await endWindows(t.database);
  const [last, ...more] = await sentTo(address);
  expect([linksIn(last).length, more]).toEqual([1, []]);
  await invited.open(linksIn(last)[0] ?? "");
  expect(await stateOn(owner, id)).toBe("sent");
});

// Security: R14
test("an owner who lists one mailbox with many tags reaches it as often as with one address", async () => {
  const [owner, mailbox] = [await newOwner(), crypto.randomUUID()];
  const tagged = Array.from({ length: 20 }, (_, index) => `${mailbox}+${index}@example.org`);
  const id = await ask(owner, tagged[0] ?? "");
  const rows = tagged.slice(1).map((email) => ({ email }));
  await t.request(invitations.addInvitations, { as: owner, params: { id }, body: { rows } });
  await invite(owner, id);
  await enqueueMailings(t.database);
  expect((await sendEmails(t)).filter(({ to }) => to.startsWith(mailbox))).toHaveLength(1);
  expect((await listOf(owner, id)).filter(({ state }) => state === "sent")).toHaveLength(1);
});

test("a mailbox that refuses invitations doesn't get any at other tags, until it wants them again", async () => {
  const [owner, mailbox] = [await newOwner(), crypto.randomUUID()];
  const { db } = t.database;
  const person = await makePerson(t.database, t.tokens);
  await db
    .updateTable("users")
    .set({ email: `${mailbox}@example.org` })
    .where("id", "=", person.id)
    .execute();
  const prefer = (isWanted: boolean) =>
    t.request(outcomes.setEmailPreferences, { as: person, body: { invitations: isWanted } });
  await prefer(false);
  const id = await ask(owner, `${mailbox}+club@example.org`);
  await invite(owner, id);
  expect(await sentTo(`${mailbox}+club@example.org`)).toEqual([]);
  expect(await stateOn(owner, id)).toBe("refused");
  await prefer(true);
  expect(await stateOn(owner, id)).toBe("listed");
});

describe("the invitations of one owner to one address", () => {
  test("become one email with a link for each if they wait at the same time, and one press stops them", async () => {
    const [owner, address] = [await newOwner(), newAddress()];
    const ids: string[] = [];
    for (let index = 0; index < 8; index++) ids.push(await ask(owner, address, `Question ${index}?`));
    for (const id of ids) await invite(owner, id);
    const emails = await sentTo(address);
    expect(subjects(emails)).toEqual(["Carla Club asks you 8 questions"]);
    const codes = linksIn(emails[0]);
    expect(codes).toHaveLength(8);
    for (const index of ids.keys()) expect(emails[0]?.text).toContain(`Question ${index}?`);
    const opened = await Promise.all(codes.map((token) => t.request(invitations.openInvitation, { body: { token } })));
    expect(opened.map(({ surveyId }) => surveyId).sort()).toEqual([...ids].sort());
    for (const id of ids) expect(await stateOn(owner, id)).toBe("sent");

    const other = await newOwner();
    const { pathname, search } = new URL(String(Object(emails[0]?.headers)["List-Unsubscribe"]).slice(1, -1));
    const post = { method: "POST", payload: "List-Unsubscribe=One-Click" } as const;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect((await t.app.inject({ ...post, url: pathname + search, headers })).statusCode).toBe(200);
    await endWindows(t.database);
    const [refused, wanted] = [await ask(owner, address), await ask(other, address)];
    await invite(owner, refused);
    await invite(other, wanted);
    expect(await sentTo(address)).toHaveLength(1);
    expect([await stateOn(owner, refused), await stateOn(other, wanted)]).toEqual(["refused", "sent"]);
  });

  test("wait if one was sent within 15 minutes before, and are then sent together", async () => {
    const [owner, address] = [await newOwner("Your account was hacked, call 555"), newAddress()];
    const [first, second, third] = [await ask(owner, address), await ask(owner, address), await ask(owner, address)];
    await invite(owner, first);
    expect(await sentTo(address)).toHaveLength(1);
    for (const id of [second, third]) {
      await invite(owner, id);
      expect(await sentTo(address)).toEqual([]);
    }
    expect([await stateOn(owner, first), await stateOn(owner, second)]).toEqual(["sent", "queued"]);
    await endWindows(t.database);
    // A name that isn't one could be a message, so it isn't quoted.
    expect(subjects(await sentTo(address))).toEqual(["You're invited to vote on 2 surveys"]);
  });

  test("omit those that no longer apply when they are sent", async () => {
    const [owner, address] = [await newOwner(), newAddress()];
    const [gone, stays] = [await ask(owner, address, "Gone?"), await ask(owner, address, "Here?")];
    for (const id of [gone, stays]) await invite(owner, id);
    await enqueueMailings(t.database);
    const body = { status: 1, feedback: "No" } as const;
    await t.request(surveys.setSurveyStatus, { as: admin, params: { id: gone }, body });
    expect(subjects(await sentTo(address))).toEqual(["Carla Club asks: Here?"]);
  });
});

test("results and outcomes beyond the limit become one email, and reminders beyond it are not sent", async () => {
  const [owner, address] = [await newOwner(), newAddress()];
  const ids = [];
  for (let index = 0; index < 4; index++) {
    const id = await ask(owner, address, `Question ${index}?`);
    ids.push(id);
    await invite(owner, id);
    if (index < 3) expect(await sentTo(address)).toHaveLength(1);
    await t.database.db.deleteFrom("rate_limit_counts").where("key", "like", "invitations %").execute();
  }
  const [, , third = "", fourth = ""] = ids;
  expect(await sentTo(address)).toEqual([]);
  expect(await stateOn(owner, fourth)).toBe("queued");
  await remind(owner, third);
  expect(await sentTo(address)).toEqual([]);
  for (const id of ids.slice(0, 3)) {
    await close(owner, id);
    expect(await sentTo(address)).toEqual([]);
  }
  const decide = (id: string) =>
    t.request(outcomes.setOutcome, { as: owner, params: { id }, body: { text: "Tea, as everyone wants." } });
  await decide(third);
  expect(await sentTo(address)).toEqual([]);
  await endWindows(t.database);
  const [one, other] = (await sentTo(address)).sort((a, b) => String(a.subject).localeCompare(String(b.subject)));
  expect(subjects([one, other] as SentEmail[])).toEqual([
    "Carla Club asks: Question 3?",
    "The results and outcomes of 3 surveys",
  ]);
  // The owner's outcome isn't quoted, because no admin has read it.
  expect(other?.text).not.toContain("everyone wants");
  expect(other?.text).toContain(
    "> Question 2?\n\nVoting ended without votes.\n\nOn the survey's page, Carla Club says what was decided.",
  );
  await endWindows(t.database);
  for (const id of ids.slice(0, 2)) await decide(id);
  expect(subjects(await sentTo(address))).toEqual(["The outcomes of 2 surveys"]);
});

test("a person who voted with an owner's link gets all emails of that owner, which doesn't reveal votes that the list hides", async () => {
  const hidden = { results: "afterClose", deadline: new Date(Date.now() + 2 * DAY_MS).toISOString() } as const;
  for (const [what, settings, count] of [
    ["named", {}, 5],
    ["named, and hidden until the close", hidden, 3],
    ["named, and hidden until one's own vote", { results: "afterVote" }, 3],
    ["confidential", { privacy: "confidential", ...hidden }, 3],
    ["changeable until the close", { changeable: true, ...hidden }, 3],
  ] as const) {
    const [owner, address] = [await newOwner(), newAddress()];
    const id = await t.makeSurvey(owner, { electorate: "invited", publishedBy: admin, ...settings });
    await t.request(invitations.addInvitations, { as: owner, params: { id }, body: { rows: [{ email: address }] } });
    await invite(owner, id);
    const emails = await sentTo(address);
    expect((await invited.vote(id, await invited.open(linksIn(emails[0])[0] ?? ""), 1)).statusCode).toBe(200);
    for (let index = 1; index < 5; index++) {
      await invite(owner, await ask(owner, address));
      await t.database.db.deleteFrom("rate_limit_counts").where("key", "like", "invitations %").execute();
      emails.push(...(await sentTo(address)));
    }
    expect(emails, what).toHaveLength(count);
  }
});

// Security: F12
test("a reminder of a survey with a hidden result counts the same for people who voted and people who didn't", async () => {
  const hidden = { results: "afterClose", deadline: new Date(Date.now() + 2 * DAY_MS).toISOString() } as const;
  for (const privacy of ["named", "confidential", "secret"] as const) {
    const [owner, voter, silent] = [await newOwner(), newAddress(), newAddress()];
    const id = await t.makeSurvey(owner, { electorate: "invited", publishedBy: admin, privacy, ...hidden });
    const rows = [{ email: voter }, { email: silent }];
    const add = (survey: string) =>
      t.request(invitations.addInvitations, { as: owner, params: { id: survey }, body: { rows } });
    await add(id);
    await invite(owner, id);
    const sent = async () => {
      await enqueueMailings(t.database);
      return (await sendEmails(t)).filter(({ to }) => to === voter || to === silent);
    };
    const link = linksIn((await sent()).find(({ to }) => to === voter))[0] ?? "";
    expect((await invited.vote(id, await invited.open(link), 1)).statusCode).toBe(200);
    for (const _ of ["first", "second"]) {
      await remind(owner, id);
      expect((await sent()).map(({ to }) => to)).toEqual([silent]);
    }
    await t.database.db.deleteFrom("rate_limit_counts").where("key", "like", "invitations %").execute();
    const next = await t.makeSurvey(owner, { electorate: "invited", publishedBy: admin });
    await add(next);
    await invite(owner, next);
    expect(await sent()).toEqual([]);
    expect(
      (await listOf(owner, next)).map(({ state }) => state),
      privacy,
    ).toEqual(["queued", "queued"]);
  }
});

test("owners without an accepted survey can together reach an address ten times a day; others aren't counted", async () => {
  const address = newAddress();
  const byNewcomers: SentEmail[] = [];
  const send = async (isAccepted: boolean) => {
    const owner = await newOwner();
    const id = await ask(owner, address);
    // The state of a survey that was published without review.
    if (!isAccepted) await t.database.db.updateTable("surveys").set({ accepted: 0 }).where("id", "=", id).execute();
    await invite(owner, id);
    return sentTo(address);
  };
  for (let index = 0; index < 12; index++) byNewcomers.push(...(await send(false)));
  expect(byNewcomers).toHaveLength(10);
  expect(await send(true)).toHaveLength(1);
});
