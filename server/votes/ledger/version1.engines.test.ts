import { checkResult } from "@survey-app/contract/results/checkResult.ts";
import { getPortableResult } from "@survey-app/contract/results/downloads.ts";
import type { LedgerPage } from "@survey-app/contract/results/ledgerPage.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { getLedger } from "@survey-app/contract/votes/votes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { sha256 } from "../../ballots/voteChain.ts";
import { newId } from "../../database/newId.ts";
import { openImageFiles } from "../../images/openImageFiles.ts";
import { newBallot } from "../../testing/ballots.ts";
import { secretSettings } from "../../testing/invitedSurveys.ts";
import { checkLedgerOf } from "../../testing/ledgers.ts";
import { createUsersOfEveryRole } from "../../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../../testing/testApp.ts";
import { beginAsVersion1, closeAsVersion1, storeAsVersion1 } from "../../testing/version1.sql.ts";
import { voteAsNewPerson } from "../../testing/voteAsNewPerson.ts";
import { storeBallots } from "../storing/votes.sql.ts";
import { recount } from "./verify.sql.ts";
import { findBrokenChains } from "./verifyChains.sql.ts";
import { checkQuestions } from "./verifyQuestions.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const publish = (settings: object = {}) => t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...settings });
const read = (id: string) => t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });
const ledgerOf = (id: string): Promise<LedgerPage> =>
  t.request(getLedger, { as: people.surveyor, params: { id }, query: {} });
const fileOf = async (id: string) => JSON.parse((await t.send(getPortableResult, { params: { id } })).payload);
const boxOf = (id: string) =>
  t.database.db.selectFrom("ballot_boxes").selectAll().where("survey_id", "=", id).executeTakeFirstOrThrow();
const check = () => checkQuestions(t.database, openImageFiles({ ...t, bucket: null }));

async function expectSound(): Promise<void> {
  expect((await recount(t.database)).mismatches).toEqual([]);
  expect(await findBrokenChains(t.database)).toEqual([]);
  expect((await check()).differs).toEqual([]);
}

describe("a ledger that version 1.0 began", () => {
  test("stays in format 2, and its file says that its head doesn't stand for the question", async () => {
    const id = await publish();
    await beginAsVersion1(t.database, id, [1, 0]);
    const { label, Title, Description } = await read(id);
    expect(label.questionHash).toBe(sha256(`${Title}\n${Description}`));
    expect(label.picture).toBeUndefined();
    await voteAsNewPerson(t, id, 1);
    const large = Array.from({ length: 40 }, () => newBallot(id));
    expect(new Set((await storeBallots(t.database, large)).map(({ kind }) => kind))).toEqual(new Set(["stored"]));
    expect((await boxOf(id)).ledger_format).toBeNull();
    const page = await ledgerOf(id);
    expect(page).toMatchObject({ format: 2, rows: 43 });
    expect(page.asks).toBeUndefined();
    expect(await checkLedgerOf(t, id)).toMatchObject({ rows: 43, asks: null });
    await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
    const file = await fileOf(id);
    expect(file).toMatchObject({ format: "Survey App result 1", ledger: { format: 2 } });
    const { head, closed, participants, totals, end } = file.ledger as LedgerPage;
    expect(end).toBe(sha256(`${head} closed ${closed} ${participants} ${totals?.yes} ${totals?.no} ${totals?.unsure}`));
    const checked = await checkResult(file, { hash: sha256 });
    expect(checked.asks).toBeNull();
    expect(checked.unverifiable).toContain("survey.Title");
    await expectSound();
  });

  test("takes ballots that name its question in the former form, and no other ones", async () => {
    const id = await publish();
    const former = (await read(id)).label.questionHash;
    await beginAsVersion1(t.database, id, [1]);
    const { label } = await read(id);
    expect(label.questionHash).not.toBe(former);
    const named = (question: string) => storeBallots(t.database, [{ ...newBallot(id), question }]);
    expect(await named(label.questionHash)).toMatchObject([{ kind: "stored" }]);
    expect(await named(sha256("another"))).toMatchObject([{ kind: "refused", because: "questionMoved" }]);
    await expectSound();
  });

  test("is listed by the check of the database, if it was begun since the upgrade", async () => {
    const [since, before] = [await publish(), await publish()];
    for (const id of [since, before]) await beginAsVersion1(t.database, id, [1]);
    await t.database.db.updateTable("ballot_boxes").set({ ledger_format: 2 }).where("survey_id", "=", before).execute();
    const { former, formerSince } = await check();
    expect(formerSince).toContain(since);
    expect(formerSince).not.toContain(before);
    expect(former).toBeGreaterThan(formerSince.length);
  });
});

test("an edit by version 1.0 empties the hash, and the first vote is stored with the new one in format 3", async () => {
  const [one, many, secret] = [await publish(), await publish(), await publish(secretSettings())];
  const ids = [one, many, secret];
  for (const id of ids)
    await t.database.db.updateTable("surveys").set({ title: "Corrected by hand?" }).where("id", "=", id).execute();
  for (const id of ids) expect(await boxOf(id)).toMatchObject({ question_hash: "", ledger_format: null });
  await voteAsNewPerson(t, one, 1);
  const batch = Array.from({ length: 20 }, () => newBallot(many));
  expect((await storeBallots(t.database, batch)).every(({ kind }) => kind === "stored")).toBe(true);
  await voteAsNewPerson(t, secret, 1);
  for (const id of ids) {
    const { ledger_format, question_hash } = await boxOf(id);
    expect({ ledger_format, question_hash }).toEqual({
      ledger_format: 3,
      question_hash: (await read(id)).label.questionHash,
    });
  }
  expect(await checkLedgerOf(t, many)).toMatchObject({
    rows: 20,
    asks: { question: (await boxOf(many)).question_hash },
  });
  // Another column keeps it.
  const other = await publish();
  await t.database.db.updateTable("surveys").set({ category: "Cleaning Tools" }).where("id", "=", other).execute();
  expect((await boxOf(other)).question_hash).not.toBe("");
  await expectSound();
});

