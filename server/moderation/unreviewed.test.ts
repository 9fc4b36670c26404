import * as account from "@survey-app/contract/account/account.ts";
import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { cardPath } from "@survey-app/contract/sharing/sharing.ts";
import { addFeedback } from "@survey-app/contract/surveys/feedback.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as unlisted from "@survey-app/contract/votes/unlistedSurveys.ts";
import { castVote, listMyParticipations } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMailing } from "../mail/addMailing.sql.ts";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

/**
 * Pages and emails of surveys that no one vouches for: no admin has accepted them, and their owners aren't surveyors.
 */
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ askUnlisted: "confirmed", pages: true }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const form = {
  Title: "Shall we meet on Monday?",
  Description: "Bring your own cup.",
  category: "Beverage Makers" as const,
  image: "/categories/beverage-makers.svg",
  electorate: "invited" as const,
};
const PICTURE = "https://example.org/picture.webp";

/** A survey for one reader with an account, asked by a user or by a surveyor. */
async function ask(role: "user" | "surveyor" = "user", image = form.image) {
  const owner = await makePerson(t.database, t.tokens, { name: "Olga Owner", role });
  const reader = await makePerson(t.database, t.tokens);
  const body = { ...form, image, deadline: new Date(Date.now() + 72 * HOUR_MS).toISOString() };
  const { insertedId: id } = await t.request(unlisted.createUnlistedSurvey, { as: owner, body });
  const params = { id };
  await t.request(invitations.addInvitations, { as: owner, params, body: { rows: [{ email: reader.email }] } });
  return { id, params, owner, reader };
}
const accept = (id: string) =>
  t.request(unlisted.acceptSurvey, { as: people.admin, params: { id }, body: { version: 1 } });
const setRole = ({ id }: Person, role: "user" | "surveyor") =>
  t.request(users.setUserRole, { as: people.admin, params: { id }, body: { role } });
const open = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url, headers: { accept: "text/html", ...headers } });
const subjectsTo = async ({ email }: Person) => {
  await enqueueMailings(t.database);
  return (await sendEmails(t)).filter(({ to }) => to === email).map(({ subject }) => subject);
};

/** Sends the form of a survey as it was read, with some changes. */
async function sendBack(as: Person, params: { id: string }, changes: object) {
  const { Title, Description, category, image, imageAlt, deadline } = await t.request(surveys.getSurvey, {
    as,
    params,
  });
  const body = { Title, Description, category, image, imageAlt, deadline, ...changes };
  return t.send(surveys.updateSurvey, { as, params, body: body as RequestOf<typeof surveys.updateSurvey>["body"] });
}

describe("the people on the list of an unreviewed survey don't get emails", () => {
  test("until an admin has accepted it after the close, when result and outcome are sent", async () => {
    const { id, params, owner, reader } = await ask();
    await t.database.transaction((tx) => addMailing(tx, id, { kind: "reminder", number: 0, senderId: null }));
    expect(await subjectsTo(reader)).toEqual([]);
    await t.request(surveys.closeSurvey, { as: owner, params });
    await t.request(outcomes.setOutcome, { as: owner, params, body: { text: "We meet on Monday." } });
    expect(await subjectsTo(reader)).toEqual([]);
    await accept(id);
    expect(await subjectsTo(reader)).toEqual([`The result, and what was decided: ${form.Title}`]);
  });

  test("even if they follow it with an account, or an edit made it unreviewed while emails waited", async () => {
    const { id, params, owner, reader } = await ask();
    await t.request(outcomes.followSurvey, { as: reader, params });
    await accept(id);
    await t.request(invitations.sendInvitations, { as: owner, params });
    await enqueueMailings(t.database);
    const body = { ...form, Title: "Enter your password at example.org" };
    await t.request(surveys.updateSurvey, { as: owner, params, body });
    expect(await subjectsTo(reader)).toEqual([]);
    await t.request(surveys.closeSurvey, { as: owner, params });
    expect(await subjectsTo(reader)).toEqual([]);
  });

  test("until it is accepted, when its owner's links and reminders are sent", async () => {
    const { id, params, owner, reader } = await ask();
    await accept(id);
    await t.request(invitations.sendInvitations, { as: owner, params });
    expect(await subjectsTo(reader)).toHaveLength(1);
    await t.request(outcomes.remindFollowers, { as: owner, params });
    expect(await subjectsTo(reader)).toHaveLength(1);
  });

  test("even after its acceptance, if the owner is blocked", async () => {
    const { id, params, owner, reader } = await ask();
    await accept(id);
    await t.request(invitations.sendInvitations, { as: owner, params });
    await t.request(users.setUserStatus, { as: people.admin, params: { id: owner.id }, body: { status: "Blocked" } });
    expect(await subjectsTo(reader)).toEqual([]);
  });

  test("while the emails to its owner go on", async () => {
    const { id: surveyId, owner } = await ask();
    await t.request(addFeedback, { as: people.admin, body: { surveyId, feedback: "Say which Monday" } });
    expect((await subjectsTo(owner)).join()).toContain(form.Title);
  });
});

