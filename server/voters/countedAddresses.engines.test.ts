import * as account from "@survey-app/contract/account/account.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressForOwner } from "../invitations/optOuts.sql.ts";
import { createAddressHash, createCountedAddressKeys } from "../mail/addressHash.ts";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { checkFormerSecrets } from "../process/startupChecks.ts";
import { invitedSurveys, PRIVACIES } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { findCountedAddresses, removeOldCountedAddresses } from "./countedAddresses.sql.ts";

const FORMER_SECRET = "the secret before this one, 4f1c8a02";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({ formerSecrets: [FORMER_SECRET] }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));
const newPerson = () => makePerson(t.database, t.tokens, {});
const deleteAccount = (as: Person) => t.request(account.deleteMyAccount, { as, body: { email: as.email } });
const problemsOf = async (id: string, rows: { email: string }[], dryRun: boolean) =>
  (await t.request(invitations.addInvitations, { as: people.surveyor, params: { id }, body: { rows, dryRun } }))
    .problems;
const stored = (id: string) =>
  t.database.db.selectFrom("counted_addresses").selectAll().where("survey_id", "=", id).execute();

describe.each(PRIVACIES)("on a %s survey", (privacy, settings) => {
  test("a person who deleted the account is not invited again, and nothing tells whether they voted, or which vote was theirs", async () => {
    const [byAccount, byLink, silent] = [await newPerson(), await newPerson(), await newPerson()];
    const emails = [byAccount.email, byLink.email, silent.email];
    const { id } = await invited.makeOpen(0, settings(), emails);
    const links = await invited.linksOf(id);
    expect((await invited.castByAccount(id, byAccount, 1)).statusCode).toBe(200);
    expect((await invited.vote(id, await invited.open(links[1] ?? ""), 1)).statusCode).toBe(200);
    const opened = await invited.open(links[2] ?? "");
    for (const each of [byAccount, byLink, silent]) await deleteAccount(each);

    const rows = emails.map((email) => ({ email: email.toUpperCase() }));
    const message = "Already counted: the person with this address was on the list, and then deleted their account";
    const expected = [0, 1, 2].map((row) => ({ row, kind: "counted", message, code: "listRow.counted" }));
    const isSecret = privacy === "secret";
    // The list of a secret survey is fixed with the first vote, so nothing needs to be kept.
    if (isSecret) expect(await invited.addRefused(id, rows)).toMatchObject({ code: "listFixed" });
    else for (const dryRun of [true, false]) expect(await problemsOf(id, rows, dryRun)).toEqual(expected);
    // The response doesn't tell who hadn't voted, and that person can no longer vote.
    expect((await invited.vote(id, opened, 0)).json()).toMatchObject({ status: 409, code: "notInvited" });
    for (const token of links)
      expect(await t.refused(invitations.openInvitation, { body: { token } })).toMatchObject({ status: 422 });
    expect(await invited.participantsOf(id)).toBe(2);

    const kept = await stored(id);
    expect(kept).toHaveLength(isSecret ? 0 : 3);
    const written = JSON.stringify(kept);
    const ids = (await t.database.db.selectFrom("invitations").select("id").where("survey_id", "=", id).execute()).map(
      (row) => row.id,
    );
    for (const told of [...emails, ...ids, byAccount.id, byLink.id]) expect(written).not.toContain(told);
    // They end with the survey; an admin may close one with few votes.
    await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
    expect(await stored(id)).toEqual([]);
  });
});

