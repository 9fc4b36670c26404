import { getMyInvitation, sendInvitations } from "@survey-app/contract/invitations/invitations.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import * as downloads from "@survey-app/contract/results/downloads.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { CONTACT_MAX } from "@survey-app/contract/text/limits.ts";
import * as unlisted from "@survey-app/contract/votes/unlistedSurveys.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { coOwners } from "../testing/coOwners.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

/** The contact for questions about a survey: shown to people who can vote on it. */
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ askUnlisted: "confirmed" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const contact = "Nora, in the office";
const invited = invitedSurveys(() => ({ t, ...people }));
const links = linkSurveys(() => ({ t, ...people }));
const shared = coOwners(() => ({ t }));
const makeForEveryone = (form: object = {}) =>
  t.makeSurvey(people.surveyor, { publishedBy: people.admin, contact, ...form });
const seenBy = async (id: string, as?: Person) =>
  (await t.request(surveys.getSurvey, { params: { id }, ...(as && { as }) })).contact;
const mine = (id: string, as: Person) => t.request(getMyInvitation, { as, params: { id } });

/** Sends the form of a survey as it was read, with some changes. */
async function change(id: string, changes: object, as: Person = people.surveyor) {
  const { Title, Description, category, image, deadline } = await t.request(surveys.getSurvey, { as, params: { id } });
  return t.send(surveys.updateSurvey, {
    as,
    params: { id },
    body: { Title, Description, category, image, deadline, ...changes },
  });
}
const close = (id: string, as: Person) => t.request(surveys.closeSurvey, { as, params: { id } });

describe("The contact of a survey is shown", () => {
  test("to everyone where everyone can vote, until the close; then only to its owners and admins", async () => {
    for (const id of [await makeForEveryone(), await links.make({ contact })]) {
      for (const as of [undefined, people.user, people.otherSurveyor]) expect(await seenBy(id, as)).toBe(contact);
      await close(id, people.surveyor);
      for (const as of [undefined, people.user, people.otherSurveyor]) expect(await seenBy(id, as)).toBe("");
      for (const as of [people.surveyor, people.admin]) expect(await seenBy(id, as)).toBe(contact);
    }
  });

  test("on a survey for invited people to them, its owners and admins, and not to others in any list", async () => {
    const guest = await makePerson(t.database, t.tokens);
    const { id, codes } = await invited.makeOpen(1, { contact, listed: true }, [guest.email]);
    const coOwner = await shared.share(id, people.surveyor);
    for (const as of [people.surveyor, coOwner, people.admin]) expect(await seenBy(id, as)).toBe(contact);
    // The same page for all: people on the list get it with their invitation.
    for (const as of [undefined, people.user, people.otherSurveyor, guest]) expect(await seenBy(id, as)).toBe("");
    const browser = await invited.open(codes[0] ?? "");
    expect((await invited.status(id, browser)).json()).toMatchObject({ contact });
    expect(await mine(id, guest)).toMatchObject({ contact });
    expect(await mine(id, people.user)).toBeNull();
    for (const list of [surveys.listPublishedSurveys, surveys.listAllSurveys, surveys.listLatestSurveys]) {
      const found = await t.request(list, { as: people.user, query: {} });
      expect(found.find(({ _id }) => _id === id)).toMatchObject({ contact: "" });
    }
    await close(id, people.surveyor);
    expect((await invited.status(id, browser)).json()).toMatchObject({ contact: "" });
    expect(await mine(id, guest)).toMatchObject({ contact: "" });
  });

  test("not to a person who was removed from the list", async () => {
    const guest = await makePerson(t.database, t.tokens);
    const { id } = await invited.makeOpen(0, { contact }, [guest.email]);
    const [row] = await invited.list(id);
    await invited.strike(id, row?._id ?? "");
    expect((await mine(id, guest))?.contact ?? "").toBe("");
  });

  test("on a survey that nobody vouches for only to its owner and admins, until an admin accepts it", async () => {
    const owner = await makePerson(t.database, t.tokens, { name: "Una User" });
    const guest = await makePerson(t.database, t.tokens);
    const own = invitedSurveys(() => ({ t, surveyor: owner, admin: people.admin }));
    const ask = async (electorate: "invited" | "link") => {
      const body = {
        ...{ Title: "Shall we meet?", category: "Beverage Makers" as const, image: "/categories/beverage-makers.svg" },
        ...{ electorate, contact, deadline: new Date(Date.now() + 9e8).toISOString() },
      };
      return (await t.request(unlisted.createUnlistedSurvey, { as: owner, body })).insertedId;
    };
    const [byLink, byList] = [await ask("link"), await ask("invited")];
    const [code] = await own.makeCodes(byList, 1);
    await own.add(byList, [{ email: guest.email }]);
    const browser = await own.open(code?.code ?? "");
    const seenByVoters = async () => [
      await seenBy(byLink),
      (await own.status(byList, browser)).json().contact,
      (await mine(byList, guest))?.contact,
    ];
    expect(await seenByVoters()).toEqual(["", "", ""]);
    for (const id of [byLink, byList])
      for (const as of [owner, people.admin]) expect(await seenBy(id, as)).toBe(contact);
    for (const id of [byLink, byList])
      await t.request(unlisted.acceptSurvey, { as: people.admin, params: { id }, body: { version: 1 } });
    expect(await seenByVoters()).toEqual([contact, contact, contact]);
    // A change is visible immediately: a survey is accepted once, with its owner.
    await change(byList, { electorate: "invited", contact: "Nils" }, owner);
    expect((await mine(byList, guest))?.contact).toBe("Nils");
  });

  test("not in feeds, files of the result or responses about votes", async () => {
    const id = await makeForEveryone();
    const feed = (await t.app.inject({ url: "/feed.json" })).payload;
    expect(feed).toContain(id);
    await close(id, people.surveyor);
    const file = (await t.send(downloads.getPortableResult, { params: { id } })).payload;
    expect(file).toContain(id);
    for (const text of [feed, (await t.app.inject({ url: "/feed.json" })).payload, file])
      expect(text).not.toContain(contact);
  });
});