const NOTE = /Not reviewed by localhost:3000\. Don(?:'|&#x27;)t enter passwords here\./;
const noindex = '<meta name="robots" content="noindex"';

describe("the pages of an unreviewed survey", () => {
  const pages = (id: string) => [
    `/surveydetails/${id}`,
    `/surveys/${id}/results`,
    `/surveys/${id}/present`,
    `/surveys/${id}/flyer`,
  ];

  test("say so without JavaScript and are for no search engine, until an admin has accepted it, also in caches", async () => {
    const { id } = await ask();
    const before = new Map<string, string>();
    for (const url of pages(id)) {
      // Twice, so that the page comes from the cache.
      await open(url);
      const page = await open(url);
      expect(page.payload, url).toMatch(NOTE);
      expect(page.payload, url).toContain(noindex);
      before.set(url, String(page.headers.etag));
    }
    await accept(id);
    for (const url of pages(id)) {
      const page = await open(url, { "if-none-match": before.get(url) ?? "" });
      expect(page.statusCode, url).toBe(200);
      expect(page.payload, url).not.toMatch(NOTE);
    }
    // It isn't in public lists, so it isn't in search engines either.
    expect((await open(`/surveydetails/${id}`)).payload).toContain(noindex);
  });

  test("follow the owner's role: promoted, demoted, and deleted", async () => {
    const { id, owner } = await ask();
    const isMarked = async () => NOTE.test((await open(`/surveydetails/${id}`)).payload);
    expect(await isMarked()).toBe(true);
    await setRole(owner, "surveyor");
    expect(await isMarked()).toBe(false);
    await setRole(owner, "user");
    expect(await isMarked()).toBe(true);
    const left = await ask("surveyor");
    await open(`/surveydetails/${left.id}`);
    await t.request(account.deleteMyAccount, { as: left.owner, body: { email: left.owner.email } });
    expect((await open(`/surveydetails/${left.id}`)).payload).toMatch(NOTE);
  });

  test("show a drawing instead of the picture of a demoted owner, to everyone and in lists of own votes", async () => {
    const { id, params, owner, reader } = await ask("surveyor", PICTURE);
    expect((await open(`/surveydetails/${id}`)).payload).toContain(PICTURE);
    await t.request(castVote, { as: reader, body: { SurveyID: id, vote: 1 } });
    await setRole(owner, "user");
    expect((await open(`/surveydetails/${id}`)).payload).not.toContain(PICTURE);
    for (const as of [undefined, reader, owner, people.admin])
      expect((await t.request(surveys.getSurvey, { as, params })).image).toBe(form.image);
    const [own] = await t.request(listMyParticipations, { as: reader, params: { email: reader.email } });
    expect(own).toMatchObject({ SurveyID: id, image: form.image });
    await accept(id);
    expect((await open(`/surveydetails/${id}`)).payload).toContain(PICTURE);
  });

  test("keep the hidden picture when owner or admin send back the form as they read it", async () => {
    const { id, params, owner, reader } = await ask("surveyor", PICTURE);
    await sendBack(owner, params, { imageAlt: "A round table" });
    await setRole(owner, "user");
    for (const as of [owner, people.admin]) {
      expect(await t.request(surveys.getSurvey, { as, params })).toMatchObject({ unreviewed: true, image: form.image });
      expect((await sendBack(as, params, { Description: `By ${as.id}` })).statusCode).toBe(200);
    }
    await t.request(castVote, { as: reader, body: { SurveyID: id, vote: 1 } });
    for (const as of [owner, people.admin])
      expect((await sendBack(as, params, { note: `By ${as.id}` })).json()).toEqual({ modifiedCount: 1 });
    await setRole(owner, "surveyor");
    expect(await t.request(surveys.getSurvey, { params })).toMatchObject({ image: PICTURE, imageAlt: "A round table" });
  });

  test("lead networks to a card, a title and a text without its words", async () => {
    const { id, params } = await ask();
    const meta = async () => (await open(`/surveydetails/${id}`)).payload.match(/<meta [^>]*>/g)?.join("\n") ?? "";
    const shared = await meta();
    expect(shared).not.toMatch(/Monday|cup/);
    const other = await ask();
    const survey = await t.request(surveys.getSurvey, { params });
    const card = await t.app.inject({ url: cardPath(survey, {}) });
    expect(card.headers["content-type"]).toBe("image/png");
    const others = await t.app.inject({ url: cardPath({ ...survey, _id: other.id }, {}) });
    expect(others.rawPayload.equals(card.rawPayload)).toBe(true);
    await accept(id);
    expect(await meta()).toMatch(/Monday/);
    // The address of the former card leads to the new one.
    const moved = await t.app.inject({ url: cardPath(survey, {}) });
    expect(moved.statusCode).toBe(302);
    const accepted = await t.app.inject({ url: String(moved.headers.location) });
    expect(accepted.rawPayload.equals(card.rawPayload)).toBe(false);
  });

  test("don't have a feed or an embedded page, and aren't in any list, feed or sitemap of the site", async () => {
    const { id } = await ask();
    expect((await open(`/surveys/${id}/feed.atom`)).statusCode).toBe(404);
    expect((await open(`/embed/surveys/${id}`)).payload).not.toContain(form.Title);
    for (const url of ["/", "/surveysPages", "/feed.atom", "/feed.json", "/sitemap.xml"])
      expect((await open(url)).payload, url).not.toContain(id);
    await accept(id);
    expect((await open(`/surveys/${id}/feed.atom`)).payload).toContain(form.Title);
  });
});

test("a deleted survey takes the reports of visitors along", async () => {
  const { id, params, owner } = await ask();
  await t.request(unlisted.reportUnlistedSurvey, { params, body: { inapp: "Spam" } });
  await t.request(surveys.deleteSurvey, { as: owner, params });
  const reports = t.database.db.selectFrom("reports").select("id").where("survey_id", "=", id);
  expect(await reports.execute()).toEqual([]);
});
