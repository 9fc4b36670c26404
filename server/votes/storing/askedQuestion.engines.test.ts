import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invitedSurveys, PRIVACIES } from "../../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));
const read = (id: string) => t.request(surveys.getSurvey, { params: { id } });
/** As the owner, whose responses are not cached. */
const participantsOf = async (id: string) =>
  (await t.request(surveys.getSurvey, { as: people.surveyor, params: { id } })).participants;
const questionOf = async (id: string) => (await read(id)).label.questionHash;
const moved = { status: 409, code: "questionMoved" };

/** Edits the question of a public survey, which stays public. */
async function edit(id: string, as: Person): Promise<void> {
  const { category, image, deadline } = await read(id);
  const form = { Title: "Is it the other way round?", category, image, deadline };
  await t.request(surveys.updateSurvey, {
    as,
    params: { id },
    body: form as RequestOf<typeof surveys.updateSurvey>["body"],
  });
  expect(await read(id)).toMatchObject({ Title: form.Title, status: surveys.PUBLISHED });
}

/** Votes with the question that was read before an edit, and then with that of the page that was read again. */
async function expectMoved(id: string, vote: (question: string) => Promise<LightMyRequestResponse>, editor: Person) {
  const former = await questionOf(id);
  await edit(id, editor);
  expect((await vote(former)).json()).toMatchObject(moved);
  expect(await participantsOf(id)).toBe(0);
  expect((await vote(await questionOf(id))).statusCode).toBe(200);
  expect(await participantsOf(id)).toBe(1);
}

test("an account's vote on a question that an admin has edited meanwhile is not stored", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const cast = (as: Person, question?: string) =>
    t.send(castVote, { as, body: { SurveyID: id, vote: 1, ...(question !== undefined && { question }) } });
  const former = await questionOf(id);
  await expectMoved(id, (question) => cast(people.user, question), people.admin);
  // Once votes have fixed the question, too; clients that don't name one vote as before.
  const [late, other] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
  expect((await cast(late, former)).json()).toMatchObject(moved);
  expect((await cast(late, await questionOf(id))).statusCode).toBe(200);
  expect((await cast(other)).statusCode).toBe(200);
});

test.each(PRIVACIES)("on a %s survey for invited people neither is a vote by link or account", async (_, settings) => {
  const member = await makePerson(t.database, t.tokens);
  const byLink = await invited.makeOpen(1, settings());
  const opened = await invited.open(byLink.codes[0] ?? "");
  await expectMoved(byLink.id, (question) => invited.vote(byLink.id, opened, 1, { question }), people.surveyor);
  const { id } = await invited.makeOpen(0, settings(), [member.email]);
  await expectMoved(id, (question) => invited.castByAccount(id, member, 1, { question }), people.surveyor);
});

test("a survey that is not public doesn't say more to those who name a question", async () => {
  const waiting = await t.makeSurvey(people.surveyor);
  for (const SurveyID of [waiting, "nowhere"]) {
    const body = { SurveyID, vote: 1 as const, question: "0".repeat(64) };
    expect(await t.refused(castVote, { as: people.user, body })).toMatchObject({ status: 404 });
  }
});
