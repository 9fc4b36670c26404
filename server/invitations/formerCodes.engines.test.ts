import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { meetingLists } from "../testing/meetingLists.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const meetings = meetingLists(() => ({ t, surveyor: people.surveyor, admin: people.admin }));

test("an objection with a replaced code counts on the questions after its last use, if the new code is used there", async () => {
  const id = await meetings.make();
  const { codes, ids, voters } = await meetings.makeVoters(id, 3);
  const first = await meetings.ask(id);
  await meetings.vote(first, voters[0] as (typeof voters)[number], 1);
  const renewed: string[] = [];
  for (const index of [0, 1]) {
    renewed.push((await meetings.reissue(id, ids[index] ?? "")).code ?? "");
    const body = { token: codes[index] ?? "", meeting: id };
    expect((await t.send(invitations.objectToEnd, { body })).statusCode).toBe(200);
  }
  const [usedBefore = "", unused = ""] = renewed;
  await meetings.vote(first, await meetings.open(unused), 0);
  await meetings.close(first);
  expect((await meetings.resultLabel(first)).list?.objections).toBe(1);
  const second = await meetings.ask(id);
  await meetings.vote(second, await meetings.open(usedBefore), 0);
  await meetings.close(second);
  expect((await meetings.resultLabel(second)).list?.objections).toBe(1);
});
