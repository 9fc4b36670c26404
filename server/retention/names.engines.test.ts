import { join } from "node:path";
import { exportMyData } from "@survey-app/contract/account/account.ts";
import { listInvitations, openInvitation } from "@survey-app/contract/invitations/invitations.ts";
import * as downloads from "@survey-app/contract/results/downloads.ts";
import { setOutcome } from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { REMOVED_NAME } from "@survey-app/contract/users/users.ts";
import { listComments } from "@survey-app/contract/votes/comments.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restore } from "../cli/restore.ts";
import { retention } from "../cli/retention.ts";
import { verify } from "../cli/verify.ts";
import { readConfig } from "../config/config.ts";
import type { SurveyEvent } from "../events/surveyEvents.ts";
import type { JobRun } from "../http/jobs.ts";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { makeEveryKindOfSurvey } from "../testing/everyKindOfSurvey.ts";
import { emptyDatabase, type FreshDatabase } from "../testing/freshDatabase.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { runCommand } from "../testing/runCommand.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { endEndlessSurveys, OPEN_DAYS_MAX, removeOldNames } from "./names.sql.ts";

/**
 * Removal of names together with the other features, on surveys of every kind. With 0 days every ended survey is due.
 */
const DAYS = 0;

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
/** The surveys that ended long ago. */
let old: string[];
/** A survey with named votes: of an account with a comment and a report, and of people on its list. */
let scene: Awaited<ReturnType<typeof makeScene>>;
/** The parts that must not change: each survey as visitors read it, with its ledger and its result. */
let before: Map<string, unknown>;
let backup: string;
let removed: string[];

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
  await makeEveryKindOfSurvey(t);
  scene = await makeScene();
  const links = linkSurveys(() => ({ t, ...people }));
  const byLink = await links.make();
  expect((await links.vote(byLink, await links.open(byLink), 1)).statusCode).toBe(200);
  for (const id of [...scene.ids, byLink]) await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
  // Emails that wait, and a mailing that has only begun.
  await enqueueMailings(t.database);
  const closed = await t.database.db.selectFrom("surveys").select("id").where("closed_at", "is not", null).execute();
  old = closed.map(({ id }) => id);
  before = new Map(await Promise.all(old.map(async (id) => [id, await publicOf(id)] as const)));
  backup = join(t.dataDir, "before.tar");
  expect(await runCommand("backup", settingsOf(t), [backup])).toMatchObject({ code: 0 });
  expect(await retention(["--dry-run"], retaining(t))).toContain(
    `Names: ${old.length} surveys ended more than ${DAYS} days ago, with`,
  );
  removed = [];
  await removeOldNames(t.database, { days: DAYS, onRemoved: (id) => removed.push(id) });
});
afterAll(() => t.close());

const settingsOf = ({ databaseUrl, dataDir }: Pick<FreshDatabase, "databaseUrl" | "dataDir">) => ({
  DATA_DIR: dataDir,
  DEMO: "0",
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

/** Settings with RETENTION_DAYS, below what they allow. */
const retaining = (place: Parameters<typeof settingsOf>[0]) => () => ({
  ...readConfig(settingsOf(place)),
  retentionDays: DAYS,
});

/** A run of the job that ends after its current step once the signal is aborted. */
const runUntil = (signal: AbortSignal): JobRun => ({
  signal,
  onStepFailed: ({ error }) => {
    throw error;
  },
  onStepRecovered: () => {},
});

async function makeScene() {
  const member = await makePerson(t.database, t.tokens, { name: "Mona Member", isMember: true });
  const onList = await makePerson(t.database, t.tokens, { name: "Lia Listed" });
  const open = await t.makeSurvey(people.surveyor, { Title: "Is it old?", publishedBy: people.admin });
  const { receipt } = await t.request(votes.castVote, {
    as: member,
    body: { SurveyID: open, vote: 1, comments: "My own reason", inapp: "It is spam" },
  });
  const invited = invitedSurveys(() => ({ t, ...people }));
  const list = await invited.makeOpen(1, {}, [onList.email]);
  await t.request(votes.castVote, { as: onList, body: { SurveyID: list.id, vote: 1 } });
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: open, vote: 0 } });
  await t.database.db
    .insertInto("survey_owners")
    .values({ id: "waiting", survey_id: open, email: "waiting@example.org", created_at: 0 })
    .execute();
  return { ids: [open, list.id], open, list: list.id, code: list.codes[0] ?? "", member, onList, receipt };
}

