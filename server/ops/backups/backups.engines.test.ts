import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { BallotSettings } from "@survey-app/contract/ballots/ballots.ts";
import { SPLIT_MIN } from "@survey-app/contract/ballots/ledger.ts";
import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import { castInvitedVote } from "@survey-app/contract/invitations/invitations.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { uploadImage } from "@survey-app/contract/surveys/images.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { createApp } from "../../app.ts";
import { verify } from "../../cli/verify.ts";
import { readConfig } from "../../config/config.ts";
import type { Database } from "../../database/database.ts";
import { openImageFiles } from "../../images/openImageFiles.ts";
import { openDatabase } from "../../process/openDatabase.ts";
import { PASSWORD, signUp } from "../../testing/accounts.ts";
import { emptyDatabase } from "../../testing/freshDatabase.ts";
import { invitedSurveys } from "../../testing/invitedSurveys.ts";
import { listVotes } from "../../testing/listVotes.ts";
import { multipart } from "../../testing/multipart.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../../testing/people.ts";
import { bilevelPng } from "../../testing/png.ts";
import { runCommand } from "../../testing/runCommand.ts";
import { type TestApp, testApp, urlOf, WITHOUT_POLLS } from "../../testing/testApp.ts";
import { testConfig } from "../../testing/testConfig.ts";
import { recount } from "../../votes/ledger/verify.sql.ts";
import { findListFlaws } from "../../votes/ledger/verifyInvited.sql.ts";
import { createArchiveKeys } from "./archiveKeys.ts";
import { digest } from "./backupFile.ts";
import { checkBackup } from "./checkBackup.ts";
import { restoreBackup } from "./restoreBackup.ts";
import { type SnapshotSource, withSnapshot } from "./snapshot.sql.ts";
import { writeBackup } from "./writeBackup.ts";

let t: TestApp;

let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let survey: string;
let email: string;
/**
 * Surveys of other kinds, with proofs that their voters hold: a receipt of a changed vote, and a ticket of a secret
 * one.
 */
/** A survey for invited people, with two codes. */
let invited: { id: string; codes: string[] };
let changeable: { id: string; as: Person; receipt: string | null };
let secret: { id: string; as: Person; ticket: string };
beforeAll(async () => {
  // Without background jobs, so that the database stays as the tests leave it.
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
  const awkward = { Title: "Is »größer« better?", Description: 'One\n\\ "two" 😀, [3]' };
  survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...awkward });
  changeable = await makeChangeable({ results: "afterClose", changeable: true });
  await makeChangeable({ results: "afterClose", changeable: true, privacy: "confidential" });
  secret = await makeSecret();
  invited = await invitedSurveys(() => ({ t, ...people })).makeOpen(2);
  ({ email } = await signUp(t));
  const picture = multipart([{ name: "image", filename: "a.png", type: "image/png", content: bilevelPng(900, 600) }]);
  const uploaded = await t.send(uploadImage, { as: people.user, ...picture });
  expect(uploaded.statusCode, uploaded.payload).toBe(200);
});
afterAll(() => t.close());

const makeVoters = () =>
  Promise.all(Array.from({ length: SPLIT_MIN }, () => makePerson(t.database, t.tokens, { isMember: true })));
const makeOpen = (settings: Partial<BallotSettings>) =>
  t.makeSurvey(people.surveyor, {
    publishedBy: people.admin,
    deadline: new Date(Date.now() + 48 * HOUR_MS).toISOString(),
    ...settings,
  });

/** A survey with a vote that was changed twice, and whose comment moved along. */
async function makeChangeable(settings: Partial<BallotSettings>): Promise<typeof changeable> {
  const id = await makeOpen(settings);
  const voters = await makeVoters();
  const [as] = voters as [Person];
  for (const voter of voters)
    await t.request(votes.castVote, { as: voter, body: { SurveyID: id, vote: 1, comments: "My reason" } });
  let receipt: string | null = null;
  for (const vote of [0, 1] as const) {
    const own = await t.request(votes.getMyVote, { as, params: { id } });
    const body = { SurveyID: id, vote, replaces: own?.receipt ?? own?.turn };
    ({ receipt } = await t.request(votes.castVote, { as, body }));
  }
  return { id, as, receipt };
}

async function makeSecret(): Promise<typeof secret> {
  const id = await makeOpen({ results: "afterClose", privacy: "secret" });
  const [as, ...others] = (await makeVoters()) as [Person, ...Person[]];
  const ticketOf = (voter: Person) => voter.id.replaceAll("-", "");
  for (const voter of [as, ...others])
    await t.request(votes.castVote, { as: voter, body: { SurveyID: id, vote: 1, ticket: ticketOf(voter) } });
  return { id, as, ticket: ticketOf(as) };
}

