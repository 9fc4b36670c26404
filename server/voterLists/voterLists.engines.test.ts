import { deleteMyAccount, exportMyData } from "@survey-app/contract/account/account.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as voterLists from "@survey-app/contract/invitations/voterLists.ts";
import { VOTER_LIST_PEOPLE_MAX, VOTER_LISTS_MAX } from "@survey-app/contract/text/limits.ts";
import { BLOCKED, setUserRole, setUserStatus } from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { optOutOfInvitations } from "../invitations/optOuts.sql.ts";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { coOwners } from "../testing/coOwners.ts";
import { invitedSurveys, secretSettings } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { addressHashOf, sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let owner: Person;
beforeAll(async () => {
  t = await testApp({ surveyReview: "all" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
  owner = people.surveyor;
});
afterAll(() => t.close());

const shared = coOwners(() => ({ t }));
const invited = invitedSurveys(() => ({ t, ...people }));
const address = () => `${crypto.randomUUID()}@example.org`;

type Row = { email?: string; label?: string; group?: string };
const add = (id: string, rows: Row[], as = owner) =>
  t.request(voterLists.addListedPeople, { as, params: { id }, body: { rows } });
async function make(rows: Row[] = [], as = owner, name = "The club"): Promise<string> {
  const { insertedId } = await t.request(voterLists.createVoterList, { as, body: { name } });
  if (rows.length > 0) await add(insertedId, rows, as);
  return insertedId;
}
const listsOf = (as: Person) => t.request(voterLists.listVoterLists, { as });
const peopleOf = (id: string, as = owner) => t.request(voterLists.listListedPeople, { as, params: { id } });
const copy = (id: string, groups?: string[], as = owner) =>
  t.request(voterLists.copyVoterList, {
    as,
    params: { id },
    query: groups === undefined ? {} : { groups: JSON.stringify(groups) },
  });
/** Takes a copy of a list for a survey, as the page of its people does. */
async function take(surveyId: string, listId: string, groups?: string[]) {
  const { rows } = await copy(listId, groups);
  return t.send(invitations.addInvitations, { as: owner, params: { id: surveyId }, body: { rows } });
}
const share = (id: string, sharedWith: string | null, as = owner) =>
  t.send(voterLists.changeVoterList, { as, params: { id }, body: { name: "The club", sharedWith } });

test("a list is imported row by row, and corrected", async () => {
  const [ada, bob] = [address(), address()];
  const id = await make();
  const { added, problems } = await add(id, [
    { email: ada.toUpperCase(), label: "Ada", group: "Board" },
    { email: ada },
    { email: "no address" },
    { label: "Room 12", group: "Board" },
    { label: "Room 12" },
    {},
  ]);
  expect(added).toBe(2);
  expect(problems.map(({ row, kind }) => `${row} ${kind}`)).toEqual([
    "1 duplicate",
    "2 invalid",
    "4 onList",
    "5 invalid",
  ]);
  expect(await add(id, [{ email: ada }, { email: bob }])).toMatchObject({
    added: 1,
    problems: [{ row: 0, kind: "onList" }],
  });
  const [first, second] = await peopleOf(id);
  expect([first, second]).toMatchObject([
    { email: ada, label: "Ada", group: "Board" },
    { email: "", label: "Room 12", group: "Board" },
  ]);
  const correct = (body: object) =>
    t.send(voterLists.changeListedPerson, { as: owner, params: { id, person: second?._id ?? "" }, body });
  expect((await correct({ email: ada, label: null })).json()).toMatchObject({ code: "onListAlready" });
  expect((await correct({ email: null, label: "Room 13", group: null })).statusCode).toBe(200);
  await t.request(voterLists.removeListedPerson, { as: owner, params: { id, person: first?._id ?? "" } });
  expect(await listsOf(owner)).toContainEqual(expect.objectContaining({ _id: id, people: 2, groups: [] }));
  expect((await peopleOf(id)).map(({ label }) => label)).toEqual(["Room 13", ""]);
});

test("renaming a list without a value for sharing keeps the sharing; null ends it", async () => {
  const survey = await t.makeSurvey(owner);
  const id = await make();
  expect((await share(id, survey)).statusCode).toBe(200);
  const rename = { as: owner, params: { id }, body: { name: "The board" } };
  await t.request(voterLists.changeVoterList, rename);
  const found = async () => (await listsOf(owner)).find(({ _id }) => _id === id);
  expect(await found()).toMatchObject({ name: "The board", sharedWith: { surveyId: survey } });
  await share(id, null);
  expect(await found()).toMatchObject({ sharedWith: null });
});

test("lists, their people and their texts are bounded; a dry run stores nothing", async () => {
  const as = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const id = await make([], as);
  const dryRun = { rows: [{ label: "A" }], dryRun: true };
  expect(await t.request(voterLists.addListedPeople, { as, params: { id }, body: dryRun })).toMatchObject({ added: 1 });
  expect(await peopleOf(id, as)).toEqual([]);
  const tooMany = { ...dryRun, total: VOTER_LIST_PEOPLE_MAX + 1 };
  expect(await t.refused(voterLists.addListedPeople, { as, params: { id }, body: tooMany })).toMatchObject({
    code: "voterListFull",
  });
  const { db } = t.database;
  for (let index = 0; index < 5; index++)
    await db
      .updateTable("voter_lists")
      .set({ people: 20_000 })
      .where("id", "=", await make([], as))
      .execute();
  expect(await t.refused(voterLists.addListedPeople, { as, params: { id }, body: dryRun })).toMatchObject({
    code: "voterListFull",
  });
  for (let index = 6; index < VOTER_LISTS_MAX; index++) await make([], as);
  expect(await t.refused(voterLists.createVoterList, { as, body: { name: "One more" } })).toMatchObject({
    code: "tooManyLists",
  });
  expect((await add(await make(), [{ label: "A", group: "g".repeat(61) }])).problems).toMatchObject([
    { kind: "invalid" },
  ]);
  for (const groups of ["x", '{"a":1}', "[1]"])
    expect(await t.refused(voterLists.copyVoterList, { as, params: { id }, query: { groups } })).toMatchObject({
      status: 422,
    });
});

test("a list is its owner's: other people and API keys don't find it", async () => {
  const id = await make([{ email: address() }]);
  for (const as of [people.otherSurveyor, people.admin]) {
    expect((await t.send(voterLists.copyVoterList, { as, params: { id } })).statusCode).toBe(404);
    expect((await t.send(voterLists.deleteVoterList, { as, params: { id } })).statusCode).toBe(404);
    expect((await listsOf(as)).map(({ _id }) => _id)).not.toContain(id);
    expect((await share(id, null, as)).statusCode).toBe(404);
  }
  // It can't be shared with the owners of another person's survey.
  expect((await share(id, await t.makeSurvey(people.otherSurveyor))).statusCode).toBe(404);
});

test("a survey takes a copy of some groups, which stays as it is while the list goes on changing", async () => {
  const [ada, bob, eve] = [address(), address(), address()];
  const list = await make([
    { email: ada, label: "Ada", group: "Board" },
    { email: bob, label: "Bob", group: "Choir" },
    { email: eve, label: "Eve" },
  ]);
  expect((await copy(list)).rows.map(({ email }) => email)).toEqual([ada, bob, eve]);
  const id = await invited.make();
  expect((await take(id, list, ["Board", "Choir"])).json()).toMatchObject({ added: 2, problems: [] });
  await invited.publish(id);
  const onSurvey = async () => (await invited.list(id)).map(({ label, email }) => `${label} ${email}`);
  const before = await onSurvey();
  expect(before).toEqual([`Ada ${ada}`, `Bob ${bob}`]);
  const [first, second] = await peopleOf(list);
  const params = { id: list, person: first?._id ?? "" };
  await t.request(voterLists.changeListedPerson, { as: owner, params, body: { email: address(), label: "Changed" } });
  await t.request(voterLists.removeListedPerson, { as: owner, params: { id: list, person: second?._id ?? "" } });
  expect(await onSurvey()).toEqual(before);
  await t.request(voterLists.deleteVoterList, { as: owner, params: { id: list } });
  expect(await onSurvey()).toEqual(before);
});

test("after the first publication a second copy is a late, public addition, and none after the first secret vote", async () => {
  const [ada, bob] = [address(), address()];
  const list = await make([{ email: ada }]);
  const { id, codes } = await invited.makeOpen(5, secretSettings());
  expect((await take(id, list)).statusCode).toBe(200);
  expect((await invited.resultLabel(id)).list).toMatchObject({ invited: 5, added: 1 });
  await add(list, [{ email: bob }]);
  await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
  expect((await take(id, list)).json()).toMatchObject({ code: "listFixed" });
  expect((await invited.list(id)).some(({ email }) => email === bob)).toBe(false);
});

test("a person who refuses invitations doesn't get any through a list", async () => {
  const [refuses, wants] = [address(), address()];
  for (const hash of addressHashOf(t)(refuses).slice(0, 1)) await optOutOfInvitations(t.database, hash);
  const { id } = await invited.makeOpen(0);
  await take(id, await make([{ email: refuses }, { email: wants }]));
  await t.request(invitations.sendInvitations, { as: owner, params: { id } });
  await enqueueMailings(t.database);
  const to = (await sendEmails(t)).map((email) => email.to);
  expect(to).toContain(wants);
  expect(to).not.toContain(refuses);
  expect((await invited.list(id)).map(({ state }) => state)).toEqual(["refused", "sent"]);
});

/** The ways to end the sharing of a list. @param listOwner whose it is, and @param reader with whom it is shared */
const ends: Record<string, (id: string, of: { listOwner: Person; reader: Person; list: string }) => Promise<unknown>> =
  {
    "the reader leaves": (id, { reader }) => shared.leave(id, reader),
    "the reader is demoted": (_, { reader: { id } }) =>
      t.request(setUserRole, { as: people.admin, params: { id }, body: { role: "user" } }),
    "its owner leaves the survey": (id, { listOwner }) => shared.leave(id, listOwner),
    "its owner is blocked": (_, { listOwner: { id } }) =>
      t.request(setUserStatus, { as: people.admin, params: { id }, body: { status: BLOCKED } }),
    "its owner's account is deleted": (_, { listOwner }) => deleteAccount(listOwner),
    "its owner shares it no longer": (_, { list, listOwner }) => share(list, null, listOwner),
  };
async function deleteAccount(as: Person) {
  const now = { created_at: Date.now() };
  await t.database.db.updateTable("sessions").set(now).where("user_id", "=", as.id).execute();
  await t.request(deleteMyAccount, { as, body: { email: as.email } });
}

test.each(Object.entries(ends))("owners of a survey share a list, read and change it, until %s", async (_, end) => {
  const surveyId = await invited.make();
  const [listOwner, reader] = [await shared.share(surveyId, owner), await shared.share(surveyId, owner)];
  const list = await make([{ label: "Ada" }], listOwner);
  expect((await t.send(voterLists.copyVoterList, { as: reader, params: { id: list } })).statusCode).toBe(404);
  expect((await share(list, surveyId, listOwner)).statusCode).toBe(200);
  for (const as of [reader, owner]) {
    expect(await listsOf(as)).toContainEqual(expect.objectContaining({ _id: list, isOwn: false }));
    await add(list, [{ label: as.id }], as);
  }
  // Only its owner deletes it and decides who shares it.
  expect((await t.send(voterLists.deleteVoterList, { as: reader, params: { id: list } })).statusCode).toBe(404);
  expect((await share(list, null, reader)).statusCode).toBe(404);
  await end(surveyId, { listOwner, reader, list });
  const found = await t.send(voterLists.copyVoterList, { as: reader, params: { id: list } });
  expect([403, 404]).toContain(found.statusCode);
  const rows = await t.send(voterLists.addListedPeople, {
    as: reader,
    params: { id: list },
    body: { rows: [{ label: "B" }] },
  });
  expect([403, 404]).toContain(rows.statusCode);
});

test("people whom several owners add to lists of one person at the same time don't exceed the limit of all its lists", async () => {
  const surveyId = await invited.make();
  const listOwner = await shared.share(surveyId, owner);
  const others = await Promise.all([1, 2, 3].map(() => shared.share(surveyId, owner)));
  const { db } = t.database;
  const lists: string[] = [];
  for (const _ of others) lists.push(await make([], listOwner));
  for (const list of lists) expect((await share(list, surveyId, listOwner)).statusCode).toBe(200);
  for (let index = 0; index < 5; index++) {
    const people = index === 0 ? VOTER_LIST_PEOPLE_MAX - 1 : VOTER_LIST_PEOPLE_MAX;
    await db
      .updateTable("voter_lists")
      .set({ people })
      .where("id", "=", await make([], listOwner))
      .execute();
  }
  const added = await Promise.all(
    others.map((as, index) =>
      t.send(voterLists.addListedPeople, {
        as,
        params: { id: lists[index] ?? "" },
        body: { rows: [{ label: "Ada" }] },
      }),
    ),
  );
  expect(added.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
});

test("with the account of its owner a list is deleted; surveys keep their copies, and other lists lose the address", async () => {
  const leaves = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const theirs = await make([{ label: "Ada" }], leaves);
  const others = await make([{ email: leaves.email, label: "Leo Leaves", group: "Choir" }, { label: "Stays" }]);
  const { id } = await invited.makeOpen(0);
  await take(id, others);
  const data = await t.request(exportMyData, { as: leaves });
  expect(data.voterLists).toMatchObject([{ name: "The club", people: 1 }]);
  expect(data.onVoterLists).toMatchObject([{ label: "Leo Leaves", group: "Choir" }]);
  await deleteAccount(leaves);
  const { db } = t.database;
  expect(await db.selectFrom("voter_lists").select("id").where("id", "=", theirs).execute()).toEqual([]);
  expect(await db.selectFrom("voter_list_people").select("id").where("list_id", "=", theirs).execute()).toEqual([]);
  expect((await peopleOf(others)).map(({ label }) => label)).toEqual(["Stays"]);
  expect((await listsOf(owner)).find(({ _id }) => _id === others)).toMatchObject({ people: 1, groups: [] });
  expect(await invited.list(id)).toHaveLength(2);
});