/** The responses about a survey that don't contain names. */
async function publicOf(id: string) {
  const read = async (endpoint: Parameters<TestApp["send"]>[0]) => {
    const response = await t.send(endpoint, { params: { id } });
    return response.statusCode === 200 ? response.payload.replace(/"(exportedAt|now|serverTime)":"[^"]*"/g, "") : "";
  };
  return {
    ledger: await read(votes.getLedger),
    results: await read(surveys.getSurveyResults),
    portable: await read(downloads.getPortableResult),
    numbers: await read(downloads.getResultsCsv),
  };
}

test("votes, marks and lists of surveys that ended long ago don't name anyone; surveys that go on keep their voters", async () => {
  expect([...removed].sort()).toEqual([...old].sort());
  const { db } = t.database;
  const ofVotes = await db
    .selectFrom("votes")
    .select(["survey_id", "user_id", "invitation_id", "ballot_hash"])
    .execute();
  const marks = await db.selectFrom("secret_voters").select(["survey_id", "voter"]).execute();
  const isOld = ({ survey_id }: { survey_id: string }) => old.includes(survey_id);
  expect(ofVotes.filter(isOld).length).toBeGreaterThan(20);
  expect(marks.filter(isOld).length).toBeGreaterThan(3);
  for (const { user_id, invitation_id, ballot_hash } of ofVotes.filter(isOld)) {
    expect(user_id).toMatch(/^removed-[\da-f]{32}$/);
    expect([invitation_id, ballot_hash]).toEqual([null, null]);
  }
  for (const { voter } of marks.filter(isOld)) expect(voter).toMatch(/^removed-[\da-f]{32}$/);
  for (const each of [...ofVotes, ...marks].filter((row) => !isOld(row)))
    expect("user_id" in each ? each.user_id : each.voter).not.toContain("removed");
  for (const table of ["invitations", "follows", "counted_addresses"] as const) {
    const rows = await db.selectFrom(table).select("survey_id").execute();
    expect(rows.filter(isOld), table).toEqual([]);
  }
  expect(await db.selectFrom("survey_owners").select("id").where("id", "=", "waiting").execute()).toEqual([]);
  const reports = await db.selectFrom("reports").select(["survey_id", "user_id", "text"]).execute();
  expect(reports.filter(isOld).map(({ user_id }) => user_id)).toEqual(reports.filter(isOld).map(() => null));
  expect(reports.map(({ text }) => text)).toContain("It is spam");
});

test("totals, results, ledgers and portable results stay as they were, and the whole database verifies", async () => {
  for (const id of old) expect(await publicOf(id)).toEqual(before.get(id));
  for (const text of Object.values(await publicOf(scene.open))) expect(text).not.toBe("");
  expect(await verify([], () => readConfig(settingsOf(t)))).toMatchObject({ isValid: true, flaws: [] });
});

test("verification finds voters that were not removed", async () => {
  const { db } = t.database;
  const withVotes = await db
    .selectFrom("votes")
    .select("survey_id")
    .where("user_id", "not like", "removed-%")
    .executeTakeFirstOrThrow();
  await db.updateTable("surveys").set({ names_removed_at: 1 }).where("id", "=", withVotes.survey_id).execute();
  const { flaws } = await verify([], () => readConfig(settingsOf(t)));
  await db.updateTable("surveys").set({ names_removed_at: null }).where("id", "=", withVotes.survey_id).execute();
  expect(flaws).toEqual([`Survey ${withVotes.survey_id}: Its names were removed, but some voters are still stored.`]);
});

