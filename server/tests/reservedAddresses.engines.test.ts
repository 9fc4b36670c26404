import * as account from "@survey-app/contract/account/account.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import { listInvitations } from "@survey-app/contract/invitations/invitations.ts";
import * as voterLists from "@survey-app/contract/invitations/voterLists.ts";
import { inviteToAccount, requestSignUpLink } from "@survey-app/contract/session/registration.ts";
import { signUp as signUpEndpoint } from "@survey-app/contract/session/session.ts";
import { inviteCoOwner } from "@survey-app/contract/surveys/owners.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCountedAddressKeys } from "../mail/addressHash.ts";
import { deleteInactive, emailInactive } from "../retention/inactive.sql.ts";
import { PASSWORD, signIn, signUp, signUpBody } from "../testing/accounts.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { outboxRows } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type AnyRequest, type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

/**
 * Addresses at the domain that stands for deleted accounts are refused. Version 1.0 let people use them. These people
 * don't prevent the deletion of the account whose id is in their address, and aren't taken for deleted themselves.
 */
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));
const addressOf = (id: string) => `${id}@deleted.invalid`;
const SENTENCE = "Enter another email address: those at deleted.invalid stand for deleted accounts";
const CODE = "email.ofDeleted";

const setAddress = ({ id }: Pick<Person, "id">, email: string) =>
  t.database.db.updateTable("users").set({ email }).where("id", "=", id).execute();

/** An account that took, in version 1.0, the address that the victim's account got when it was deleted. */
async function squat(victim: Pick<Person, "id">): Promise<Person> {
  const squatter = await makePerson(t.database, t.tokens);
  await setAddress(squatter, addressOf(victim.id));
  return { ...squatter, email: addressOf(victim.id) };
}

const deleteAccount = (as: Person) => t.send(account.deleteMyAccount, { as, body: { email: as.email } });

describe("an address at deleted.invalid", () => {
  const requests: [string, Endpoint, (email: string) => AnyRequest & { as?: Person }][] = [
    ["a sign-up", signUpEndpoint, (email) => ({ body: signUpBody({ email }) })],
    ["a link to sign up", requestSignUpLink, (email) => ({ body: { email } })],
    ["an admin's invitation", inviteToAccount, (email) => ({ as: people.admin, body: { email } })],
    ["a change of address", account.changeEmail, (email) => ({ as: people.user, body: { email, password: PASSWORD } })],
    ["a co-owner", inviteCoOwner, (email) => ({ as: people.surveyor, params: { id: "none" }, body: { email } })],
    [
      "a person of a saved list",
      voterLists.changeListedPerson,
      (email) => ({ as: people.surveyor, params: { id: "none", person: "none" }, body: { email } }),
    ],
  ];

  test.each(requests)("is refused for %s, with a sentence, however it is written", async (_, endpoint, request) => {
    for (const email of [
      addressOf(people.user.id),
      " nobody@deleted.invalid ",
      "nobody@DELETED.Invalid",
      "nobody@mail.deleted.invalid",
      "nobody@a.b.deleted.invalid",
      // Other spellings of the same domain.
      "nobody@deleted。invalid",
      "nobody@ｄｅｌｅｔｅｄ.invalid",
      "nobody@dele\u00adted.inva\u200blid",
    ]) {
      const { code, errors } = await t.refused(endpoint, request(email));
      expect([email, code, errors]).toEqual([email, "badInput", [{ field: "email", message: SENTENCE, code: CODE }]]);
    }
    for (const email of ["nobody@deleted.invalid.", "nobody@deleted .invalid", "nobody@deleted\u0000.invalid"]) {
      const { errors } = await t.refused(endpoint, request(email));
      expect([email, errors]).toMatchObject([email, [{ field: "email", code: "email.invalid" }]]);
    }
  });

  test("is the problem of its row in a list of people, and the other rows are added", async () => {
    const rows = [{ email: "ann@example.org" }, { email: `x@deleted.invalid` }, { email: "x@a.Deleted.Invalid" }];
    const problem = { kind: "invalid", message: SENTENCE, code: CODE };
    const id = await invited.make();
    const added = await invited.add(id, rows);
    expect(added).toMatchObject({
      added: 1,
      problems: [
        { row: 1, ...problem },
        { row: 2, ...problem },
      ],
    });
    const as = people.surveyor;
    const { insertedId: list } = await t.request(voterLists.createVoterList, { as, body: { name: "Members" } });
    const saved = await t.request(voterLists.addListedPeople, { as, params: { id: list }, body: { rows } });
    expect(saved).toMatchObject({
      added: 1,
      problems: [
        { row: 1, ...problem },
        { row: 2, ...problem },
      ],
    });
  });

  test.each(["example.org", "deleted.test", "app.localhost", "notdeleted.invalid", "deleted.invalid.example"])(
    "is not one at %s, which can sign up and stand on lists",
    async (domain) => {
      const email = `${crypto.randomUUID()}@${domain}`;
      const response = await t.send(signUpEndpoint, { body: signUpBody({ email }) });
      expect(response.statusCode, response.payload).toBe(200);
      expect(await invited.add(await invited.make(), [{ email }])).toMatchObject({ added: 1, problems: [] });
    },
  );
});

