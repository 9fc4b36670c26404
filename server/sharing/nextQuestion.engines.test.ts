import * as account from "@survey-app/contract/account/account.ts";
import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import * as rooms from "@survey-app/contract/sharing/rooms.ts";
import { listShortAddresses } from "@survey-app/contract/sharing/shortAddresses.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { OPEN_UNLISTED_MAX, ROOM_QUESTIONS_MAX } from "@survey-app/contract/text/limits.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { getLinkVoting, setRoomMode } from "@survey-app/contract/votes/linkVotes.ts";
import { createUnlistedSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { coOwners } from "../testing/coOwners.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ askUnlisted: "confirmed" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const links = linkSurveys(() => ({ t, ...people }));
const shared = coOwners(() => ({ t }));

type Next = RequestOf<typeof rooms.moveRoom>["body"];
const send = (id: string, body: Next, as: Person = people.surveyor, app = t) =>
  app.send(rooms.moveRoom, { as, params: { id }, body });
/** Asks the next question of a room. @returns its survey's id */
async function ask(id: string, body: Next, as: Person = people.surveyor): Promise<string> {
  const response = await send(id, body, as);
  expect(response.statusCode, response.payload).toBe(200);
  const { questions } = response.json() as rooms.Room;
  return questions[questions.findIndex(({ surveyId }) => surveyId === id) + 1]?.surveyId ?? "";
}
const read = (id: string) => t.request(surveys.getSurvey, { params: { id } });
const titles = async (id: string) =>
  (await t.request(rooms.getRoom, { params: { survey: id } })).questions.map(({ Title }) => Title);
const ticket = () => crypto.randomUUID().replaceAll("-", "");

/** The prepared questions of a room. */
const listed = (id: string, as: Person = people.surveyor) =>
  t.request(rooms.listRoomQuestions, { as, params: { survey: id } });
const prepare = async (id: string, Titles: string[], as: Person = people.surveyor) => {
  const { state, questions } = await listed(id, as);
  return t.request(rooms.setRoomQuestions, {
    as,
    params: { survey: id },
    body: { state, questions: [...questions, ...Titles.map((Title) => ({ Title }))] },
  });
};

describe("a question that is typed", () => {
  test("is a survey of the same owner immediately, with the settings and the time to vote, but without the texts", async () => {
    const id = await links.make({
      Title: "Tea?",
      Description: "Green or black",
      language: "en",
      results: "afterVote",
      unsure: true,
      contact: "Ann",
      translations: [{ language: "de", Title: "Tee?", Description: "" }],
    });
    const next = await ask(id, { question: "  Coffee?  ", after: null });
    const [former, survey] = [await read(id), await read(next)];
    expect(survey).toMatchObject({
      Title: "Coffee?",
      Description: "",
      translations: [],
      contact: "",
      language: "en",
      electorate: "link",
      results: "afterVote",
      unsure: true,
      changeable: false,
      listed: false,
      category: former.category,
      participants: 0,
    });
    const length = ({ deadline, createDate }: typeof former) => Date.parse(`${deadline}`) - Date.parse(createDate);
    expect(Math.abs(length(survey) - length(former))).toBeLessThan(60_000);
    expect(await links.results(id)).toMatchObject({ movedTo: next });
    expect((await links.vote(next, await links.open(next), 1)).statusCode).toBe(200);
    const changeable = await links.make({ changeable: true });
    expect(await read(await ask(changeable, { question: "Milk?" }))).toMatchObject({ changeable: true });
    // The result of a question that waits for its owner was shown, that of the next one waits.
    const shown = await links.make({ results: "shown" });
    await links.vote(shown, await links.open(shown), 1);
    await t.request(surveys.showResult, { as: people.surveyor, params: { id: shown } });
    const waiting = await ask(shown, { question: "Sugar?" });
    expect(await links.results(waiting)).toMatchObject({ resultsVisible: false, resultsOpen: "whenShown" });
  });

  test("is asked once, however often the request with its ticket is repeated, also at the same time", async () => {
    const id = await links.make();
    const request = { question: "Is it asked once?", after: null, ticket: ticket() };
    const responses = await Promise.all([1, 2, 3].map(() => send(id, request)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(responses.map(({ payload }) => payload)).size).toBe(1);
    expect(await titles(id)).toHaveLength(2);
    // The same ticket of another question is another request.
    const next = await ask(id, { question: "Is it asked once?", ticket: request.ticket });
    await ask(next, { question: "Another?", ticket: request.ticket });
    expect(await titles(id)).toHaveLength(3);
  });

  test("is refused, and not asked, if the room has gone on from another device meanwhile", async () => {
    const id = await links.make();
    const responses = await Promise.all(
      ["One?", "Two?", "Three?"].map((question) => send(id, { question, after: null })),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: "roomMovedMeanwhile",
    });
    expect(await titles(id)).toHaveLength(2);
    const [, { surveyId = "" } = {}] = (await t.request(rooms.getRoom, { params: { survey: id } })).questions;
    // People who saw that question may replace it.
    await ask(id, { question: "Four?", after: surveyId });
    expect((await titles(id)).at(-1)).toBe("Four?");
  });

  test("needs exactly one of the three ways to say it, and a text of a question's length", async () => {
    const id = await links.make();
    for (const body of [{}, { next: "a", question: "b" }, { question: "  " }, { question: "a".repeat(201) }])
      expect((await send(id, body)).json()).toMatchObject({ status: 422, errors: [{ field: "question" }] });
    expect(await titles(id)).toHaveLength(1);
  });

  test("is for owner and co-owners, not for admins, who would ask in the owner's name", async () => {
    const id = await links.make();
    for (const as of [people.admin, people.otherSurveyor, people.user])
      expect((await send(id, { question: "Whose?" }, as)).json()).toMatchObject({ code: "notFound" });
    const coOwner = await shared.share(id, people.surveyor);
    const next = await ask(id, { question: "Coco's?" }, coOwner);
    // It is the owner's, and the co-owner goes on to lead the room.
    const { rows } = { rows: await t.request(surveys.listMySurveys, { as: people.surveyor, query: people.surveyor }) };
    expect(rows.map(({ _id }) => _id)).toContain(next);
    await ask(next, { question: "The owner's?" });
    const last = await ask(next, { question: "Coco's again?" }, coOwner);
    const events = await t.request(listAuditEvents, { as: people.admin, query: { action: "questionAsked", limit: 3 } });
    expect(events[0]).toMatchObject({ by: "owner", about: { id: last, title: "Coco's again?" } });
    await shared.remove(last, people.surveyor, coOwner);
    expect((await send(last, { question: "Too late?" }, coOwner)).json()).toMatchObject({ code: "notFound" });
  });

  test("is refused to the co-owners of an owner who is blocked, and two who lead each other's rooms meet", async () => {
    const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
    const theirs = linkSurveys(() => ({ t, surveyor: owner }));
    const [mine, yours] = [await links.make(), await theirs.make()];
    await shared.invite(mine, people.surveyor, owner);
    await shared.accept(mine, owner);
    await shared.invite(yours, owner, people.surveyor);
    await shared.accept(yours, people.surveyor);
    for (let round = 0; round < 3; round++) {
      const sent = [send(mine, { question: "Mine?" }, owner), send(yours, { question: "Yours?" }, people.surveyor)];
      expect((await Promise.all(sent)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    }
    const params = { id: owner.id };
    await t.request(users.setUserStatus, { as: people.admin, params, body: { status: "Blocked" } });
    expect((await send(yours, { question: "Whose?" })).json()).toMatchObject({ code: "roomOwnerStopped" });
  });

  test("has the code of the screen immediately, and room mode where it was on", async () => {
    const id = await links.make();
    const quiet = await ask(id, { question: "Is it quiet?" });
    const voting = (of: string) => t.request(getLinkVoting, { as: people.surveyor, params: { id: of } });
    expect((await voting(quiet)).roomUntil).toBeNull();
    await t.request(setRoomMode, { as: people.surveyor, params: { id }, body: { on: true } });
    const next = await ask(id, { question: "Is it loud?" });
    expect((await voting(next)).roomUntil).not.toBeNull();
    const { presentation } = await t.request(listShortAddresses, { params: { id: next } });
    expect(presentation).toMatch(/^[0-9A-Z]{6}$/);
  });

  test("is refused where admins review every question, and nothing is stored", async () => {
    const app = await testApp({ surveyReview: "all" }, WITHOUT_POLLS);
    try {
      const { surveyor, admin } = await createUsersOfEveryRole(app.database, app.tokens);
      const deadline = new Date(Date.now() + HOUR_MS).toISOString();
      const id = await app.makeSurvey(surveyor, { electorate: "link", deadline, publishedBy: admin });
      expect((await send(id, { question: "At once?" }, surveyor, app)).json()).toMatchObject({ code: "reviewedFirst" });
      const { count } = await app.database.db
        .selectFrom("surveys")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      expect(Number(count)).toBe(1);
    } finally {
      await app.close();
    }
  });

  test(`is refused as number ${ROOM_QUESTIONS_MAX + 1} of its room`, async () => {
    const id = await links.make();
    const last = await chain(id, ROOM_QUESTIONS_MAX - 1);
    expect((await send(last, { question: "One more?" })).json()).toMatchObject({ code: "roomFull" });
  });
});

/** Lets a room have more questions, without asking each. @returns the last one */
async function chain(id: string, more: number): Promise<string> {
  const { db } = t.database;
  const ids = [id, ...(await Promise.all(Array.from({ length: more }, () => links.make())))];
  for (const each of ids) await links.open(each);
  for (const [index, each] of ids.slice(0, -1).entries())
    await db
      .updateTable("link_surveys")
      .set({ next_id: ids[index + 1] ?? "", moved_at: Date.now() })
      .where("survey_id", "=", each)
      .execute();
  return ids.at(-1) ?? id;
}

describe("an account that is no surveyor", () => {
  const newUser = () => makePerson(t.database, t.tokens, { name: "Una User" });
  const form = () => ({
    Title: "Shall we begin?",
    category: "Beverage Makers" as const,
    image: "/categories/beverage-makers.svg",
    electorate: "link" as const,
    deadline: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
  });
  const create = (as: Person) => t.send(createUnlistedSurvey, { as, body: form() });
  const make = async (as: Person): Promise<string> => (await create(as)).json().insertedId;

  test("asks as many questions in a room as it likes: they count as one open survey", async () => {
    const owner = await newUser();
    const first = await make(owner);
    let last = first;
    for (let number = 2; number <= 6; number++) last = await ask(last, { question: `Question ${number}?` }, owner);
    for (let other = 1; other < OPEN_UNLISTED_MAX; other++) expect((await create(owner)).statusCode).toBe(200);
    expect((await create(owner)).json()).toMatchObject({ code: "tooManyUnlisted" });
    // In front of the class.
    await ask(last, { question: "Question 7?" }, owner);
    // While one of the room's is open, it counts.
    await t.request(surveys.closeSurvey, { as: owner, params: { id: first } });
    expect((await create(owner)).json()).toMatchObject({ code: "tooManyUnlisted" });
  });

  // Security: F21
  test("doesn't allow further open surveys by taking rooms apart", async () => {
    const owner = await newUser();
    const first = await make(owner);
    const replaced: string[] = [];
    for (let asked = 1; asked < OPEN_UNLISTED_MAX; asked++)
      replaced.push(await ask(first, { question: `Replaced ${asked}?` }, owner));
    // Each that is replaced is still open, and counts as one.
    await ask(first, { question: "The last?" }, owner);
    const refused = await send(first, { question: "One more?" }, owner);
    expect(refused.json()).toMatchObject({ code: "tooManyUnlisted" });
    expect((await titles(first)).at(-1)).toBe("The last?");
    expect((await create(owner)).json()).toMatchObject({ code: "tooManyUnlisted" });
    // Going on to one of them joins it, so one more is free.
    const [second = ""] = replaced;
    const [, { surveyId: last = "" } = {}] = (await t.request(rooms.getRoom, { params: { survey: first } })).questions;
    await send(last, { next: second }, owner);
    expect((await create(owner)).statusCode).toBe(200);
    expect((await create(owner)).json()).toMatchObject({ code: "tooManyUnlisted" });
    // Taken apart again, there are more than may be, and none can be added anywhere.
    for (const from of [last, first]) await ask(from, { next: replaced[1] ?? "" }, owner);
    for (const from of [first, second])
      expect((await send(from, { question: "One more?" }, owner)).json()).toMatchObject({ code: "tooManyUnlisted" });
  });

  test("has to have a confirmed address, and the installation's leave", async () => {
    const owner = await newUser();
    const id = await make(owner);
    await t.database.db.updateTable("users").set({ email_verified: 0 }).where("id", "=", owner.id).execute();
    expect((await send(id, { question: "Confirmed?" }, owner)).json()).toMatchObject({ code: "addressUnconfirmed" });
    const strict = await testApp({ askUnlisted: "surveyors" }, WITHOUT_POLLS);
    try {
      const former = await makePerson(strict.database, strict.tokens, { role: "surveyor" });
      const theirs = await strict.makeSurvey(former, form());
      await strict.database.db.updateTable("users").set({ role: "user" }).where("id", "=", former.id).execute();
      expect((await send(theirs, { question: "Still?" }, former, strict)).json()).toMatchObject({
        code: "roleRequired",
      });
    } finally {
      await strict.close();
    }
  });
});

describe("prepared questions", () => {
  // Security: F20
  test("are read and changed by owner and co-owners only, and are nowhere else", async () => {
    const id = await links.make();
    await prepare(id, ["Is this a sentinel?", "And the second?"]);
    for (const as of [people.admin, people.otherSurveyor, people.user])
      expect(await t.refused(rooms.listRoomQuestions, { as, params: { survey: id } })).toMatchObject({ status: 404 });
    const response = await t.send(rooms.listRoomQuestions, { as: people.surveyor, params: { survey: id } });
    expect(response.headers["cache-control"]).toBe("no-store");
    const coOwner = await shared.share(id, people.surveyor);
    expect((await listed(id, coOwner)).questions.map(({ Title }) => Title)).toContain("Is this a sentinel?");
    for (const url of [
      `/api/surveyor/${id}`,
      `/api/surveys/${id}/results`,
      `/api/rooms/${id}`,
      `/api/rooms/${id}/results.csv`,
      `/api/surveys/totals?surveys=${id}`,
    ])
      expect((await t.app.inject({ url })).payload).not.toContain("sentinel");
    // Prepared questions aren't surveys, so they can't be opened.
    const [{ _id = "" } = {}] = (await listed(id)).questions;
    expect((await t.app.inject({ url: `/api/surveyor/${_id}` })).statusCode).toBe(404);
  });

  test("are edited, reordered and removed as one list, which names what its sender has read", async () => {
    const id = await links.make();
    await prepare(id, ["A?", "B?", "C?"]);
    const { state, questions } = await listed(id);
    const [a, b, c] = questions.map(({ _id }) => _id);
    const body = { state, questions: [{ _id: c, Title: "C?" }, { Title: "D?" }, { _id: a, Title: "A, edited?" }] };
    const store = () => t.send(rooms.setRoomQuestions, { as: people.surveyor, params: { survey: id }, body });
    const stored = (await store()).json() as rooms.RoomQuestions;
    expect(stored.questions.map(({ Title }) => Title)).toEqual(["C?", "D?", "A, edited?"]);
    expect(stored.questions.map(({ version }) => version)).toEqual([1, 1, 2]);
    // After a lost response the same request changes nothing.
    expect((await store()).json()).toEqual(stored);
    const late = { state, questions: [{ _id: b, Title: "B, edited?" }] };
    expect(
      await t.refused(rooms.setRoomQuestions, { as: people.surveyor, params: { survey: id }, body: late }),
    ).toMatchObject({
      code: "roomQuestionsChanged",
    });
    const both = await Promise.all(
      ["E?", "F?"].map((Title) =>
        t.send(rooms.setRoomQuestions, {
          as: people.surveyor,
          params: { survey: id },
          body: { state: stored.state, questions: [{ Title }] },
        }),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await listed(id)).questions).toHaveLength(1);
  });

  test("are refused beyond the maximum, twice, and those of another room", async () => {
    const [id, other] = [await links.make(), await links.make()];
    const theirs = (await prepare(other, ["Theirs?"])).questions[0]?._id;
    const { state } = await listed(id);
    const put = (questions: { _id?: string | undefined; Title: string }[]) =>
      t.send(rooms.setRoomQuestions, { as: people.surveyor, params: { survey: id }, body: { state, questions } });
    const many = Array.from({ length: ROOM_QUESTIONS_MAX + 1 }, () => ({ Title: "ä".repeat(200) }));
    expect((await put(many)).json()).toMatchObject({ status: 422 });
    expect((await put([{ _id: theirs, Title: "Mine?" }])).json()).toMatchObject({ code: "roomQuestionsChanged" });
    expect((await put(many.slice(1))).statusCode).toBe(200);
    expect((await listed(other)).questions.map(({ Title }) => Title)).toEqual(["Theirs?"]);
  });

  test("become surveys when they are asked, each once, in the version that its sender has read", async () => {
    const id = await links.make();
    const { questions } = await prepare(id, ["First?", "Second?"]);
    const [first, second] = questions;
    const draft = (of: typeof first, version = of?.version ?? 0) => ({ _id: of?._id ?? "", version });
    expect((await send(id, { draft: draft(first, 2) })).json()).toMatchObject({ code: "roomQuestionsChanged" });
    const responses = await Promise.all([1, 2].map(() => send(id, { draft: draft(first), after: null })));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const [, next = ""] = (await t.request(rooms.getRoom, { params: { survey: id } })).questions.map(
      ({ surveyId }) => surveyId,
    );
    expect((await read(next)).Title).toBe("First?");
    // The rest is the room's, from whichever of its questions.
    expect((await listed(next)).questions.map(({ Title }) => Title)).toEqual(["Second?"]);
    await ask(next, { draft: draft(second) });
    expect((await listed(id)).questions).toEqual([]);
  });

  test("come along when their survey is opened in another room, and go with the survey and the account", async () => {
    const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
    const theirs = linkSurveys(() => ({ t, surveyor: owner }));
    const [first, second, alone] = [await theirs.make(), await theirs.make(), await theirs.make()];
    await prepare(first, ["Of the first?"], owner);
    await prepare(second, ["Of the second?"], owner);
    await prepare(alone, ["Of one alone?"], owner);
    await ask(first, { next: second }, owner);
    const ofRoom = async (id: string) => (await listed(id, owner)).questions.map(({ Title }) => Title);
    expect(await ofRoom(second)).toEqual(["Of the first?", "Of the second?"]);
    await t.request(surveys.deleteSurvey, { as: owner, params: { id: alone } });
    const count = async () =>
      (await t.database.db.selectFrom("room_questions").select("id").where("title", "like", "Of %").execute()).length;
    expect(await count()).toBe(2);
    const { roomQuestions } = await t.request(account.exportMyData, { as: owner });
    expect(roomQuestions).toEqual(
      ["Of the first?", "Of the second?"].map((Title) => ({ surveyId: first, Title, at: expect.any(String) })),
    );
    await t.request(account.deleteMyAccount, { as: owner, body: { email: owner.email } });
    expect(await count()).toBe(0);
  });
});
