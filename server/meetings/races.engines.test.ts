import { deleteMyAccount } from "@survey-app/contract/account/account.ts";
import * as questions from "@survey-app/contract/meetings/meetingQuestions.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { removePersonalData } from "../account/deletion.sql.ts";
import { lockMeeting } from "../ballots/meetingOf.sql.ts";
import type { Database } from "../database/database.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { addToNumbers } from "../invitations/listNumbers.sql.ts";
import { createCountedAddressKeys } from "../mail/addressHash.ts";
import { lockUser } from "../session/accounts.sql.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { PASSWORD, signUp } from "../testing/accounts.ts";
import { meetingsOf } from "../testing/meetings.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { countWaiting } from "../testing/waiting.sql.ts";
import { recount } from "../votes/ledger/verify.sql.ts";
import { findBrokenChains } from "../votes/ledger/verifyChains.sql.ts";
import { checkQuestions } from "../votes/ledger/verifyQuestions.sql.ts";

const ROUNDS = 6;

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const meeting = meetingsOf(() => ({ t, surveyor: people.surveyor }));
const closeDue = () => closeEnded(t.database, recorder());

/** Changes the list of a meeting under its lock, as all code does that changes one. */
const changeList = (id: string, work: (tx: Database) => Promise<unknown>) =>
  t.database.transaction(async (tx) => {
    await lockMeeting(tx, id);
    await work(tx);
  });

const add = (id: string) =>
  changeList(id, async (tx) => {
    const row = { survey_id: id, id: crypto.randomUUID(), email: null, label: "Late", created_at: Date.now() };
    await tx.db
      .insertInto("invitations")
      .values({ ...row, token_hash: row.id })
      .execute();
    await addToNumbers(tx, id, Date.now(), { added: 1, codes: 1 });
  });

const rowsOf = (database: Database, id: string) =>
  database.db.selectFrom("invitations").selectAll().where("survey_id", "=", id).orderBy("id").execute();

const strike = (id: string, person: string) =>
  changeList(id, async (tx) => {
    const one = tx.db.updateTable("invitations").where("survey_id", "=", id).where("id", "=", person);
    await one.set({ state: "struck", struck_at: Date.now() }).execute();
    await addToNumbers(tx, id, Date.now(), { struck: 1 });
  });

const replace = (id: string, person: string) =>
  changeList(id, async (tx) => {
    const one = tx.db.updateTable("invitations").where("survey_id", "=", id).where("id", "=", person);
    await one.set({ issue: sql<number>`issue + 1` }).execute();
    await addToNumbers(tx, id, Date.now(), { replaced: 1 });
  });

// Security: M02
test("each list is complete when openings race with additions, removals, replacements, deleted accounts and the end", async () => {
  const leaving = await Promise.all(Array.from({ length: ROUNDS }, () => signUp(t, {})));
  await t.database.db.updateTable("users").set({ email_verified: 1 }).execute();
  const staying = await Promise.all(Array.from({ length: 8 }, () => makePerson(t.database, t.tokens)));
  const { id, voters } = await meeting.make([...staying, ...leaving]);
  const codes = await meeting.list(
    id,
    Array.from({ length: 20 }, (_, index) => ({ email: null, label: `P${index}` })),
  );
  const addressesAt: string[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const draft = await meeting.addDraft(id);
    const request = await meeting.openRequest(id, draft);
    const account = leaving[round];
    const open = () => t.send(questions.openQuestion, { as: people.surveyor, ...request });
    const { surveyId: last } = (await meeting.manage(id)).question ?? { surveyId: null };
    if (last) await meeting.passTime(last);
    const [opened] = await Promise.all([
      open(),
      add(id),
      strike(id, codes[round] ?? ""),
      replace(id, codes[10 + round] ?? ""),
      t.request(deleteMyAccount, { as: account, body: { email: account?.email ?? "", password: PASSWORD } }),
      add(id),
      closeDue(),
      ...(last ? voters.slice(0, 3).map((voter) => meeting.vote(last, voter, 1)) : []),
      open(),
    ]);
    expect(opened?.statusCode, opened?.payload).toBe(200);
    const { surveyId } = opened?.json() ?? {};
    await Promise.all(voters.slice(0, 4).map((voter, index) => meeting.vote(surveyId, voter, index % 2 ? 1 : 0)));
    addressesAt.push((await rowsOf(t.database, surveyId)).flatMap(({ email }) => email ?? []));
  }
  await meeting.passTime((await meeting.manage(id)).question?.surveyId ?? "");
  await closeDue();

  const { questions: asked } = await meeting.manage(id);
  expect(asked.map(({ n }) => n)).toEqual(Array.from({ length: ROUNDS }, (_, index) => index + 1));
  for (const { surveyId, people: number, list, participants } of asked) {
    const rows = await rowsOf(t.database, surveyId);
    const replaced = rows.reduce((sum, { issue }) => sum + issue - 1, 0);
    expect(rows).toHaveLength(number ?? 0);
    expect(list).toMatchObject({
      invited: 34,
      added: rows.length - 34,
      struck: rows.filter(({ state }) => state === "struck").length,
      replaced,
    });
    expect(participants).toBe(4);
    expect(rows.every(({ token_hash }) => token_hash === "")).toBe(true);
  }
  // A removed address never comes back in a later list.
  const gone = leaving.map(({ email }) => email);
  const left = await t.database.db.selectFrom("invitations").select("email").where("email", "in", gone).execute();
  expect(left).toEqual([]);
  for (const [round, addresses] of addressesAt.entries())
    for (const earlier of gone.slice(0, round)) expect(addresses).not.toContain(earlier);
  expect(await findBrokenChains(t.database)).toEqual([]);
  expect((await recount(t.database)).mismatches).toEqual([]);
  expect((await checkQuestions(t.database, openImageFiles({ ...t, bucket: null }))).differs).toEqual([]);
});

test.runIf(inject("engine") === "postgres")(
  "owners who are on each other's lists don't deadlock when their accounts are deleted at once",
  async () => {
    const [ann, bob] = [await signUp(t, { role: "surveyor" }), await signUp(t, { role: "surveyor" })];
    await t.database.db.updateTable("users").set({ email_verified: 1 }).execute();
    const ofAnn = await meetingsOf(() => ({ t, surveyor: ann })).make([bob]);
    const ofBob = await meetingsOf(() => ({ t, surveyor: bob })).make([ann]);
    const [countedAddressKey] = createCountedAddressKeys([t.config.sessionSecret]);
    // In the way in which unused accounts are deleted, because requests to delete an account wait for each other.
    const leave = ({ id }: { id: string }) =>
      t.database.transaction(async (tx) =>
        removePersonalData(tx, await lockUser(tx, id), { countedAddressKey, registration: t.config.registration }),
      );
    const leaving: Promise<void>[] = [];
    await t.database.transaction(async (tx) => {
      await lockMeeting(tx, ofBob.id);
      leaving.push(leave(bob));
      await expect.poll(() => countWaiting(t.database)).toBe(1);
      leaving.push(leave(ann));
      await expect.poll(() => countWaiting(t.database)).toBe(2);
    });
    await Promise.all(leaving);
    const left = t.database.db.selectFrom("meetings").select("id").where("id", "in", [ofAnn.id, ofBob.id]);
    expect(await left.execute()).toEqual([]);
  },
);
