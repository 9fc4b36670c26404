import { sendInvitations } from "@survey-app/contract/invitations/invitations.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { BLOCKED, setUserRole, setUserStatus } from "@survey-app/contract/users/users.ts";
import { acceptSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { endWindows } from "../testing/mail.sql.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { enqueueMailings } from "./mailings.sql.ts";

const DESCRIPTION = "The old dinghy leaks. Ask me at https://evil.example first.";
const OUTCOME = "We buy the boat.";

let t: TestApp;
let admin: Person;
let owner: Person;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  admin = await makePerson(t.database, t.tokens, { role: "admin" });
});
afterAll(() => t.close());
beforeEach(async () => {
  owner = await makePerson(t.database, t.tokens, { name: "Carla Club", role: "surveyor" });
});

const invited = invitedSurveys(() => ({ t, surveyor: owner, admin }));
const newAddress = () => `${crypto.randomUUID()}@example.org`;

/** A published survey with one person on its list. */
async function ask(email: string, label = "Nora New") {
  const deadline = new Date(Date.now() + 3 * DAY_MS).toISOString();
  const settings = { Title: "A new boat?", Description: DESCRIPTION, deadline, results: "afterClose" } as const;
  const id = await invited.make({ ...settings, privacy: "secret" });
  await invited.add(id, [{ email, label }]);
  return id;
}
const send = (id: string) => t.request(sendInvitations, { as: owner, params: { id } });
const remind = (id: string) => t.request(outcomes.remindFollowers, { as: owner, params: { id } });
const decide = (id: string) => t.request(outcomes.setOutcome, { as: owner, params: { id }, body: { text: OUTCOME } });
const close = (id: string) => t.request(surveys.closeSurvey, { as: admin, params: { id } });

/** The emails to an address that are sent now. */
async function receive(address: string) {
  await enqueueMailings(t.database);
  await endWindows(t.database);
  return (await sendEmails(t)).filter(({ to }) => to === address);
}

test("an invitation greets by the name on the list, and names the owner, the question, the deadline and how to vote", async () => {
  const address = newAddress();
  const id = await ask(address);
  await send(id);
  const [email, ...more] = await receive(address);
  expect(more).toEqual([]);
  expect(email?.subject).toBe("Carla Club asks: A new boat?");
  for (const part of [
    "Hi Nora,\n\nCarla Club asks for your vote\n\n> A new boat?\n>\n> The old dinghy leaks.",
    "Voting ends: ",
    "Secret ballot: Your answer is counted, never stored with a person",
    "This link is yours alone. Don't forward it",
    "You don't need an account.",
  ])
    expect(email?.text).toContain(part);
  for (const part of [email?.text, email?.html]) expect(part).not.toContain("evil.example");
});

test("a label that isn't a name isn't used as a greeting, nor is a name from another survey's list", async () => {
  const address = newAddress();
  const id = await ask(address, "Flat 12, call 555");
  await send(id);
  const [email] = await receive(address);
  expect(email?.text).toMatch(/^Hi,\n/);
});

describe("the words of an owner", () => {
  test.each([
    ["is blocked", (id: string) => t.request(setUserStatus, { as: admin, params: { id }, body: { status: BLOCKED } })],
    ["is demoted", (id: string) => t.request(setUserRole, { as: admin, params: { id }, body: { role: "user" } })],
  ])(
    "who %s leave the emails that go on: the server's reminder and the result have the title only",
    async (_, stop) => {
      const address = newAddress();
      const id = await ask(address);
      // Accepted, because a demoted owner's survey that no admin has accepted doesn't send emails (whyUnsent.test.ts).
      await t.request(acceptSurvey, { as: admin, params: { id }, body: { version: 1 } });
      await send(id);
      await receive(address);
      await t.database.db
        .insertInto("mailings")
        .values({ id: `reminder ${id}`, survey_id: id, kind: "reminder", number: 0, stage: "invited", next_at: 0 })
        .execute();
      await stop(owner.id);
      const [reminder] = await receive(address);
      await close(id);
      const [result] = await receive(address);
      expect([reminder?.subject, result?.subject]).toEqual([
        "You can still vote: A new boat?",
        "The result: A new boat?",
      ]);
      for (const { text } of [reminder, result].map((email) => ({ text: email?.text })))
        expect(text).not.toMatch(/Carla|dinghy/);
    },
  );

  test("aren't in any email where everyone may ask and no admin has accepted the owner", async () => {
    const address = newAddress();
    const id = await ask(address);
    await send(id);
    await enqueueMailings(t.database);
    const everyone = { ...t, config: { ...t.config, surveyors: "everyone" } } as TestApp;
    const [email] = (await sendEmails(everyone)).filter(({ to }) => to === address);
    expect(email?.subject).toBe("You're invited to vote: A new boat?");
    expect(email?.text).not.toMatch(/Carla|dinghy/);
  });

  test("about the outcome reach people who voted with their link; others find them on the page", async () => {
    const [voted, silent] = [newAddress(), newAddress()];
    const id = await ask(voted);
    await invited.add(id, [{ email: silent }]);
    const [link = ""] = await invited.linksOf(id);
    expect((await invited.vote(id, await invited.open(link), 1)).statusCode).toBe(200);
    await close(id);
    for (const address of [voted, silent]) await receive(address);
    await decide(id);
    await enqueueMailings(t.database);
    await endWindows(t.database);
    const sent = await sendEmails(t);
    const textTo = (address: string) => sent.find(({ to }) => to === address)?.text;
    expect(textTo(voted)).toContain(`What Carla Club decided:\n\n> ${OUTCOME}`);
    expect(textTo(silent)).not.toContain(OUTCOME);
    expect(textTo(silent)).toContain("On the survey's page, Carla Club says what was decided.");
    // With fewer than five votes, neither email gives the result.
    for (const address of [voted, silent]) expect(textTo(address)).toContain("Too few votes to show a result");
  });
});

test("a reminder says how long is left, and shows the question as it is now", async () => {
  const address = newAddress();
  const id = await ask(address);
  await remind(id);
  await enqueueMailings(t.database);
  await t.database.db.updateTable("surveys").set({ title: "A newer boat?" }).where("id", "=", id).execute();
  const [email] = await receive(address);
  expect(email?.text).toContain("2 days left to vote\n\nCarla Club asks:\n\n> A newer boat?");
});

test("an email about a deleted survey isn't sent", async () => {
  const id = await invited.make({ Title: "A new boat?" });
  await t.request(surveys.setSurveyStatus, { as: admin, params: { id }, body: { status: 1, feedback: "No" } });
  await t.request(surveys.deleteSurvey, { as: owner, params: { id } });
  expect(await receive(owner.email)).toEqual([]);
});
