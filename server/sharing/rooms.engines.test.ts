import * as rooms from "@survey-app/contract/sharing/rooms.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { waitFor } from "../testing/waitFor.ts";
import { countWaiting } from "../testing/waiting.sql.ts";
import { findTotals } from "../votes/live/live.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const links = linkSurveys(() => ({ t, ...people }));
const makeRoom = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => links.make({ Title: `Is it question ${index + 1}?` })));
const move = (id: string, next: string, as: Person = people.surveyor) =>
  t.send(rooms.moveRoom, { as, params: { id }, body: { next } });
const read = async (id: string) =>
  (await t.request(rooms.getRoom, { params: { survey: id } })).questions.map(({ surveyId }) => surveyId);
const movedTo = async (id: string) => (await findTotals(t.database, [id])).get(id)?.movedTo;

test("a room goes from question to question: streams and results say where, and any question names the room", async () => {
  const [first = "", second = "", third = ""] = await makeRoom(3);
  expect(await read(first)).toEqual([first]);
  expect(await movedTo(first)).toBeUndefined();
  expect((await move(first, second)).json().questions).toHaveLength(2);
  await move(second, third);
  expect([await movedTo(first), await movedTo(second), await movedTo(third)]).toEqual([second, third, undefined]);
  expect(await links.results(first)).toMatchObject({ movedTo: second });
  for (const id of [first, second, third]) expect(await read(id)).toEqual([first, second, third]);
});

test("a ballot names its question: one for the question before is not stored for the next", async () => {
  const [first = "", second = ""] = await makeRoom(2);
  const browser = await links.open(first);
  await move(first, second);
  const { questionHash } = (await links.results(first)).label;
  const opened = await links.open(second, browser);
  expect((await links.vote(second, opened, 1, { question: questionHash })).json()).toMatchObject({
    status: 409,
    code: "questionMoved",
  });
  // The question before accepts votes until its end.
  expect((await links.vote(first, browser, 1)).statusCode).toBe(200);
});

test("a room goes only to open surveys by open link of the same owner, and never back", async () => {
  const [first = "", second = "", closed = ""] = await makeRoom(3);
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id: closed } });
  const everyone = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const theirs = await linkSurveys(() => ({ t, surveyor: people.otherSurveyor })).make();
  for (const [next, code] of [
    [closed, "hasEnded"],
    [everyone, "notLinkElectorate"],
    [theirs, "notFound"],
    ["none", "notFound"],
    [first, "alreadyInRoom"],
  ] as const)
    expect((await move(first, next)).json()).toMatchObject({ code });
  for (const as of [people.user, people.otherSurveyor])
    expect((await move(first, second, as)).json()).toMatchObject({ code: "notFound" });
  expect((await move(first, second, people.admin)).statusCode).toBe(200);
  expect((await move(second, first)).json()).toMatchObject({ code: "alreadyInRoom" });
  // Another next question replaces the one that was chosen.
  const [other = ""] = await makeRoom(1);
  await move(first, other);
  expect(await read(first)).toEqual([first, other]);
  expect(await read(second)).toEqual([second]);
  await move(other, second);
  expect(await read(second)).toEqual([first, other, second]);
});

/** Sends moves that meet: on PostgreSQL they are held back until all of them have begun. @returns their statuses */
async function moveAtOnce(...moves: [from: string, to: string][]): Promise<number[]> {
  let sent: ReturnType<typeof move>[] = [];
  const send = () => {
    sent = moves.map(([from, to]) => move(from, to));
  };
  if (t.database.dialect.engine === "sqlite") send();
  else
    await t.database.transaction(async (tx) => {
      await tx.db.selectFrom("link_surveys").select("survey_id").forUpdate().execute();
      send();
      await waitFor(async () => expect(await countWaiting(t.database)).toBe(moves.length));
    });
  return (await Promise.all(sent)).map(({ statusCode }) => statusCode);
}

