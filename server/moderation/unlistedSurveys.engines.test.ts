import type { InputOf } from "@survey-app/contract/http/endpoint.ts";
import { addInvitations } from "@survey-app/contract/invitations/invitations.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import * as unlisted from "@survey-app/contract/votes/unlistedSurveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

type Form = InputOf<typeof surveys.createSurvey>["body"];

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

const form = {
  Title: "Shall the board stay?",
  category: "Beverage Makers" as const,
  image: "https://example.org/a.png",
  electorate: "invited" as const,
};
const create = (given: Partial<Form> = {}, app = t) =>
  app.request(surveys.createSurvey, { as: people.surveyor, body: { ...form, ...given } as Form });
const get = (id: string) => t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });
const edit = (id: string, change: Partial<Form>, as = people.surveyor) =>
  t.send(surveys.updateSurvey, { as, params: { id }, body: { ...form, ...change } as Form });
const accept = (id: string, version = 1) =>
  t.send(unlisted.acceptSurvey, { as: people.admin, params: { id }, body: { version } });
const isNew = async (id: string) => {
  const found = await t.request(unlisted.listUnlistedSurveys, { as: people.admin, query: { new: "1", limit: 100 } });
  return found.some(({ _id }) => _id === id);
};

/** Someone with an account on the survey's list votes. */
async function voteByAccount(id: string): Promise<void> {
  const { email } = people.user;
  await t.request(addInvitations, { as: people.surveyor, params: { id }, body: { rows: [{ email }] } });
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
}

describe("SURVEY_REVIEW", () => {
  test("listed: the server publishes surveys that aren't in any public list, and the audit log names the rule", async () => {
    const { insertedId: id, status } = await create();
    expect(status).toBe(PUBLISHED);
    expect(await get(id)).toMatchObject({ status: PUBLISHED, settingsFixed: true, listed: false });
    const [event] = await t.request(listAuditEvents, { as: people.admin, query: { limit: 1 } });
    expect(event).toMatchObject({
      action: "surveyStatusChanged",
      by: "setting",
      about: { id },
      before: { status: WAITING },
      after: { status: PUBLISHED, rule: "SURVEY_REVIEW=listed" },
    });
  });

  test("listed: an admin publishes what is in public lists, also if only invited people can vote on it", async () => {
    for (const inLists of [{ electorate: "everyone" as const }, { listed: true }])
      expect((await create(inLists)).status).toBe(WAITING);
  });

  test.each([
    [{ surveyReview: "all" } as const, WAITING],
    [{ surveyReview: "off" } as const, PUBLISHED],
    // No one has vouched for the owner, and an invitation is an email.
    [{ surveyReview: "listed", surveyors: "everyone" } as const, WAITING],
  ])("%o: a survey for invited people gets the status %i", async (settings, status) => {
    const app = await testApp(settings);
    try {
      const { surveyor } = await createUsersOfEveryRole(app.database, app.tokens);
      const created = await app.request(surveys.createSurvey, { as: surveyor, body: form });
      expect(created.status).toBe(status);
    } finally {
      await app.close();
    }
  });
});

describe("a survey that no admin has reviewed", () => {
  test("stays public when its owner edits it before the first vote, and is new for admins again", async () => {
    const { insertedId: id } = await create();
    expect(await isNew(id)).toBe(true);
    expect((await accept(id)).json()).toEqual({ modifiedCount: 1 });
    expect(await isNew(id)).toBe(false);
    expect((await edit(id, { Title: "Shall the board go?" })).json()).toEqual({ modifiedCount: 1 });
    expect(await get(id)).toMatchObject({ status: PUBLISHED, Title: "Shall the board go?" });
    expect(await isNew(id)).toBe(true);
  });

  test("is accepted in the version that the admin has read, once, and the audit log says by whom", async () => {
    const { insertedId: id } = await create();
    await edit(id, { Title: "Shall the board go?" });
    expect((await accept(id, 1)).json()).toMatchObject({ status: 409, code: "changedMeanwhile" });
    expect((await accept(id, 2)).json()).toEqual({ modifiedCount: 1 });
    expect((await accept(id, 2)).json()).toEqual({ modifiedCount: 0 });
    const [event, before] = await t.request(listAuditEvents, { as: people.admin, query: { limit: 2 } });
    expect(event).toMatchObject({ action: "surveyAccepted", admin: { _id: people.admin.id }, about: { id } });
    expect(before?.action).not.toBe("surveyAccepted");
  });

  test("that awaits review can't be accepted, because publishing it is a decision of its own", async () => {
    const { insertedId: id } = await create({ electorate: "everyone" });
    expect((await accept(id)).json()).toMatchObject({ status: 404 });
  });

  test("awaits review when its owner lists it before the first vote", async () => {
    const { insertedId: id } = await create();
    await edit(id, { listed: true });
    expect(await get(id)).toMatchObject({ status: WAITING, listed: true });
  });

  test("gets into no public list after the first vote until an admin has accepted it, and its voters keep it", async () => {
    const { insertedId: id } = await create();
    await voteByAccount(id);
    expect((await edit(id, { listed: true })).json()).toMatchObject({ status: 409, code: "notReviewed" });
    expect(await get(id)).toMatchObject({ status: PUBLISHED, listed: false, participants: 1 });
    await accept(id);
    expect((await edit(id, { listed: true })).json()).toEqual({ modifiedCount: 1 });
    expect(await get(id)).toMatchObject({ status: PUBLISHED, listed: true });
  });

  test("keeps its acceptance when a note is added after the first vote", async () => {
    const { insertedId: id } = await create();
    await voteByAccount(id);
    await accept(id);
    await t.request(surveys.updateSurvey, { as: people.surveyor, params: { id }, body: { ...form, note: "Soon." } });
    expect(await isNew(id)).toBe(false);
  });
});

test("admins page through the unlisted surveys, newest first, without listed and unpublished ones", async () => {
  const ids = [];
  for (let n = 0; n < 3; n++) ids.unshift((await create()).insertedId);
  const hidden = (await create()).insertedId;
  const body = { status: WAITING, feedback: "Not yet" } as const;
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id: hidden }, body });
  const first = await t.send(unlisted.listUnlistedSurveys, { as: people.admin, query: { limit: 2 } });
  const shown = first.json() as unlisted.UnlistedSurvey[];
  expect(shown.map(({ _id }) => _id)).toEqual(ids.slice(0, 2));
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1];
  const cursor = new URL(next ?? "", "http://localhost").searchParams.get("cursor") ?? "";
  const [third] = await t.request(unlisted.listUnlistedSurveys, { as: people.admin, query: { limit: 1, cursor } });
  expect(third?._id).toBe(ids[2]);
  expect(shown.every(({ listed, status }) => !listed && status === PUBLISHED)).toBe(true);
});
