import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { meetingLists } from "../testing/meetingLists.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { isInHall } from "./meetingLists.sql.ts";

/** An app with limits, because the people in a hall share an address. */
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({ limits: true }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const meetings = meetingLists(() => ({ t, surveyor: people.surveyor, admin: people.admin }));
const openAt = (remoteAddress: string, body: object) =>
  t.app.inject({ method: "POST", url: "/api/invitation", remoteAddress, payload: body });
const objectAt = (remoteAddress: string, body: object) =>
  t.app.inject({ method: "POST", url: "/api/invitation/objection", remoteAddress, payload: body });
const WRONG = "0000-0000-0000";

describe("while the people of a meeting are in the hall", () => {
  test("1,000 open their codes through one address in a minute", async () => {
    const id = await meetings.make({}, Date.now() + HOUR_MS);
    const codes = await meetings.makeCodes(id, 20);
    const statuses = new Set<number>();
    for (let time = 0; time < 1000; time++)
      statuses.add((await openAt("10.0.0.1", { token: codes[time % 20]?.code })).statusCode);
    expect([...statuses]).toEqual([200]);
  });

  test("wrong codes on the meeting's page don't keep right ones from opening, and other lists' codes are wrong there", async () => {
    const id = await meetings.make({}, Date.now() + HOUR_MS);
    const [code] = await meetings.makeCodes(id, 1);
    const other = await meetings.makeOpen(1);
    const first = await openAt("10.0.0.2", { token: other.codes[0], meeting: id });
    expect(first.json().code).toBe("invitationInvalid");
    const answers: string[] = [];
    for (let time = 0; time < 305; time++)
      answers.push((await openAt(`10.0.${time % 9}.3`, { token: WRONG, meeting: id })).json().code);
    expect(answers.slice(0, 299)).toEqual(Array(299).fill("invitationInvalid"));
    expect(answers.at(-1)).toBe("tooFast");
    expect((await openAt("10.0.0.3", { token: code?.code, meeting: id })).statusCode).toBe(200);
    const objection = { token: code?.code, meeting: id };
    expect((await objectAt("10.0.0.3", objection)).json().code).not.toBe("tooFast");
    // They weren't counted toward the network's limit.
    expect((await openAt("10.0.0.3", { token: other.codes[0] })).statusCode).toBe(200);
  });
});

test("before that, the limits of all invitations apply, even on the meeting's page", async () => {
  const id = await meetings.make({}, Date.now() + 3 * HOUR_MS);
  const [code] = await meetings.makeCodes(id, 1);
  const answers: number[] = [];
  for (let time = 0; time < 301; time++) answers.push((await openAt("10.1.0.1", { token: code?.code })).statusCode);
  expect(answers.filter((status) => status !== 200)).toEqual([429]);
  for (let time = 0; time < 21; time++) await openAt("10.1.0.2", { token: WRONG, meeting: id });
  expect((await openAt("10.1.0.2", { token: code?.code, meeting: id })).json().code).toBe("tooFast");
});

test("the cookie of a meeting outlives twenty-one questions", async () => {
  const id = await meetings.make();
  const { voters } = await meetings.makeVoters(id, 1);
  const [voter] = voters as [(typeof voters)[number]];
  for (let n = 0; n < 21; n++) {
    const surveyId = await meetings.ask(id);
    expect((await meetings.vote(surveyId, voter, 1)).statusCode).toBe(200);
    await meetings.close(surveyId);
  }
  // The browser opens other invitations and votes with them later; the cookies of unused ones are dropped first.
  const others = await meetings.makeOpen(21);
  let cookie = voter.cookie;
  for (const code of others.codes) {
    const response = await t.send(invitations.openInvitation, { body: { token: code }, headers: { cookie } });
    for (const { name, value, maxAge } of response.cookies)
      cookie = [
        ...cookie.split("; ").filter((each) => !each.startsWith(`${name}=`)),
        ...(maxAge === 0 ? [] : [`${name}=${value}`]),
      ].join("; ");
  }
  const mine = (await meetings.mine(id, { ...voter, cookie })).json();
  expect(new Set(mine.questions.map(({ vote }: { vote: string }) => vote))).toEqual(new Set(["here"]));
});

test("people are together from shortly before the start until the end of a meeting, and not after it", () => {
  const now = Date.now();
  const at = (times: Partial<Parameters<typeof isInHall>[0]>) =>
    isInHall({ starts_at: null, began_at: null, ended_at: null, ...times }, now);
  expect(at({})).toBe(false);
  expect(at({ starts_at: now })).toBe(true);
  expect(at({ began_at: now - 1 })).toBe(true);
  expect(at({ starts_at: now, began_at: now - 1, ended_at: now })).toBe(false);
});