test("a receipt still finds its row", async () => {
  const { entries } = await t.request(votes.getLedger, { params: { id: scene.open }, query: {} });
  const [n, ...mark] = (scene.receipt ?? "").split("-");
  expect(entries.find((entry) => entry.n === Number(n))?.hash.startsWith(mark.join(""))).toBe(true);
});

describe("after the removal", () => {
  test("lists, comments and exports of votes say that the name was removed, to admins and owners, too", async () => {
    for (const as of [undefined, people.surveyor, people.admin] as (Person | undefined)[]) {
      const reader = as && { as };
      const rows = await t.request(votes.listSurveyVotes, { ...reader, params: { id: scene.open }, query: {} });
      expect(rows.map(({ userName, email, comments }) => [userName, email, comments]).sort()).toEqual([
        [REMOVED_NAME, "", ""],
        [REMOVED_NAME, "", "My own reason"],
      ]);
      const comments = await t.request(listComments, { ...reader, params: { id: scene.open }, query: {} });
      expect(comments).toMatchObject([{ userName: REMOVED_NAME, comments: "My own reason" }]);
    }
    const csv = await t.send(downloads.getVotesCsv, { as: people.surveyor, params: { id: scene.list } });
    expect(csv.statusCode).toBe(200);
    expect(csv.payload).toContain(REMOVED_NAME);
    expect(csv.payload).not.toMatch(/Lia|@/);
    expect(await t.request(listInvitations, { as: people.surveyor, params: { id: scene.list }, query: {} })).toEqual(
      [],
    );
  });

  test("people don't find such a vote among their data, and a link or code of such a list no longer works", async () => {
    for (const as of [scene.member, scene.onList]) {
      const data = await t.request(exportMyData, { as });
      expect(data).toMatchObject({ votes: [], reports: [], invitations: [], follows: [] });
      const list = { as, params: { email: as.email }, query: {} };
      expect(await t.request(votes.listMyParticipations, list)).toEqual([]);
    }
    expect(await t.refused(openInvitation, { body: { token: scene.code } })).toMatchObject({
      code: "invitationInvalid",
    });
  });

  test("no email goes out about such a survey, not even about a later outcome", async () => {
    for (const id of scene.ids)
      await t.request(setOutcome, { as: people.surveyor, params: { id }, body: { text: "Decided late" } });
    await enqueueMailings(t.database);
    const sent = await sendEmails(t);
    for (const { to } of sent) expect([scene.member.email, scene.onList.email, people.user.email]).not.toContain(to);
  });

  test("votes can't be taken from their voters in another way, or twice", async () => {
    const { db } = t.database;
    const set = (values: object, id = scene.open) =>
      db.updateTable("votes").set(values).where("survey_id", "=", id).execute();
    await expect(set({ user_id: "removed-again" })).rejects.toThrow("Votes are never deleted");
    const { survey_id: current } = await db
      .selectFrom("votes")
      .select("survey_id")
      .where("user_id", "not like", "removed-%")
      .executeTakeFirstOrThrow();
    await expect(set({ user_id: people.user.id }, current)).rejects.toThrow("Votes are never deleted");
    await expect(set({ user_id: "removed-1", choice: 0 }, current)).rejects.toThrow("Votes are never deleted");
    await expect(set({ invitation_id: null }, current)).rejects.toThrow("Votes are never deleted");
  });

  test("a further run doesn't find anything to remove", async () => {
    const run = await removeOldNames(t.database, { days: DAYS, onRemoved: () => {} });
    expect(run).toEqual({ surveys: 0, voters: 0, invitations: 0, isDone: true });
  });
});

describe("a backup from before", () => {
  test("has its names removed by the restore, before any server uses it", async () => {
    const place = await emptyDatabase();
    try {
      expect(await restore([backup], retaining(place))).toContain(
        `The names of ${old.length} surveys that ended long ago were removed.`,
      );
      const database = openDatabase(place);
      try {
        const votes = await database.db.selectFrom("votes").select(["survey_id", "user_id"]).execute();
        for (const vote of votes.filter(({ survey_id }) => old.includes(survey_id)))
          expect(vote.user_id).toMatch(/^removed-/);
      } finally {
        await database.close();
      }
      expect(await verify([], retaining(place))).toMatchObject({ isValid: true, flaws: [] });
    } finally {
      await place.remove();
    }
  });
});