describe("A change of the contact", () => {
  const stateOf = (id: string) =>
    t.database.db
      .selectFrom("surveys")
      .select(["status", "accepted", "sent_back_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const outbox = async () => (await t.database.db.selectFrom("outbox").select("id").execute()).length;

  test("doesn't return a survey to review, and doesn't send anything", async () => {
    const ids = [await makeForEveryone(), (await invited.makeOpen(0, { contact }, ["nora@example.org"])).id];
    for (const id of ids) {
      const before = await stateOf(id);
      await enqueueMailings(t.database);
      const sent = await outbox();
      const { electorate } = await t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });
      expect((await change(id, { electorate, contact: "Nils" })).json()).toEqual({ modifiedCount: 1 });
      expect(await seenBy(id, people.surveyor)).toBe("Nils");
      expect(await stateOf(id)).toEqual(before);
      await enqueueMailings(t.database);
      expect(await outbox()).toBe(sent);
    }
    const sentBack = await t.makeSurvey(people.surveyor);
    const body = { status: 1 as const, feedback: "Please be clearer." };
    await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id: sentBack }, body });
    await change(sentBack, { contact });
    expect((await stateOf(sentBack)).sent_back_at).not.toBeNull();
    await change(sentBack, { Title: "Is this clearer?" });
    expect((await stateOf(sentBack)).sent_back_at).toBeNull();
  });

  test("together with one of the question returns the survey to review", async () => {
    const id = await makeForEveryone();
    await change(id, { contact: "Nils", Title: "Is this another question?" });
    expect((await stateOf(id)).status).not.toBe(PUBLISHED);
  });

  test("is possible until the close, and refused afterwards", async () => {
    const { id, codes } = await invited.makeOpen(1, { contact });
    await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
    expect((await change(id, { electorate: "invited", contact: "Nils" })).statusCode).toBe(200);
    await close(id, people.surveyor);
    expect((await change(id, { electorate: "invited", contact })).json().code).toBe("hasEnded");
  });

  test("is in the audit log once the survey was published, also of its only owner, and nothing else is", async () => {
    const draft = await t.makeSurvey(people.surveyor, { contact });
    const [last] = await t.request(listAuditEvents, { as: people.admin, query: { limit: 1 } });
    await change(draft, { contact: "Nils" });
    expect(await t.request(listAuditEvents, { as: people.admin, query: { limit: 1 } })).toEqual([last]);
    const id = await makeForEveryone();
    await change(id, { contact: "Nils", Description: "More about it." });
    const [event] = await t.request(listAuditEvents, { as: people.admin, query: { limit: 1 } });
    expect(event).toMatchObject({ before: { contact }, after: { contact: "Nils" } });
    expect(Object.keys(event?.after ?? {})).toEqual(["contact"]);
  });

  test("stays out of a form that lacks it, as version 1.0 sends it", async () => {
    const id = await makeForEveryone();
    await change(id, { Title: "Is this another question?" });
    expect(await seenBy(id, people.surveyor)).toBe(contact);
    await change(id, { contact: "" });
    expect(await seenBy(id, people.surveyor)).toBe("");
  });

  test.each([
    ["too long", "x".repeat(CONTACT_MAX + 1), /at most 120 characters/],
    ["of two lines", "Nora\nNils", /control characters/],
    ["with a character that turns the direction", "Nora\u202e", /control characters/],
    ["that looks empty", "\u2800", /control characters/],
  ])("is refused if it is %s", async (_what, text, message) => {
    const response = await change(await makeForEveryone(), { contact: text });
    expect(response.json()).toMatchObject({ status: 422, errors: [{ field: "contact" }] });
    expect(response.json().errors[0].message).toMatch(message);
  });
});

test("Invitations quote the contact, as the owner's words", async () => {
  const { id } = await invited.makeOpen(0, { contact }, ["nelly@example.org"]);
  await t.request(sendInvitations, { as: people.surveyor, params: { id } });
  await enqueueMailings(t.database);
  const email = (await sendEmails(t)).find(({ to }) => to === "nelly@example.org");
  expect(email?.text).toContain(`> Questions? Contact: ${contact}`);
});