/** Sessions are not part of backups. */
async function signInAgain({ db }: Database, { id, sessionId }: Person): Promise<void> {
  const now = Date.now();
  const dates = { created_at: now, updated_at: now, expires_at: now + HOUR_MS };
  const session = { id: sessionId, user_id: id, token: sessionId, ip_address: null, user_agent: null, ...dates };
  await db.insertInto("sessions").values(session).execute();
}

const imagesOf = ({ dataDir }: SnapshotSource) => openImageFiles({ dataDir, bucket: null });
const sourcesOf = (place: SnapshotSource) => ({
  images: imagesOf(place),
  keys: createArchiveKeys([testConfig.sessionSecret]),
});
const folderOf = ({ dataDir }: SnapshotSource) => join(dataDir, "images");

/** The number of rows of each table in a backup, and a digest of all rows that is independent of their order. */
function everything(place: SnapshotSource): Promise<Record<string, { rows: number; sha256: string }>> {
  return withSnapshot(place, async ({ tables, rows }) => {
    const all: Awaited<ReturnType<typeof everything>> = {};
    for (const table of tables) {
      const found: string[] = [];
      for await (const some of rows(table))
        for (const row of some) {
          const named = (JSON.parse(row) as unknown[]).map((value, index) => [table.columns[index]?.name, value]);
          found.push(JSON.stringify(named.sort()));
        }
      all[table.name] = { rows: found.length, sha256: digest(Buffer.from(found.sort().join("\n"))) };
    }
    return all;
  });
}

const pictures = (place: SnapshotSource) =>
  Object.fromEntries(
    readdirSync(folderOf(place)).map((name) => [name, digest(readFileSync(join(folderOf(place), name)))]),
  );

/** Runs a command to its end, as `npm run` does. */
const run = (command: "backup" | "restore", place: SnapshotSource, ...args: string[]) =>
  runCommand(command, settingsOf(place), args);
const settingsOf = ({ databaseUrl, dataDir }: SnapshotSource): Record<string, string> => ({
  DATA_DIR: dataDir,
  SESSION_SECRET: testConfig.sessionSecret,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});
const VALID = expect.stringMatching(/^Valid: \d+ votes on 5 surveys/);
/** The message about the surveys' pictures, which are at another site. */
const UNHASHED = expect.stringMatching(/^The content of \d+ pictures? was never hashed: from another site/);
const verified = (place: SnapshotSource) => verify([], () => readConfig(settingsOf(place)));

async function backUp(place: SnapshotSource, file: string): Promise<void> {
  await withSnapshot(place, (snapshot) => writeBackup(file, snapshot, sourcesOf(place)));
}

async function restoreInto(place: SnapshotSource, path: string): Promise<void> {
  const file = await open(path);
  const database = openDatabase(place);
  try {
    await restoreBackup(database, file, await checkBackup(file), sourcesOf(place));
  } finally {
    await database.close();
    await file.close();
  }
}

/** Votes as new voters, every 5 ms, until `stop`. @returns the ids of acknowledged votes, in order */
function voteOn(surveyId: string) {
  const acknowledged: string[] = [];
  const voting: Promise<unknown>[] = [];
  const voteAsNew = async () => {
    const as = await makePerson(t.database, t.tokens);
    const body = { SurveyID: surveyId, vote: acknowledged.length % 3 ? 1 : 0 } as const;
    acknowledged.push((await t.request(votes.castVote, { as, body })).insertedId);
  };
  const timer = setInterval(() => voting.push(voteAsNew()), 5);
  return {
    acknowledged,
    async stop() {
      clearInterval(timer);
      await Promise.all(voting);
    },
  };
}