test("moves at the same time don't make a circle, whichever questions they are about", async () => {
  const [a = "", b = "", c = "", d = "", e = "", f = ""] = await makeRoom(6);
  await Promise.all([move(a, b), move(c, d), move(e, f)]);
  await moveAtOnce([b, c], [d, e], [f, a]);
  // A question leaves the room where it was with those before it.
  for (const id of [a, b, c, d, e, f]) {
    const questions = await read(id);
    expect(new Set(questions).size).toBe(questions.length);
    expect(await movedTo(questions.at(-1) ?? "")).toBeUndefined();
  }
});

test("two rooms that take each other's next question at the same time both get it", async () => {
  const [a = "", b = "", c = "", d = ""] = await makeRoom(4);
  for (let round = 0; round < 3; round++) {
    await Promise.all([move(a, c), move(b, d)]);
    expect(await moveAtOnce([a, d], [b, c])).toEqual([200, 200]);
    expect([await read(a), await read(b)]).toEqual([
      [a, d],
      [b, c],
    ]);
  }
});

test("of three next questions chosen at the same time one stays", async () => {
  const [first = "", ...others] = await makeRoom(4);
  const moves = await Promise.all(others.map((next) => move(first, next)));
  expect(moves.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const [, next = "", ...more] = await read(first);
  expect([others.includes(next), more]).toEqual([true, []]);
  for (const other of others.filter((id) => id !== next)) expect(await read(other)).toEqual([other]);
});

test("unpublishing a question stops the room there, and leaves it out of the summary", async () => {
  const [first = "", second = "", third = ""] = await makeRoom(3);
  await move(first, second);
  await move(second, third);
  const hide = { status: WAITING as 1, feedback: "It insults us", reason: "abuse" as const };
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id: second }, body: hide });
  expect(await movedTo(first)).toBeUndefined();
  expect(await read(first)).toEqual([first, third]);
});

test("twelve hours after its first move a room has ended", async () => {
  const [first = "", second = "", third = ""] = await makeRoom(3);
  await move(first, second);
  const began = { moved_at: Date.now() - 12 * HOUR_MS };
  await t.database.db.updateTable("link_surveys").set(began).where("survey_id", "=", first).execute();
  expect((await move(second, third)).json()).toMatchObject({ code: "roomEnded" });
  expect(await read(second)).toEqual([first, second]);
});

test("the summary is one table with the claim, and without results that are hidden", async () => {
  const [first = ""] = await makeRoom(1);
  const hidden = await links.make({ Title: "Is it hidden?", results: "afterClose" });
  const waiting = await links.make({ Title: "Does it wait?", results: "shown" });
  const shown = await links.make({ Title: "Is it shown?", results: "shown" });
  for (const [from, to] of [
    [first, hidden],
    [hidden, waiting],
    [waiting, shown],
  ] as const)
    await move(from, to);
  for (const id of [first, hidden, waiting, shown]) await links.vote(id, await links.open(id), 1);
  const { shownAt } = await t.request(surveys.showResult, { as: people.surveyor, params: { id: shown } });
  const { payload, headers } = await t.send(rooms.getRoomCsv, { params: { survey: first } });
  expect(headers["content-disposition"]).toBe(`attachment; filename="${first}-results.csv"`);
  const [heading, ...rows] = payload.trim().split("\r\n");
  expect(heading).toContain("question,survey,participants,yes,no,not sure,closed,about the voters,shown");
  const claim = '"Open link: one vote per browser, not verified."';
  expect(rows).toEqual([
    `Is it question 1?,${first},1,1,0,0,,${claim},`,
    `Is it hidden?,${hidden},1,,,,,${claim},`,
    `Does it wait?,${waiting},1,,,,,${claim},`,
    `Is it shown?,${shown},1,1,0,0,,${claim},${shownAt}`,
  ]);
  const { questions } = await t.request(rooms.getRoom, { params: { survey: first } });
  expect(questions.map(({ yesVotes, resultsOpen, shownAfter }) => [yesVotes, resultsOpen, shownAfter])).toEqual([
    [1, null, undefined],
    [null, expect.any(String), undefined],
    [null, "whenShown", undefined],
    [1, null, 1],
  ]);
  const separated = { params: { survey: first }, query: { separator: "semicolon" } };
  expect((await t.send(rooms.getRoomCsv, separated)).payload).toContain(`Is it question 1?;${first};1;1;0;0;;`);
});
