import * as rooms from "@survey-app/contract/sharing/rooms.ts";
import { ROOM_QUESTIONS_MAX } from "@survey-app/contract/text/limits.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkSurveys } from "../testing/linkVoters.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let owner: Person;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
});
afterAll(() => t.close());

const links = linkSurveys(() => ({ t, surveyor: owner }));
const listed = (survey: string) => t.request(rooms.listRoomQuestions, { as: owner, params: { survey } });
const titles = async (survey: string) => (await listed(survey)).questions.map(({ Title }) => Title);
async function prepare(survey: string, Titles: string[]): Promise<void> {
  const { state } = await listed(survey);
  const questions = Titles.map((Title) => ({ Title }));
  await t.request(rooms.setRoomQuestions, { as: owner, params: { survey }, body: { state, questions } });
}

test("prepared questions of a survey that a room goes on to come last, also once others were asked", async () => {
  const [first, joined] = [await links.make(), await links.make()];
  await prepare(first, ["One?", "Two?", "Three?"]);
  await prepare(joined, ["Four?", "Five?"]);
  let now = first;
  for (let asked = 0; asked < 2; asked++) {
    const [draft] = (await listed(first)).questions;
    if (!draft) throw new Error("None is left");
    const body = { draft: { _id: draft._id, version: draft.version } };
    const { questions } = await t.request(rooms.moveRoom, { as: owner, params: { id: now }, body });
    now = questions.at(-1)?.surveyId ?? "";
  }
  await t.request(rooms.moveRoom, { as: owner, params: { id: now }, body: { next: joined } });
  expect(await titles(first)).toEqual(["Three?", "Four?", "Five?"]);
});

test("a room doesn't go on to a survey with which it would have too many prepared questions", async () => {
  const [first, joined] = [await links.make(), await links.make()];
  const many = (name: string) => Array.from({ length: ROOM_QUESTIONS_MAX / 2 + 1 }, (_, n) => `${name} ${n}?`);
  await prepare(first, many("Own"));
  await prepare(joined, many("Joined"));
  const move = { as: owner, params: { id: first }, body: { next: joined } };
  expect(await t.refused(rooms.moveRoom, move)).toMatchObject({ status: 409, code: "roomFull" });
  expect(await titles(first)).toEqual(many("Own"));
  expect(await titles(joined)).toEqual(many("Joined"));
});
