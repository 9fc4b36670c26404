import { join } from "node:path";
import { rowKeyText, sealText } from "@survey-app/contract/ballots/ledger.ts";
import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { type Selectable, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "../../ballots/voteChain.ts";
import type { Database } from "../../database/database.ts";
import type { Tables } from "../../database/tables.ts";
import { openImageFiles } from "../../images/openImageFiles.ts";
import { openDatabase } from "../../process/openDatabase.ts";
import { emptyDatabase } from "../../testing/freshDatabase.ts";
import { createUsersOfEveryRole, makePerson } from "../../testing/people.ts";
import { rowsOfBackup } from "../../testing/rowsOfBackup.ts";
import { runCommand } from "../../testing/runCommand.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../../testing/testApp.ts";
import { findLinkSurvey, type LinkSurvey } from "../../voters/linkVoters.sql.ts";
import { verifyDatabase } from "../../votes/ledger/verifyDatabase.ts";
import { counted } from "../../words/counted.ts";
import type { SnapshotSource } from "./snapshot.sql.ts";

/** It doesn't contain a comma, because commas separate former secrets. */
const SECRET = "the secret of the server that is backed up";
const ANOTHER = "another secret of more than 32 characters";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const makeHidden = (settings: object = {}) =>
  t.makeSurvey(people.surveyor, {
    publishedBy: people.admin,
    deadline: new Date(Date.now() + 48 * HOUR_MS).toISOString(),
    results: "afterClose",
    ...settings,
  });

async function vote(surveyId: string, vote: 0 | 1): Promise<string | null> {
  const as = await makePerson(t.database, t.tokens);
  return (await t.request(votes.castVote, { as, body: { SurveyID: surveyId, vote } })).receipt;
}

/** A survey by open link that a browser has opened. */
async function openLink(): Promise<string> {
  const deadline = new Date(Date.now() + 48 * HOUR_MS).toISOString();
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, electorate: "link", deadline });
  const survey = await findLinkSurvey(t.database, id);
  return (survey as LinkSurvey).key ?? "";
}

const settingsOf = ({ databaseUrl, dataDir }: SnapshotSource, secrets: Record<string, string>) => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  ...secrets,
});

async function backUp(name: string): Promise<string> {
  const file = join(t.dataDir, name);
  const { code, err } = await runCommand("backup", settingsOf(t, { SESSION_SECRET: SECRET }), [file]);
  expect(code, err).toBe(0);
  return file;
}

const publicLedger = (id: string) => t.request(votes.getLedger, { params: { id } });

/** Tries each text as the key of a public ledger. @returns the answers that they open, with their rows' numbers */
async function opened(id: string, texts: Iterable<string>): Promise<[n: number, answer: number][]> {
  const { entries } = await publicLedger(id);
  return [...texts].flatMap((key) =>
    entries.flatMap(({ n, seal }) =>
      ([0, 1, 2] as const)
        .filter((answer) => sha256(sealText(sha256(rowKeyText(key, n)), answer)) === seal)
        .map((answer): [number, number] => [n, answer]),
    ),
  );
}

/** All texts that a backup holds. */
const textsOf = async (file: string) =>
  new Set((await rowsOfBackup(file)).flatMap(({ row }) => row.filter((value) => typeof value === "string")));

// Security: F12
test("a backup doesn't open answers of a hidden survey that are given after it", async () => {
  const [unvoted, voted, live] = [await makeHidden(), await makeHidden(), await makeHidden({ results: "live" })];
  await vote(voted, 1);
  const linkKey = await openLink();
  const file = await backUp("before.tar");
  for (const id of [unvoted, voted, live]) for (const answer of [1, 0, 0] as const) await vote(id, answer);
  const texts = await textsOf(file);
  expect(texts.size).toBeGreaterThan(20);
  for (const id of [unvoted, voted]) expect(await opened(id, texts)).toEqual([]);
  // The attack works with the key itself.
  const { ledger_key } = await boxOf(voted);
  for (const key of [ledger_key, linkKey]) expect(texts).not.toContain(key);
  expect(await opened(voted, [ledger_key])).toEqual([
    [1, 1],
    [2, 1],
    [3, 0],
    [4, 0],
  ]);
});