test("a survey without votes whose question is unknown ends in format 3", async () => {
  const id = await publish();
  await t.database.db.updateTable("surveys").set({ title: "Corrected by hand?" }).where("id", "=", id).execute();
  await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
  expect(await ledgerOf(id)).toMatchObject({ format: 3, closing: { by: "admin" } });
  await checkResult(await fileOf(id), { hash: sha256 });
  await expectSound();
});

test("a ledger of format 3 that version 1.0 closed doesn't say anything about the close, and its file names the fields", async () => {
  const id = await publish();
  await voteAsNewPerson(t, id, 1);
  await closeAsVersion1(t.database, id);
  expect(await ledgerOf(id)).toMatchObject({ format: 3, closing: null });
  const { closing, unverifiable } = await checkResult(await fileOf(id), { hash: sha256 });
  expect(closing).toBeNull();
  expect(unverifiable).toContain("label.list");
  expect(unverifiable).not.toContain("survey.Title");
  await expectSound();
});

// SQLite doesn't have functions that another version could call.
test.runIf(inject("engine") === "postgres")(
  "each function that version 1.0 calls begins a ledger in format 2, and empties the hash of its question",
  async () => {
    const [one, several, single, secret] = await Promise.all([{}, {}, {}, secretSettings()].map(publish));
    const [id, user] = [newId(), newId()];
    await sql`select store_first_votes(${one}, ${[id]}, ${[user]}, ${[1]}, ${[""]})`.execute(t.database.db);
    await sql`select store_first_votes_on_several(${[several]}, ${[newId()]}, ${[user]}, ${[1]}, ${[""]})`.execute(
      t.database.db,
    );
    const ballot = { userId: user, choice: 1 as const, comment: "", ticketHash: sha256(user) };
    for (const each of [single, secret]) await storeAsVersion1(t.database, each ?? "", [{ ...ballot, id: newId() }]);
    for (const each of [one, several, single, secret])
      expect(await boxOf(each ?? "")).toMatchObject({ participants: 1, ledger_format: null, question_hash: "" });
    await expectSound();
  },
);

test.runIf(inject("engine") === "postgres")(
  "while both versions store votes on the same surveys, no vote is lost, and each ledger is right in one format",
  async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, index) => publish(index % 3 === 2 ? secretSettings() : {})),
    );
    const ballot = (vote: number) => ({ ...newBallot(""), choice: (vote % 2) as 0 | 1, ticketHash: sha256(newId()) });
    const former = async (id: string, vote: number) => {
      const { id: ballotId, userId, choice, ticketHash } = ballot(vote);
      const stored = await storeAsVersion1(t.database, id, [{ id: ballotId, userId, choice, ticketHash, comment: "" }]);
      return stored !== "";
    };
    const current = async (id: string, vote: number) => {
      const [result] = await storeBallots(t.database, [{ ...ballot(vote), surveyId: id }]);
      return result?.kind === "stored";
    };
    const stored = await Promise.all(
      Array.from({ length: 20 }, (_, vote) =>
        ids.map((id, index) => ((vote + index) % 2 === 0 ? former(id, vote) : current(id, vote))),
      ).flat(),
    );
    expect(stored).toEqual(stored.map(() => true));
    const formats = new Set<number>();
    for (const id of ids) {
      const page = await ledgerOf(id);
      expect(page.participants).toBe(20);
      formats.add(page.format);
      await checkLedgerOf(t, id);
      expect((await boxOf(id)).ledger_format).toBe(page.format === 3 ? 3 : null);
    }
    expect([...formats].every((format) => format === 2 || format === 3)).toBe(true);
    await expectSound();
  },
);

test.runIf(inject("engine") === "postgres")("votes that version 1.0 stores continue a ledger of format 3", async () => {
  const [id, secret] = [await publish(), await publish(secretSettings())];
  for (const each of [id, secret]) await voteAsNewPerson(t, each, 1);
  const ballot = () => ({ id: newId(), userId: newId(), choice: 1 as const, comment: "", ticketHash: sha256(newId()) });
  expect(await storeAsVersion1(t.database, id, [ballot()])).toMatch(/ 2 [0-9a-f]{64}$/);
  expect(await storeAsVersion1(t.database, secret, [ballot()])).toMatch(/ secret$/);
  expect(await checkLedgerOf(t, id)).toMatchObject({ rows: 2, asks: { electorate: "everyone" } });
  for (const each of [id, secret]) expect((await boxOf(each)).ledger_format).toBe(3);
  // A secret one that it begins has format 2.
  const begun = await publish(secretSettings());
  await storeAsVersion1(t.database, begun, [ballot()]);
  await voteAsNewPerson(t, begun, 0);
  expect(await ledgerOf(begun)).toMatchObject({ format: 2, participants: 2 });
  await expectSound();
});
