import { listMyPayments } from "@survey-app/contract/payments/payments.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeCursor } from "../database/cursor.ts";
import { insertPaidElsewhere } from "../testing/memberships.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { appOn, type TestApp, testApp } from "../testing/testApp.ts";
import { ROWS_AT_ONCE } from "./listResponse.ts";

/** The parts in which the list is read. */
const PARTS = 5;

let t: TestApp;
let limited: TestApp;
let reader: Person;
/** A survey with as many votes as `PARTS` parts have. */
let id: string;
beforeAll(async () => {
  t = await testApp();
  const people = await createUsersOfEveryRole(t.database, t.tokens);
  reader = people.user;
  id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const voters = await Promise.all(
    Array.from({ length: ROWS_AT_ONCE * PARTS }, () => makePerson(t.database, t.tokens)),
  );
  await Promise.all(voters.map((as) => t.request(votes.castVote, { as, body: { SurveyID: id, vote: 0 } })));
  limited = await appOn(t, { limits: true, dataDir: t.dataDir });
});
afterAll(async () => {
  await limited.app.close();
  await t.close();
});

/** Each read begins at a different place, so that no cached response fits. */
let places = 0;
const read = (query: { limit?: number } = {}, as?: Person) => {
  places += 1;
  const cursor = encodeCursor([1_000_000 + places, "z"]);
  return limited.send(votes.listSurveyVotes, { as, params: { id }, query: { ...query, cursor } });
};

// Security: F09
test("a list that is read whole counts as one read for each of its parts", async () => {
  const as = await makePerson(t.database, t.tokens);
  const parts = 12;
  for (let row = 0; row < ROWS_AT_ONCE * parts; row++) await insertPaidElsewhere(t.database, as.id);
  let admitted = 0;
  while ((await limited.send(listMyPayments, { as, params: { email: as.email } })).statusCode === 200) admitted++;
  expect(admitted).toBe(900 / parts);
});

// Security: F09
test("a network can read twenty whole lists at the same time, and short ones meanwhile; further ones fail without failing others that wait for the same list", async () => {
  for (const as of [undefined, reader]) {
    const answers = await Promise.all(Array.from({ length: 25 }, () => read({}, as)));
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
    const short = await Promise.all(Array.from({ length: 25 }, () => read({ limit: ROWS_AT_ONCE }, as)));
    expect(short.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  }
  // Visitors who ask for the same list share one.
  const query = { cursor: encodeCursor([2_000_000, "z"]) };
  const same = Array.from({ length: 25 }, () => limited.send(votes.listSurveyVotes, { params: { id }, query }));
  expect((await Promise.all(same)).filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
});