// Security: F12
test("a copy of the database from before the first vote doesn't open any answer of a hidden survey", async () => {
  const [one, together, live] = [await makeHidden(), await makeHidden(), await makeHidden({ results: "live" })];
  const keys = await Promise.all([one, together, live].map(async (id) => (await boxOf(id)).ledger_key));
  await vote(one, 1);
  await vote(one, 0);
  await Promise.all(Array.from({ length: 40 }, () => vote(together, 1)));
  await vote(live, 1);
  for (const id of [one, together]) expect(await opened(id, keys)).toEqual([]);
  expect((await boxOf(live)).ledger_key).toBe(keys[2]);
  expect((await verifyDatabase(t.database, openImageFiles(t.config))).chains).toEqual([]);
  await t.request(closeSurvey, { as: people.surveyor, params: { id: one } });
  const { key, entries } = await publicLedger(one);
  expect(key).toBe((await boxOf(one)).ledger_key);
  expect(entries.map((entry) => entry.vote)).toEqual([1, 0]);
});

const boxOf = (id: string) =>
  t.database.db.selectFrom("ballot_boxes").selectAll().where("survey_id", "=", id).executeTakeFirstOrThrow();

test.each([
  ["with the secret", { SESSION_SECRET: SECRET }],
  ["with the secret among the former ones", { SESSION_SECRET: ANOTHER, SESSION_SECRET_OLD: SECRET }],
])("%s, a restore keeps all keys and ledgers", async (name, secrets) => {
  const id = await makeHidden();
  await vote(id, 1);
  const restored = await restoreFrom(await backUp(`${name}.tar`), secrets);
  expect(restored).toMatchObject({ code: 0, out: expect.stringMatching(/^Valid: /) });
  expect(restored.out).not.toContain("doesn't have");
  expect(restored.boxes).toEqual(await allOf(t.database, "ballot_boxes"));
  expect(restored.links).toEqual(await allOf(t.database, "link_surveys"));
  expect(restored.links.length).toBeGreaterThan(0);
});

test("without the secret, a restore says for how many surveys receipts no longer match, and doesn't lose a vote", async () => {
  const before = (await hiddenWithReceipts()).length;
  const [named, confidential, empty, live] = [
    await makeHidden({ changeable: true }),
    await makeHidden({ privacy: "confidential" }),
    await makeHidden(),
    await makeHidden({ results: "live" }),
  ];
  for (const id of [named, confidential, live]) for (const answer of [1, 0, 1] as const) await vote(id, answer);
  const restored = await restoreFrom(await backUp("unreadable.tar"), { SESSION_SECRET: ANOTHER });
  expect(restored).toMatchObject({ code: 0, out: expect.stringMatching(/^Valid: /) });
  expect(restored.out).toContain(`Of ${counted(before + 1, "survey")} with hidden answers, receipts`);
  expect(restored.out).toContain(`${counted(restored.links.length, "survey")} by open link no longer recognize`);
  for (const { voter_key } of restored.links) expect(voter_key).toMatch(/^[\da-f]{64}$/);
  const restoredBox = (id: string) => restored.boxes.find(({ survey_id }) => survey_id === id);
  for (const id of [named, confidential]) {
    const box = await boxOf(id);
    expect(restoredBox(id)).toMatchObject({ participants: 3, yes_votes: 2, ledger_rows: 3 });
    expect(restoredBox(id)?.ledger_key).toMatch(/^[\da-f]{64}$/);
    for (const column of ["ledger_key", "ledger_head"] as const)
      expect(restoredBox(id)?.[column]).not.toBe(box[column]);
  }
  expect(restoredBox(empty)?.ledger_key).toMatch(/^[\da-f]{64}$/);
  expect(restoredBox(live)).toEqual(await boxOf(live));
});

const allOf = <T extends "ballot_boxes" | "link_surveys">({ db }: Database, table: T) =>
  sql<Selectable<Tables[T]>>`select * from ${sql.table(table)} order by survey_id`.execute(db).then(({ rows }) => rows);

/** Surveys with receipts whose key isn't in any public ledger. */
const hiddenWithReceipts = () =>
  t.database.db
    .selectFrom("ballot_boxes")
    .select("survey_id")
    .where("results", "<>", "live")
    .where("closed_at", "is", null)
    .where("privacy", "=", "named")
    .where("ledger_rows", ">", 0)
    .execute();

/** Restores a backup as the command does, and checks the restored database as `npm run verify` does. */
async function restoreFrom(file: string, secrets: Record<string, string>) {
  const place = await emptyDatabase();
  try {
    const { code, out, err } = await runCommand("restore", settingsOf(place, secrets), [file]);
    const database = openDatabase(place);
    try {
      expect((await verifyDatabase(database, openImageFiles({ ...place, bucket: null }))).wrong).toBe(0);
      const [boxes, links] = [await allOf(database, "ballot_boxes"), await allOf(database, "link_surveys")];
      return { code, out, err, boxes, links };
    } finally {
      await database.close();
    }
  } finally {
    await place.remove();
  }
}