describe("where another person took the address of an account's id", () => {
  test("the account is deleted, and the other one stays as it is", async () => {
    const victim = await makePerson(t.database, t.tokens);
    const squatter = await squat(victim);
    const survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    for (const as of [victim, squatter])
      expect((await t.send(castVote, { as, body: { SurveyID: survey, vote: 1 } })).statusCode).toBe(200);
    expect((await deleteAccount(victim)).statusCode).toBe(200);
    const found = await t.request(users.getUser, { as: people.admin, params: { email: squatter.email } });
    expect(found).toMatchObject({ _id: squatter.id, status: "Verified" });
    expect((await deleteAccount(squatter)).statusCode).toBe(200);
    const victims = await t.request(users.getUser, { as: people.admin, params: { email: squatter.email } });
    expect(victims).toMatchObject({ _id: victim.id, name: "Deleted user", status: "Deleted" });
  });

  test("a person with such an address from before signs in and moves to another address", async () => {
    const { id, email, ...signedUp } = await signUp(t);
    await setAddress({ id }, addressOf("someone"));
    const as = await signIn(t, { email: addressOf("someone") });
    expect(as).toMatchObject({ id, name: signedUp.name });
    const wanted = `wanted.${email}`;
    await t.request(account.changeEmail, { as, body: { email: wanted, password: PASSWORD } });
    expect(await outboxRows(t.database, wanted)).toMatchObject([{ kind: "emailChange" }]);
    await setAddress({ id }, email);
  });

  test("on a list, the person with the id is deleted, and the other row stays a person", async () => {
    const victim = await makePerson(t.database, t.tokens);
    const { id } = await invited.makeOpen(0, {}, [victim.email, "typed@example.org"]);
    const [row, typed] = await invited.list(id);
    const listed = () => t.request(listInvitations, { as: people.surveyor, params: { id }, query: { limit: 10 } });
    await t.database.db
      .updateTable("invitations")
      .set({ email: addressOf(row?._id ?? "") })
      .where("id", "=", typed?._id ?? "")
      .execute();
    expect((await deleteAccount(victim)).statusCode).toBe(200);
    expect(await listed()).toMatchObject([
      { _id: row?._id, email: null, isDeleted: true, label: "Deleted user" },
      { _id: typed?._id, email: addressOf(row?._id ?? ""), isDeleted: false, label: "" },
    ]);
    expect((await invited.reissue(id, typed?._id ?? "")).code).toBeNull();
  });

  test("unused accounts are told and deleted, that one too", async () => {
    const [countedAddressKey] = createCountedAddressKeys([t.config.sessionSecret]);
    const deleted: string[] = [];
    const onDeleted = async (id: string) => void deleted.push(id);
    const victims = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
    for (const victim of victims) await squat(victim);
    const unused = { created_at: 0, used_at: 0 };
    const ids = victims.map(({ id }) => id);
    await t.database.db
      .updateTable("users")
      .set({ ...unused, inactivity_notices: 2, inactivity_told_at: Date.now() - 8 * DAY_MS })
      .where("id", "in", ids)
      .execute();
    const other = await makePerson(t.database, t.tokens);
    await t.database.db.updateTable("users").set(unused).where("id", "=", other.id).execute();
    await deleteInactive(t.database, { days: 365, countedAddressKey, registration: t.config.registration, onDeleted });
    expect(deleted.sort()).toEqual(ids.sort());
    await emailInactive(t.database, 365);
    expect(await outboxRows(t.database, other.email)).toMatchObject([{ kind: "accountEnds" }]);
  });
});

test("any number of accounts and people of one list are deleted, and none of them gets an email", async () => {
  const gone = await Promise.all(Array.from({ length: 3 }, () => makePerson(t.database, t.tokens)));
  const { id } = await invited.makeOpen(
    0,
    {},
    gone.map(({ email }) => email),
  );
  for (const person of gone) expect((await deleteAccount(person)).statusCode).toBe(200);
  const found = await invited.list(id);
  expect(found.map(({ email, isDeleted }) => [email, isDeleted])).toEqual(gone.map(() => [null, true]));
  const stored = t.database.db
    .selectFrom("users")
    .select("email")
    .where(
      "id",
      "in",
      gone.map((person) => person.id),
    );
  expect(await stored.execute()).toEqual(gone.map(() => ({ email: null })));
  const waiting = await t.database.db
    .selectFrom("outbox")
    .selectAll()
    .where("address", "like", "%@deleted.invalid")
    .execute();
  expect(waiting).toEqual([]);
});