test("a survey without an end gets one, which every page shows, thirty days before it would be too old", async () => {
  const { db } = t.database;
  const id = await t.makeSurvey(people.surveyor, { Title: "For ever?", publishedBy: people.admin });
  const publishedAt = Date.now() - (OPEN_DAYS_MAX - 29) * DAY_MS;
  await db
    .updateTable("surveys")
    .set({ first_published_at: publishedAt, ends_at: null })
    .where("id", "=", id)
    .execute();
  const changed: SurveyEvent[] = [];
  const record = recorder((event) => changed.push(event));
  await endEndlessSurveys(t.database, record);
  expect(changed).toMatchObject([{ kind: "changed", surveyId: id, by: "setting", isPublic: true }]);
  const { ends_at } = await db
    .selectFrom("ballot_boxes")
    .select("ends_at")
    .where("survey_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(Math.round((Number(ends_at) - Date.now()) / DAY_MS)).toBe(30);
  const moves = await db
    .selectFrom("deadline_moves")
    .select(["moved_from", "moved_to"])
    .where("survey_id", "=", id)
    .execute();
  expect(moves).toEqual([{ moved_from: null, moved_to: ends_at }]);
  await endEndlessSurveys(t.database, record);
  expect(changed).toHaveLength(1);
});

test("a survey without an end that starts far ahead, as one of before can, gets its end a day after the start, and stops no other", async () => {
  const { db } = t.database;
  const ids = [await t.makeSurvey(people.surveyor), await t.makeSurvey(people.surveyor)];
  const startsAt = Date.UTC(2199, 0, 1);
  const endless = { first_published_at: Date.now() - OPEN_DAYS_MAX * DAY_MS, ends_at: null };
  await db.updateTable("surveys").set(endless).where("id", "in", ids).execute();
  await db
    .updateTable("surveys")
    .set({ starts_at: startsAt })
    .where("id", "=", ids[0] ?? "")
    .execute();
  await endEndlessSurveys(t.database, recorder());
  const found = await db.selectFrom("surveys").select("ends_at").where("id", "in", ids).orderBy("id").execute();
  const [first, second] = found.map(({ ends_at }) => Number(ends_at));
  expect(first).toBe(startsAt + DAY_MS);
  expect(Math.round(((second ?? 0) - Date.now()) / DAY_MS)).toBe(30);
  expect(await endEndlessSurveys(t.database, recorder())).toBe(0);
});

test("a start removes what is due before it listens, also what a run of before has only begun", async () => {
  const place = await emptyDatabase();
  try {
    await restore([backup], () => readConfig(settingsOf(place)));
    const database = openDatabase(place);
    await sql`update surveys set closed_at = closed_at - ${366 * DAY_MS} where closed_at is not null`.execute(
      database.db,
    );
    const progress: number[] = [];
    const ending = new AbortController();
    const onProgress = (voters: number) => {
      progress.push(voters);
      if (voters > 0) ending.abort();
    };
    const begun = await removeOldNames(database, { days: 365, onProgress, run: runUntil(ending.signal) });
    expect(begun).toMatchObject({ isDone: false });
    expect(progress.at(-1)).toBe(begun.voters);
    expect(begun.voters).toBeGreaterThan(0);
    await database.close();
    const { start } = await import("../process/start.ts");
    const started = await start({ ...settingsOf(place), PORT: "0", RETENTION_DAYS: "365", LOG_LEVEL: "silent" });
    try {
      const { db } = started.database;
      const ended = db.selectFrom("surveys").select("id").where("closed_at", "is not", null);
      expect(await ended.execute()).toHaveLength(old.length);
      expect(await ended.where("names_removed_at", "is", null).execute()).toEqual([]);
    } finally {
      await started.running.close();
      await started.close();
    }
  } finally {
    await place.remove();
  }
});