describe("a backup made during voting", () => {
  let restored: Awaited<ReturnType<typeof emptyDatabase>>;
  let before: string[];
  let backup: Awaited<ReturnType<typeof run>>;
  let restoring: Awaited<ReturnType<typeof run>>;
  const file = () => join(t.dataDir, "under load.tar");
  beforeAll(async () => {
    restored = await emptyDatabase();
    const voting = voteOn(survey);
    try {
      await vi.waitUntil(() => voting.acknowledged.length > 20, { timeout: 10_000 });
      before = [...voting.acknowledged];
      backup = await run("backup", t, file());
    } finally {
      await voting.stop();
    }
    restoring = await run("restore", restored, file());
  });
  afterAll(() => restored.remove());

  test("is a file that only its owner can read", () => {
    expect(backup).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^Saving [^\n]+: 5 surveys and \d+ votes\.\n$/),
      out: expect.stringMatching(/: \d+ votes, 5 surveys, .* image files/),
    });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(t.dataDir).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("has as many votes as restoring and verifying find in it: without replaced ones, with secret ones", () => {
    const [, votes = ""] = /(\d+) votes, 5 surveys/.exec(backup.out) ?? [];
    expect(Number(votes)).toBeGreaterThan(20);
    expect(restoring.out).toContain(`Valid: ${votes} votes on 5 surveys`);
  });

  test("is restored with every vote acknowledged before it began, and every counter right", async () => {
    expect(restoring).toMatchObject({ code: 0, err: expect.stringMatching(/^Restoring into [^\n]+\.\n$/), out: VALID });
    expect(await verified(restored)).toEqual({ isValid: true, lines: [VALID, UNHASHED], flaws: [] });
    const database = openDatabase(restored);
    try {
      const stored = await database.db.selectFrom("votes").select("id").execute();
      expect(before.filter((id) => !stored.some((vote) => vote.id === id))).toEqual([]);
      const replaced = 4;
      expect(await recount(database)).toMatchObject({ votes: stored.length - replaced + SPLIT_MIN, mismatches: [] });
    } finally {
      await database.close();
    }
    expect(pictures(restored)).toEqual(pictures(t));
    expect(Object.keys(pictures(t)).length).toBeGreaterThan(1);
  });

  test("restores to a server on which users can sign in, search, list and vote", async () => {
    const database = openDatabase(restored);
    const app = await createApp({ ...testConfig, dataDir: restored.dataDir }, database);
    const get = async (call: typeof surveys.listPublishedSurveys, query: object) =>
      (await app.inject(urlOf(call, { query: query as Record<string, unknown> }))).json();
    try {
      const signIn = { method: "POST", url: API_PREFIX + session.signIn.path } as const;
      expect((await app.inject({ ...signIn, payload: { email, password: PASSWORD } })).statusCode).toBe(200);
      expect((await app.inject({ ...signIn, payload: { email, password: "Wr0ng!" } })).statusCode).toBe(422);
      expect(await get(surveys.listPublishedSurveys, { q: "smaller" })).toEqual([]);
      expect(await get(surveys.listPublishedSurveys, { q: "GRÖßER" })).toMatchObject([{ _id: survey }]);
      const as = await makePerson(database, t.tokens);
      const post = async (as: { token: string }, path: string, payload: object, cookie = "") => {
        const headers = { authorization: `Bearer ${as.token}`, cookie };
        const response = await app.inject({ method: "POST", url: API_PREFIX + path, payload, headers });
        expect(response.statusCode, response.payload).toBe(200);
      };
      for (const person of [changeable.as, secret.as, people.admin]) await signInAgain(database, person);
      const cast = (as: Person, payload: object) => post(as, votes.castVote.path, payload);
      await cast(as, { SurveyID: survey, vote: 1 });
      await cast(changeable.as, { SurveyID: changeable.id, vote: 0, replaces: changeable.receipt });
      await cast(secret.as, { SurveyID: secret.id, vote: 1, ticket: secret.ticket });
      const opened = await app.inject({ method: "POST", url: "/api/invitation", payload: { token: invited.codes[0] } });
      const [{ name, value } = { name: "", value: "" }] = opened.cookies;
      const path = castInvitedVote.path.replace(":id", invited.id);
      await post(opened.json<{ token: string }>(), path, { vote: 1 }, `${name}=${value}`);
      expect(await findListFlaws(database)).toEqual([]);
      for (const { id } of [changeable, secret])
        await post(people.admin, surveys.closeSurvey.path.replace(":id", id), {});
      const results = (id: string) => app.inject(urlOf(surveys.getSurvey, { params: { id } }));
      expect((await results(changeable.id)).json()).toMatchObject({ yesVotes: SPLIT_MIN - 1, noVotes: 1 });
      expect((await results(secret.id)).json()).toMatchObject({ yesVotes: SPLIT_MIN, noVotes: 0 });
      expect((await recount(database)).mismatches).toEqual([]);
    } finally {
      await app.close();
      await database.close();
    }
  });

  test("is neither restored a second time nor overwritten", async () => {
    const filled = await everything(restored);
    await expect(restoreInto(restored, file())).rejects.toThrow(
      /^The database is not empty \(\w+ has rows\): restore into an empty one\.$/,
    );
    expect(await everything(restored)).toEqual(filled);
    await expect(backUp(t, file())).rejects.toThrow(`${file()} already exists: name another file.`);
  });
});

