import { exportMyData } from "@survey-app/contract/account/account.ts";
import { createAccessToken } from "@survey-app/contract/session/session.ts";
import { acceptCoOwnership, inviteCoOwner } from "@survey-app/contract/surveys/owners.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCountedAddressKeys } from "../mail/addressHash.ts";
import { signUp } from "../testing/accounts.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { deleteInactive, emailInactive } from "./inactive.sql.ts";

const DAYS = 365;

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

/** Moves all stored uses of an account back by this many days. */
async function age({ id }: Pick<Person, "id">, days: number): Promise<void> {
  const { db } = t.database;
  const user = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const back = (at: number | null) => at && at - days * DAY_MS;
  await db
    .updateTable("users")
    .set({
      created_at: user.created_at - days * DAY_MS,
      used_at: back(user.used_at),
      inactivity_told_at: back(user.inactivity_told_at),
    })
    .where("id", "=", id)
    .execute();
}

/** Runs the job of one hour. @returns the addresses that got an email, and the deleted accounts */
async function run() {
  const deleted: string[] = [];
  const [countedAddressKey] = createCountedAddressKeys([t.config.sessionSecret]);
  const onDeleted = async (id: string) => void deleted.push(id);
  await deleteInactive(t.database, { days: DAYS, countedAddressKey, registration: t.config.registration, onDeleted });
  await emailInactive(t.database, DAYS);
  const sent = await sendEmails(t);
  return { deleted, told: sent.filter(({ subject }) => /will be deleted/.test(subject)) };
}

describe("an account that is not used", () => {
  test("is told thirty and seven days ahead, and then deleted; its votes stay counted", async () => {
    const nina = await makePerson(t.database, t.tokens, { name: "Nina Never" });
    const survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    await t.request(votes.castVote, { as: nina, body: { SurveyID: survey, vote: 1 } });
    await age(nina, DAYS - 31);
    expect(await run()).toEqual({ deleted: [], told: [] });
    await age(nina, 2);
    const first = await run();
    expect(first.told.map(({ to }) => to)).toEqual([nina.email]);
    expect(first.told[0]?.text).not.toContain("the last email");
    expect(await run()).toEqual({ deleted: [], told: [] });
    await age(nina, 24);
    const second = await run();
    expect(second.told.map(({ to }) => to)).toEqual([nina.email]);
    expect(second.told[0]?.text).toContain("This is the last email about it.");
    expect(await run()).toEqual({ deleted: [], told: [] });
    await age(nina, 8);
    expect(await run()).toEqual({ deleted: [nina.id], told: [] });
    const [vote] = await t.request(votes.listSurveyVotes, { as: people.admin, params: { id: survey }, query: {} });
    expect(vote).toMatchObject({ userName: "Deleted user", vote: 1 });
  });

  test("is told twice, however long ago it was used when the setting is turned on", async () => {
    const olaf = await makePerson(t.database, t.tokens);
    await age(olaf, 5 * DAYS);
    expect((await run()).told.map(({ to }) => to)).toEqual([olaf.email]);
    await age(olaf, 22);
    expect(await run()).toEqual({ deleted: [], told: [] });
    await age(olaf, 2);
    expect((await run()).told).toHaveLength(1);
    await age(olaf, 6);
    expect((await run()).deleted).toEqual([]);
    await age(olaf, 2);
    expect((await run()).deleted).toEqual([olaf.id]);
  });

  test("stays if its owner comes back, and an email that waits is not sent then", async () => {
    const back = await signUp(t);
    const { id } = await t.database.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", back.email)
      .executeTakeFirstOrThrow();
    await sendEmails(t);
    await age({ id }, DAYS);
    await emailInactive(t.database, DAYS);
    // The browser's cookie was used shortly before; that alone isn't stored.
    await t.database.db
      .updateTable("sessions")
      .set({ expires_at: Date.now() + DAY_MS })
      .where("user_id", "=", id)
      .execute();
    const token = await t.send(createAccessToken, { body: { email: back.email }, headers: { cookie: back.cookie } });
    expect(token.statusCode, token.payload).toBe(200);
    expect(await run()).toEqual({ deleted: [], told: [] });
    const today = new Date().toISOString().slice(0, 10);
    expect((await t.request(exportMyData, { as: back })).lastUsedOn).toBe(today);
  });
});

test("accounts that others rely on stay: admins, members, owners and co-owners of open surveys, and those whose keys are used", async () => {
  const { db } = t.database;
  const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const coOwner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const id = await t.makeSurvey(owner, { publishedBy: people.admin });
  await t.request(inviteCoOwner, { as: owner, params: { id }, body: { email: coOwner.email } });
  await t.request(acceptCoOwnership, { as: coOwner, params: { id } });
  const blocked = await makePerson(t.database, t.tokens);
  await db.updateTable("users").set({ status: "Blocked" }).where("id", "=", blocked.id).execute();
  const program = await makePerson(t.database, t.tokens);
  await db
    .insertInto("api_keys")
    .values({
      id: program.id,
      user_id: program.id,
      name: "Script",
      key_hash: program.id,
      scopes: "read",
      created_at: 0,
      expires_at: null,
      last_used_at: Date.now(),
    })
    .execute();
  const staying = [people.admin, people.pro, owner, coOwner, blocked, program];
  for (const each of staying) await age(each, 2 * DAYS);
  expect(await run()).toEqual({ deleted: [], told: [] });
});