test("a voter whose address was passed on keeps the name on the list when the address's new holder deletes their account", async () => {
  const [voter, next] = [await newPerson(), await newPerson()];
  const { email } = voter;
  const id = await invited.make();
  await invited.add(id, [{ email, label: "Room 12" }]);
  await invited.publish(id);
  await invited.castByAccount(id, voter, 1);
  const setEmail = (person: Person, to: string) =>
    t.database.db.updateTable("users").set({ email: to }).where("id", "=", person.id).execute();
  await setEmail(voter, next.email.replace("@", "+moved@"));
  await setEmail(next, email);
  await t.request(account.deleteMyAccount, { as: next, body: { email } });
  const [found] = await invited.list(id);
  expect(found).toMatchObject({ label: "Room 12", email: null, isDeleted: true, voted: true });
  const [vote] = await t.request(votes.listSurveyVotes, { params: { id }, query: {} });
  expect(vote?.userName).toBe("Room 12");
  // The mailbox has had its vote.
  expect(await problemsOf(id, [{ email }], true)).toMatchObject([{ row: 0, kind: "counted" }]);
});

test("addresses are recognized after a changed secret, and the start says when the former one is missing", async () => {
  const person = await newPerson();
  const { id } = await invited.makeOpen(0, {}, [person.email]);
  await invited.castByAccount(id, person, 1);
  await deleteAccount(person);
  const [former] = createCountedAddressKeys([FORMER_SECRET]);
  await t.database.db
    .updateTable("counted_addresses")
    .set({ address_hash: former.hash(id, person.email), key_number: former.number })
    .where("survey_id", "=", id)
    .execute();
  expect(await problemsOf(id, [person], false)).toMatchObject([{ row: 0, kind: "counted" }]);
  const { sessionSecret } = t.config;
  await checkFormerSecrets(t.database, [sessionSecret, FORMER_SECRET]);
  await expect(checkFormerSecrets(t.database, [sessionSecret])).rejects.toThrow(
    /^SESSION_SECRET has changed, .*: add it to SESSION_SECRET_OLD, or to SESSION_SECRET_LEAKED if others may know it\.$/,
  );
  // After 24 months nothing is kept.
  await t.database.db
    .updateTable("counted_addresses")
    .set({ kept_until: Date.now() - 1 })
    .execute();
  await removeOldCountedAddresses(t.database);
  await checkFormerSecrets(t.database, [sessionSecret]);
  expect(await findCountedAddresses(t.database, id, { emails: [person.email], keys: [former] })).toEqual(new Set());
});

test("addresses that refuse invitations, all or one owner's, do so after a changed secret, until they accept them again", async () => {
  const [person, ofOwner] = [await newPerson(), await newPerson()];
  const former = createAddressHash([FORMER_SECRET]);
  const texts = [person.email, addressForOwner({ ownerId: people.surveyor.id, address: ofOwner.email })];
  await t.database.db
    .insertInto("refused_addresses")
    .values(texts.map((text) => ({ address_hash: former(text)[0] })))
    .execute();
  const { id } = await invited.makeOpen(0, {}, [person.email, ofOwner.email]);
  await t.request(invitations.sendInvitations, { as: people.surveyor, params: { id } });
  await enqueueMailings(t.database);
  const sent = await sendEmails(t);
  for (const { email } of [person, ofOwner]) expect(sent.map(({ to }) => to)).not.toContain(email);
  expect((await invited.list(id)).map(({ state }) => state)).toEqual(["refused", "refused"]);

  const isWanted = async () => (await t.request(outcomes.getEmailPreferences, { as: person })).invitations;
  const set = (body: { invitations: boolean }) => t.request(outcomes.setEmailPreferences, { as: person, body });
  expect(await isWanted()).toBe(false);
  expect(await set({ invitations: false })).toEqual({ modifiedCount: 0 });
  expect(await set({ invitations: true })).toEqual({ modifiedCount: 1 });
  expect(await isWanted()).toBe(true);
  expect((await invited.list(id)).map(({ state }) => state)).toEqual(["listed", "refused"]);
});

test("hashes of one address differ between surveys and secrets, and the number of a key tells no other", async () => {
  const [current, former] = createCountedAddressKeys([FORMER_SECRET, `${FORMER_SECRET} `]);
  const hashes = [current, former].flatMap((key) => ["one", "two"].map((id) => key?.hash(id, "ada@example.org")));
  expect(new Set(hashes).size).toBe(4);
  expect(new Set([current.number, former?.number, ...hashes]).size).toBe(6);
});
