import * as account from "@survey-app/contract/account/account.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listVotes } from "../testing/listVotes.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { createEventBus } from "./events.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
/** The events since the test began. */
const emitted: [changed: string[] | "all", what: string][] = [];

beforeAll(async () => {
  const events = createEventBus(null);
  events.subscribe((changed, what) => emitted.push([changed === "all" ? "all" : [...changed].sort(), what]));
  // Without the job that lists new votes, which emits an event of its own.
  t = await testApp({}, { events, surveyPollMs: HOUR_MS });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
beforeEach(() => {
  emitted.length = 0;
});
afterAll(() => t.close());

/** The events emitted while `work` runs. */
async function emittedBy(work: () => Promise<unknown>): Promise<typeof emitted> {
  emitted.length = 0;
  await work();
  return [...emitted];
}

const form = {
  Title: "Is this a question?",
  category: "Food Preparation",
  image: "https://example.org/picture.webp",
} as const;
const someone = () => makePerson(t.database, t.tokens, { name: "Before" });
const rename = (as: Person, displayName: string) =>
  emittedBy(() => t.request(users.updateMyProfile, { as, body: { displayName } }));
const setStatus = (id: string, status: 1 | 2) =>
  emittedBy(() =>
    t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status, feedback: "So it is" } }),
  );

test("requests about sessions, roles, blocks and photos don't emit events, because none of it is public", async () => {
  const me = await someone();
  const as = people.admin;
  expect(
    await emittedBy(async () => {
      for (const _ of [1, 2, 3]) await t.request(account.revokeMyOtherSessions, { as: me });
      await t.request(users.updateMyProfile, { as: me, body: { photoURL: "https://example.org/me.png" } });
      await t.request(users.recordUser, { as: me, body: { email: me.email } });
      for (const role of ["surveyor", "surveyor", "user"] as const)
        await t.request(users.setUserRole, { as, params: { id: me.id }, body: { role } });
      await t.request(session.revokeUserSessions, { as, params: { id: me.id } });
      for (const status of ["Blocked", "Verified"] as const)
        await t.request(users.setUserStatus, { as, params: { id: me.id }, body: { status } });
    }),
  ).toEqual([]);
});

test("a new name emits an event for each survey that shows it; an unchanged name doesn't", async () => {
  const [owner, voter, other] = [people.surveyor, await someone(), await someone()];
  const [first, second] = [
    await t.makeSurvey(owner, { publishedBy: people.admin }),
    await t.makeSurvey(people.otherSurveyor, { publishedBy: people.admin }),
  ];
  await t.makeSurvey(owner);
  await t.request(votes.castVote, { as: voter, body: { SurveyID: second, vote: 1 } });
  // Does the work of the hourly job, which would otherwise emit an event.
  await listVotes(t.database, [second]);
  expect(await rename(owner, "Another Name")).toEqual([[[first], "people"]]);
  expect(await rename(owner, "Another Name")).toEqual([]);
  expect(await rename(voter, "After")).toEqual([[[second], "people"]]);
  expect(await rename(other, "After")).toEqual([]);
  expect(
    await emittedBy(() => t.request(account.deleteMyAccount, { as: voter, body: { email: voter.email } })),
  ).toEqual([[[second], "people"]]);
});

test("publishing, unpublishing and editing emit one event for the survey, and none if nothing changed", async () => {
  const id = await t.makeSurvey(people.surveyor);
  const as = people.surveyor;
  const edit = (body: object) =>
    emittedBy(() => t.request(surveys.updateSurvey, { as, params: { id }, body: { ...form, ...body } }));
  // Sending back a waiting survey changes nothing that is public.
  expect(await setStatus(id, WAITING)).toEqual([]);
  expect(await edit({ Title: "Is this a waiting question?" })).toEqual([]);
  expect(await edit({})).toEqual([]);
  expect(await setStatus(id, PUBLISHED)).toEqual([[[id], "content"]]);
  expect(await setStatus(id, PUBLISHED)).toEqual([]);
  expect(await edit({})).toEqual([]);
  expect(await edit({ Title: "Is this another question?" })).toEqual([[[id], "content"]]);
  expect(await emittedBy(() => t.makeSurvey(as))).toEqual([]);
});

test("a vote emits an event for its survey's totals; repeating it doesn't", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const cast = () => emittedBy(() => t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } }));
  expect(await cast()).toEqual([[[id], "totals"]]);
  expect(await cast()).toEqual([]);
  expect(
    await emittedBy(() =>
      t.request(votes.reportSurvey, { as: people.user, params: { id }, body: { inapp: "It is about nothing" } }),
    ),
  ).toEqual([]);
});