test.runIf(inject("engine") === "postgres")("all data can move to the other engine and back without loss", async () => {
  const [there, back] = [await emptyDatabase(), await emptyDatabase()];
  const other = { ...there, databaseUrl: null };
  await listVotes(t.database, [survey]);
  try {
    await backUp(t, join(t.dataDir, "there.tar"));
    await restoreInto(other, join(t.dataDir, "there.tar"));
    await backUp(other, join(t.dataDir, "back.tar"));
    await restoreInto(back, join(t.dataDir, "back.tar"));
    const original = await everything(t);
    expect(await everything(other)).toEqual(original);
    expect(await everything(back)).toEqual(original);
    expect(pictures(back)).toEqual(pictures(t));
    for (const place of [other, back])
      expect(await verified(place)).toEqual({ isValid: true, lines: [VALID, UNHASHED], flaws: [] });
    for (const table of [
      ...["users", "accounts", "memberships", "surveys", "votes", "survey_days", "images"],
      ...["secret_voters", "secret_tallies"],
    ])
      expect(original[table]?.rows, table).toBeGreaterThan(0);
  } finally {
    await there.remove();
    await back.remove();
  }
});

test("a damaged backup is rejected with a sentence before anything is created", async () => {
  await backUp(t, join(t.dataDir, "whole.tar"));
  const damaged = join(t.dataDir, "damaged.tar");
  writeFileSync(damaged, readFileSync(join(t.dataDir, "whole.tar")).subarray(0, 3000));
  const empty = await emptyDatabase();
  try {
    const sentence = /^The backup ends early, (within|after) [^\n]+\.\n$/;
    expect(await run("restore", empty, damaged)).toEqual({ code: 1, out: "", err: expect.stringMatching(sentence) });
    expect(readdirSync(empty.dataDir)).toEqual([]);
    await expect(everything(empty)).rejects.toThrow(/empty|no database/);
  } finally {
    await empty.remove();
  }
});

// Once is enough: other tests cover what differs between the engines.
test.runIf(inject("engine") === "sqlite")(
  "a backup of another version is rejected, and nothing is created",
  async () => {
    const empty = await emptyDatabase();
    const file = join(t.dataDir, "later.tar");
    try {
      await withSnapshot(t, (snapshot) =>
        writeBackup(file, { ...snapshot, migrations: [...snapshot.migrations, "9999-later"] }, sourcesOf(t)),
      );
      await expect(restoreInto(empty, file)).rejects.toThrow(
        "The backup was made by another version of Survey App (9999-later): restore it with that one.",
      );
      await expect(everything(empty)).rejects.toThrow(/empty|no database/);
    } finally {
      await empty.remove();
    }
  },
);

// Security: F06
test("a backup with wrong counters, chains or numbers is rejected, and the target stays empty", async () => {
  const ofSurvey = t.database.db.selectFrom("ballot_boxes").where("survey_id", "=", survey);
  const { survey_id: _, ...before } = await ofSurvey.selectAll().executeTakeFirstOrThrow();
  const wrongs = [
    [{ participants: before.participants + 1 }, `the counters of 1 surveys are not their votes (${survey})`],
    [{ ledger_head: digest(Buffer.from("another")) }, `the ledgers of 1 surveys are broken (${survey})`],
    // One more than the largest integer that JavaScript reads exactly.
    [{ appears_at: 2 ** 53 }, "1 rows of ballot_boxes have invalid integers"],
  ] as const;
  const empty = await emptyDatabase();
  const set = (values: Partial<typeof before>) =>
    t.database.db.updateTable("ballot_boxes").set(values).where("survey_id", "=", survey).execute();
  try {
    for (const [index, [wrong, sentence]] of wrongs.entries()) {
      const file = join(t.dataDir, `wrong-${index}.tar`);
      await set(wrong);
      await backUp(t, file);
      await set(before);
      await expect(restoreInto(empty, file)).rejects.toThrow(`${sentence}: nothing was restored.`);
      expect(Object.values(await everything(empty)).filter(({ rows }) => rows > 0)).toEqual([]);
      expect(pictures(empty)).toEqual({});
    }
    // The target is still empty: a valid backup can be restored.
    await backUp(t, join(t.dataDir, "right.tar"));
    await restoreInto(empty, join(t.dataDir, "right.tar"));
  } finally {
    await empty.remove();
  }
});
