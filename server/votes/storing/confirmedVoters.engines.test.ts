import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../database/newId.ts";
import { newBallot } from "../../testing/ballots.ts";
import { secretSettings, untilClose } from "../../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../../testing/people.ts";
import { scenarios } from "../../testing/scenario.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";
import { recount } from "../ledger/verify.sql.ts";
import type { Ballot } from "./ballot.ts";
import { storeBallots } from "./votes.sql.ts";

/** VOTERS=confirmed: on surveys for everyone, only accounts with a confirmed address vote. */
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({ voters: "confirmed" });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const publish = (form = {}) => t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form });
const scenario = scenarios(() => ({ t, ...people }));

async function setConfirmed({ id }: Pick<Person, "id">, isConfirmed: boolean): Promise<void> {
  await t.database.db
    .updateTable("users")
    .set({ email_verified: Number(isConfirmed) })
    .where("id", "=", id)
    .execute();
}

async function makeUnconfirmed(): Promise<Person> {
  const person = await makePerson(t.database, t.tokens);
  await setConfirmed(person, false);
  return person;
}

const cast = (as: Person, SurveyID: string, more: object = {}) =>
  t.send(votes.castVote, { as, body: { SurveyID, vote: 1, ...more } });
const participants = async (id: string) =>
  (
    await t.database.db
      .selectFrom("ballot_boxes")
      .select("participants")
      .where("survey_id", "=", id)
      .executeTakeFirstOrThrow()
  ).participants;

// Security: F22
test("with VOTERS=confirmed an account votes once its address is confirmed, and reads before that what is missing", async () => {
  for (const [settings, more] of [
    [{}, {}],
    [secretSettings(), { ticket: "a".repeat(32) }],
  ] as const) {
    const id = await publish(settings);
    const voter = await makeUnconfirmed();
    const refused = await cast(voter, id, more);
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: "confirmToVote" }]);
    expect(Number(await participants(id))).toBe(0);
    await setConfirmed(voter, true);
    expect((await cast(voter, id, more)).statusCode).toBe(200);
    expect(Number(await participants(id))).toBe(1);
  }
});

test("a vote that was stored before can be sent again without a confirmed address, and not be changed", async () => {
  const id = await publish({ changeable: true, ...untilClose() });
  const voter = await makePerson(t.database, t.tokens);
  const { receipt } = (await cast(voter, id)).json<{ receipt: string }>();
  await setConfirmed(voter, false);
  expect((await cast(voter, id)).json()).toMatchObject({ receipt });
  expect((await cast(voter, id, { vote: 0, replaces: receipt })).json()).toMatchObject({ code: "confirmToVote" });
  await setConfirmed(voter, true);
  expect((await cast(voter, id, { vote: 0, replaces: receipt })).statusCode).toBe(200);
});

test("a survey that doesn't accept votes from an account says so first", async () => {
  const voter = await makeUnconfirmed();
  const invited = await scenario({ electorate: "invited", people: 1 });
  expect((await cast(voter, invited.id)).json()).toMatchObject({ code: "notInvited" });
  expect((await cast(voter, newId())).json()).toMatchObject({ code: "notFound" });
  const link = await scenario({ electorate: "link", people: 1 });
  expect((await cast(voter, link.id)).json()).toMatchObject({ code: "linkElectorate" });
});

test("links, codes and browsers vote as before, because no account is behind them", async () => {
  for (const electorate of ["invited", "link"] as const) {
    const { id } = await scenario({ electorate, answers: [1, 0] });
    expect(Number(await participants(id))).toBe(2);
  }
  const secret = await scenario({ electorate: "invited", ...secretSettings(), answers: [1] });
  expect(Number(await participants(secret.id))).toBe(1);
});

test("in a batch, ballots of confirmed accounts are stored and counted, and those of others don't leave a trace", async () => {
  const ids = [await publish(), await publish()];
  const voters = await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 ? makeUnconfirmed() : makePerson(t.database, t.tokens))),
  );
  const ballots = voters.map(
    ({ id: userId }, index): Ballot => ({
      ...newBallot(ids[index % 3 ? 0 : 1] ?? "", userId, index % 5 ? 1 : 0),
      confirmedOnly: true,
      report: index === 0 ? "Not a question." : "",
    }),
  );
  const results = await storeBallots(t.database, ballots);
  expect(results.map((result) => (result.kind === "refused" ? result.because : result.kind))).toEqual(
    voters.map((_, index) => (index % 2 ? "confirmToVote" : "stored")),
  );
  expect(Number(await participants(ids[0] ?? "")) + Number(await participants(ids[1] ?? ""))).toBe(20);
  expect((await recount(t.database)).mismatches).toEqual([]);
});
