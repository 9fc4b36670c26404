import * as account from "@survey-app/contract/account/account.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../database/newId.ts";
import { createCountedAddressKeys } from "../mail/addressHash.ts";
import { lockUser } from "../session/accounts.sql.ts";
import { PASSWORD, signUp } from "../testing/accounts.ts";
import { type MailedApp, startMailedApp } from "../testing/mailedApp.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { removeLateData, removePersonalData } from "./deletion.sql.ts";

const NEW_PASSWORD = "An0ther!One";
let t: MailedApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await startMailedApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

const askForReset = (email: string) => t.request(account.requestPasswordReset, { body: { email } });
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  t.send(account.resetPassword, { body: { token, newPassword } });

// Security: H12, R38
test("only one of twenty concurrent uses of a link sets the password", async () => {
  const nora = await signUp(t);
  await askForReset(nora.email);
  const token = await t.tokenFor(nora.email, /Set a new password/);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => reset(token, `Kettle-on7!${index}`)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(19);
});

test("only one of two accounts that concurrently change to the same address gets it", async () => {
  const [one, two] = [await signUp(t), await signUp(t)];
  const wanted = `wanted.${one.email}`;
  const tokens: string[] = [];
  for (const as of [one, two]) {
    await t.request(account.changeEmail, { as, body: { email: wanted, password: PASSWORD } });
    await expect.poll(() => t.smtp.received.filter(({ to }) => to === wanted).length).toBe(tokens.length + 1);
    tokens.push(await t.tokenFor(wanted, /Confirm your new/));
  }
  const answers = await Promise.all(
    tokens.map((token, index) => t.send(account.verifyEmail, { as: index === 0 ? one : two, body: { token } })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
});

test("the hourly job removes only the comment that was stored while its author's account was deleted", async () => {
  const survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const [gone, here] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
  for (const as of [gone, here]) await t.request(votes.castVote, { as, body: { SurveyID: survey, vote: 1 } });
  await t.request(account.deleteMyAccount, { as: gone, body: { email: gone.email } });
  await t.database.db.updateTable("votes").set({ comment: "Late" }).where("survey_id", "=", survey).execute();
  await removeLateData(t.database, t.database.forLists);
  const found = await t.request(votes.listSurveyVotes, { params: { id: survey } });
  expect(found.map(({ userName, comments }) => [userName, comments])).toEqual([
    [here.name, "Late"],
    ["Deleted user", ""],
  ]);
});

test("a deleted account's votes stay counted under a deleted user; its name, address and comments are removed", async () => {
  const pia = await makePerson(t.database, t.tokens, { name: "Pia Passing", isMember: true });
  const survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  await t.request(votes.castVote, { as: pia, body: { SurveyID: survey, vote: 1, comments: "My own words" } });
  expect(await t.refused(account.deleteMyAccount, { as: pia, body: { email: people.user.email } })).toMatchObject({
    status: 422,
    errors: [{ field: "email" }],
  });
  await t.request(account.deleteMyAccount, { as: pia, body: { email: pia.email } });
  expect((await t.send(account.getMyAccount, { as: pia })).statusCode).toBe(401);
  const [vote] = await t.request(votes.listSurveyVotes, { as: people.admin, params: { id: survey } });
  expect(vote).toMatchObject({ userName: "Deleted user", vote: 1, comments: "" });
  expect(JSON.stringify(vote)).not.toContain(pia.email);
  expect(await t.request(users.listUsers, { as: people.admin, query: { q: "Passing" } })).toEqual([]);
  expect((await t.send(users.getUser, { as: people.admin, params: { email: pia.email } })).statusCode).toBe(404);
});

test("the last admin can't delete their account, and two concurrent deletions leave one admin", async () => {
  const other = await makePerson(t.database, t.tokens, { role: "admin" });
  const leave = (as: Person) => t.send(account.deleteMyAccount, { as, body: { email: as.email } });
  const answers = await Promise.all([leave(people.admin), leave(other)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  people.admin = answers[0].statusCode === 409 ? people.admin : other;
  expect((await leave(people.admin)).json()).toMatchObject({ code: "lastAdmin" });
});

describe("the comments of an account that has more of them than one step removes", () => {
  const COMMENTS = 450;
  /** A person with votes on surveys that don't matter here. */
  async function makeBusy() {
    const person = await makePerson(t.database, t.tokens);
    const votes = Array.from({ length: COMMENTS }, (_, index) => commentOf(person.id, index));
    await t.database.db.insertInto("votes").values(votes).execute();
    return person;
  }
  const commentOf = (user_id: string, index: number) => ({
    survey_id: newId(),
    n: 1,
    user_id,
    id: newId(),
    choice: 1 as const,
    comment: `Comment ${index}`,
    created_at: index,
    hash: "",
  });
  const commentsOf = async ({ id }: { id: string }) =>
    (
      await t.database.db
        .selectFrom("votes")
        .select("comment")
        .where("user_id", "=", id)
        .where("comment", "<>", "")
        .orderBy("id")
        .execute()
    ).map(({ comment }) => comment);

  test("are all gone once it is deleted", async () => {
    const busy = await makeBusy();
    await t.request(account.deleteMyAccount, { as: busy, body: { email: busy.email } });
    expect(await commentsOf(busy)).toEqual([]);
  });

  test("are removed by the hourly job where the process ended in between, with one that arrived late", async () => {
    const busy = await makeBusy();
    const [countedAddressKey] = createCountedAddressKeys([t.config.sessionSecret]);
    await t.database.transaction(async (tx) =>
      removePersonalData(tx, await lockUser(tx, busy.id), { countedAddressKey, registration: t.config.registration }),
    );
    const left = await commentsOf(busy);
    expect(left.length).toBeGreaterThan(0);
    expect(left.at(-1)).toBe(`Comment ${COMMENTS - 1}`);
    await t.database.db.insertInto("votes").values(commentOf(busy.id, COMMENTS)).execute();
    await removeLateData(t.database, t.database.forLists);
    expect(await commentsOf(busy)).toEqual([]);
  });
});
