import { deleteMyAccount } from "@survey-app/contract/account/account.ts";
import * as meetings from "@survey-app/contract/meetings/meetings.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { PASSWORD, signUp } from "../testing/accounts.ts";
import { meetingsOf } from "../testing/meetings.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ pages: true }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const meeting = meetingsOf(() => ({ t, surveyor: people.surveyor }));
const of = (id: string, as: Person = people.surveyor) => ({ as, params: { meeting: id } });
const renew = (id: string) => t.request(meetings.renewWall, of(id));
const open = async (url: string) => {
  const { statusCode, headers } = await t.app.inject({ url });
  return [statusCode, headers.location];
};
const setMeeting = (id: string, values: { wall_until?: number; last_opened_at?: number }) =>
  t.database.db.updateTable("meetings").set(values).where("id", "=", id).execute();
const nowhere = [404, undefined];

test("the code of a meeting only leads to its wall, and only its owner can make it", async () => {
  const { id } = await meeting.make(2);
  const [first, ...same] = await Promise.all([renew(id), renew(id), renew(id)]);
  expect(first.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(new Set(same.map(({ code }) => code))).toEqual(new Set([first.code]));
  expect(await open(`/w/${first.code}`)).toEqual([303, `/meetings/${id}/wall`]);
  expect(await open(`/w/${first.code.slice(0, 4)}-${first.code.slice(4)}`)).toEqual([303, `/meetings/${id}/wall`]);
  expect(await open(`/v/${first.code}`)).toEqual(nowhere);
  for (const as of [people.otherSurveyor, people.admin])
    expect(await t.refused(meetings.renewWall, of(id, as))).toMatchObject({ status: 404 });
  // A change that began before isn't refused.
  expect((await meeting.manage(id)).version).toBe(1);
});

test("before the first opening a code works for twelve hours after the start or the last request, and can be renewed", async () => {
  const { id } = await meeting.make(2);
  const { code, expiresAt } = await renew(id);
  const left = Date.parse(expiresAt) - Date.now();
  expect(left).toBeGreaterThan(11.9 * HOUR_MS);
  expect(left).toBeLessThan(12.1 * HOUR_MS);
  await setMeeting(id, { wall_until: Date.now() - 1000 });
  expect(await open(`/w/${code}`)).toEqual(nowhere);
  expect((await renew(id)).code).toBe(code);
  expect(await open(`/w/${code}`)).toEqual([303, `/meetings/${id}/wall`]);

  const startsAt = new Date(Date.now() + 100 * HOUR_MS).toISOString();
  const planned = await meeting.make(2, { startsAt });
  const planToEnd = Date.parse((await renew(planned.id)).expiresAt) - Date.parse(startsAt);
  expect(Math.abs(planToEnd - 12 * HOUR_MS)).toBeLessThan(HOUR_MS / 6);
});

test("after the first opening a code works until the meeting ends, even if no one requests it again", async () => {
  const { id } = await meeting.make(2);
  const { code } = await renew(id);
  const { surveyId } = await meeting.open(id);
  await setMeeting(id, { wall_until: Date.now() - 1000 });
  expect(await open(`/w/${code}`)).toEqual([303, `/meetings/${id}/wall`]);
  await meeting.passTime(surveyId);
  await closeEnded(t.database, recorder());
  await t.request(meetings.endMeeting, of(id));
  expect(await open(`/w/${code}`)).toEqual(nowhere);
  expect(await t.refused(meetings.renewWall, of(id))).toMatchObject({ code: "meetingEnded" });

  const late = await meeting.make(2);
  const other = await renew(late.id);
  await meeting.open(late.id);
  await setMeeting(late.id, { last_opened_at: Date.now() - 13 * HOUR_MS });
  expect(await open(`/w/${other.code}`)).toEqual(nowhere);
});

test("a code ends with its meeting, and with its owner's account", async () => {
  const { id } = await meeting.make(2);
  const { code } = await renew(id);
  await t.request(meetings.deleteMeeting, of(id));
  expect(await open(`/w/${code}`)).toEqual(nowhere);

  const owner = await signUp(t, { role: "surveyor" });
  const own = meetingsOf(() => ({ t, surveyor: owner }));
  const begun = await own.make(2);
  const kept = await t.request(meetings.renewWall, of(begun.id, owner));
  await own.open(begun.id);
  await t.request(deleteMyAccount, { as: owner, body: { email: owner.email, password: PASSWORD } });
  expect(await open(`/w/${kept.code}`)).toEqual(nowhere);
});
