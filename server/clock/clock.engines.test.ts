import { join } from "node:path";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import * as operations from "@survey-app/contract/ops/operations.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { restore } from "../cli/restore.ts";
import { retention } from "../cli/retention.ts";
import { readConfig } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { createCountedAddressKeys } from "../mail/addressHash.ts";
import { watchClock } from "../ops/clock.sql.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { start } from "../process/start.ts";
import { deleteInactive, emailInactive } from "../retention/inactive.sql.ts";
import { endEndlessSurveys, OPEN_DAYS_MAX, removeOldNames } from "../retention/names.sql.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { heartbeatOf, jumpClocks } from "../testing/clocks.sql.ts";
import { emptyDatabase, type FreshDatabase } from "../testing/freshDatabase.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { emailsTo } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { runCommand } from "../testing/runCommand.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { beat, isClockHeld } from "./heartbeat.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.database.db.deleteFrom("heartbeats").execute();
  await t.database.db.deleteFrom("outbox").execute();
});

const settingsOf = ({
  databaseUrl,
  dataDir,
}: Pick<FreshDatabase, "databaseUrl" | "dataDir">): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

/** A survey whose deadline has passed by the clock. */
async function makeEnded(on = t, { surveyor, admin } = people): Promise<string> {
  const deadline = new Date(Date.now() + HOUR_MS).toISOString();
  const id = await on.makeSurvey(surveyor, { publishedBy: admin, deadline, results: "afterClose" });
  await on.database.db
    .updateTable("surveys")
    .set({ starts_at: Date.now() - HOUR_MS, ends_at: Date.now() - 1000 })
    .where("id", "=", id)
    .execute();
  return id;
}

const read = (id: string) => t.request(surveys.getSurvey, { as: people.user, params: { id } });
const look = async () => (await t.request(operations.getOperations, { as: people.admin })).clock;
const confirm = (jumps: operations.ShownJump[]) => ({ as: people.admin, body: { jumps } });
const closeDue = () => closeEnded(t.database, recorder());
const audited = () => t.request(listAuditEvents, { as: people.admin, query: { action: "clockConfirmed" } });

describe("closings", () => {
  test("a survey that ended during five days of maintenance is closed within a minute of the start", async () => {
    const own = await testApp({}, { ...WITHOUT_POLLS, surveyPollMs: 100 });
    onTestFinished(() => own.close());
    await jumpClocks(own.database, { server: 5, database: 5 });
    const theirs = await createUsersOfEveryRole(own.database, own.tokens);
    const id = await makeEnded(own, theirs);
    const closedBy = async () => (await own.request(surveys.getSurvey, { as: theirs.user, params: { id } })).closedBy;
    await expect.poll(closedBy, { timeout: 60_000 }).toBe("deadline");
  });

  test("wait after a jump, with ballots refused and the result hidden, until an admin confirms the clock", async () => {
    const id = await makeEnded();
    await jumpClocks(t.database, { server: 31, database: 31 });
    await closeDue();
    expect(await read(id)).toMatchObject({ closedAt: null, resultsVisible: false });
    const ballot = { as: people.user, body: { SurveyID: id, vote: 1 } };
    expect(await t.refused(votes.castVote, ballot)).toMatchObject({ status: 409, code: "hasEnded" });

    const { jumps, isHeld, host } = await look();
    expect([isHeld, host.length > 0]).toEqual([true, true]);
    expect(jumps.map(({ of }) => of)).toEqual(inject("engine") === "sqlite" ? ["server"] : ["server", "database"]);
    for (const { from, to } of jumps) expect(Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)).toBe(31);
    await t.request(operations.confirmClock, confirm(jumps));
    expect(await look()).toEqual({ host, jumps: [], isHeld: false });
    await closeDue();
    expect(await read(id)).toMatchObject({ closedBy: "deadline", resultsVisible: true });
    expect((await audited())[0]).toMatchObject({
      about: { kind: "queue", id: "clock" },
      before: { serverClock: jumps[0]?.from },
      after: { serverClock: expect.any(String) },
    });
  });

  test("early ones by people continue", async () => {
    await jumpClocks(t.database, { server: 400, database: 400 });
    const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
    expect(await read(id)).toMatchObject({ closedBy: "owner" });
  });

  test.runIf(inject("engine") === "postgres").each(["server", "database"] as const)(
    "wait when only the clock of the %s has jumped",
    async (of) => {
      const id = await makeEnded();
      await jumpClocks(t.database, { [of]: 31 });
      await closeDue();
      expect(await read(id)).toMatchObject({ closedAt: null });
      expect((await look()).jumps.map((jump) => jump.of)).toEqual([of]);
    },
  );

  test("wait when the clock jumps after the first of them", async () => {
    await makeEnded();
    await makeEnded();
    await jumpClocks(t.database, {});
    const closed: string[] = [];
    const record = recorder(({ surveyId }) => closed.push(surveyId));
    await closeEnded(
      {
        ...t.database,
        transaction: async (work) => {
          const done = await t.database.transaction(work);
          await jumpClocks(t.database, { server: 400 });
          return done;
        },
      },
      record,
    );
    expect(closed).toHaveLength(1);
  });
});

describe("erasures", () => {
  test("of names and unused accounts, and deadlines of endless surveys, wait until the clock is confirmed", async () => {
    const { db } = t.database;
    const [ended, endless] = [
      await t.makeSurvey(people.surveyor, { publishedBy: people.admin }),
      await t.makeSurvey(people.surveyor, { publishedBy: people.admin }),
    ];
    await t.request(votes.castVote, { as: people.user, body: { SurveyID: ended, vote: 1 } });
    await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id: ended } });
    const first_published_at = Date.now() - OPEN_DAYS_MAX * DAY_MS;
    await db.updateTable("surveys").set({ first_published_at }).where("id", "=", endless).execute();
    const [unused, warned] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
    const longAgo = { created_at: Date.now() - 500 * DAY_MS, used_at: Date.now() - 500 * DAY_MS };
    const told = { inactivity_notices: 2, inactivity_told_at: Date.now() - 8 * DAY_MS };
    await db.updateTable("users").set(longAgo).where("id", "in", [unused.id, warned.id]).execute();
    await db.updateTable("users").set(told).where("id", "=", warned.id).execute();

    const deleted: string[] = [];
    async function erase() {
      const [countedAddressKey] = createCountedAddressKeys([t.config.sessionSecret]);
      const onDeleted = async (id: string) => void deleted.push(id);
      const { surveys: removed } = await removeOldNames(t.database, { days: 0, onRemoved: () => {} });
      await endEndlessSurveys(t.database, recorder());
      await deleteInactive(t.database, {
        days: 365,
        countedAddressKey,
        registration: t.config.registration,
        onDeleted,
      });
      return { removed: removed > 0, told: await emailInactive(t.database, 365), deleted };
    }
    const deadlineOf = async () => (await read(endless)).deadline;

    await jumpClocks(t.database, { server: 400, database: 400 });
    expect(await erase()).toEqual({ removed: false, told: 0, deleted: [] });
    expect(await deadlineOf()).toBeNull();
    await expect(retention(["--dry-run"], () => readConfig(settingsOf(t)))).rejects.toThrow(
      /^This server's clock shows .*; the last time noted was .* no survey is closed .* npm run admin -- clock/,
    );
    await t.request(operations.confirmClock, confirm((await look()).jumps));
    expect(await erase()).toEqual({ removed: true, told: 1, deleted: [warned.id] });
    expect(await deadlineOf()).not.toBeNull();
    expect(await retention(["--dry-run"], () => readConfig(settingsOf(t)))).toContain("names are kept");
  });

  test("a browser that opens a survey by open link keeps the cookie by which it can't vote twice", async () => {
    const links = linkSurveys(() => ({ t, ...people }));
    const id = await links.make();
    const browser = await links.open(id);
    expect((await links.vote(id, browser, 1)).statusCode).toBe(200);
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 400 * DAY_MS);
    onTestFinished(() => clock.mockRestore());
    const { cookies } = await links.status(id, browser);
    expect(cookies.map(({ maxAge }) => maxAge)).toEqual([DAY_MS / 1000]);
  });

  test("wait at the start, which says why, through another start, until the command confirms the clock", async () => {
    const own = await testApp({}, WITHOUT_POLLS);
    const theirs = await createUsersOfEveryRole(own.database, own.tokens);
    const id = await own.makeSurvey(theirs.surveyor, { publishedBy: theirs.admin });
    await own.request(votes.castVote, { as: theirs.user, body: { SurveyID: id, vote: 1 } });
    await own.request(surveys.closeSurvey, { as: theirs.surveyor, params: { id } });
    const at = Date.now() - 380 * DAY_MS;
    await own.database.db.updateTable("surveys").set({ closed_at: at }).where("id", "=", id).execute();
    await jumpClocks(own.database, { server: 400, database: 400 });
    await own.app.close();
    const isNamed = async ({ db }: Database) => {
      const vote = await db.selectFrom("votes").select("user_id").executeTakeFirstOrThrow();
      return vote.user_id === theirs.user.id;
    };
    const startOnce = async () => {
      const env = { ...settingsOf(own), DEMO: "0", PORT: "0", RETENTION_DAYS: "365", LOG_LEVEL: "silent" };
      const started = await start(env);
      const named = await isNamed(started.database);
      await started.running.close();
      await started.close();
      return named;
    };
    expect([await startOnce(), await startOnce()]).toEqual([true, true]);
    const confirmed = await runCommand("admin", settingsOf(own), ["clock"]);
    expect(confirmed).toMatchObject({ code: 0, err: expect.stringMatching(/^Using (SQLite|PostgreSQL)\b.*\n$/) });
    expect(confirmed.out).toMatch(/^This server's clock shows .*; the last time noted was .* Confirmed: /);
    expect((await runCommand("admin", settingsOf(own), ["clock"])).out).toMatch(/^No clock has jumped/);
    expect(await startOnce()).toBe(false);
    await own.remove();
  });
});

describe("the heartbeat", () => {
  test("is written by the first beat, which doesn't hold anything, and then moves", async () => {
    expect(await heartbeatOf(t.database)).toBeUndefined();
    expect(await isClockHeld(t.database)).toBe(false);
    const now = Date.now();
    expect(await beat(t.database, now)).toEqual([]);
    expect(await beat(t.database, now + 29 * DAY_MS)).toEqual([]);
    expect(await heartbeatOf(t.database)).toMatchObject({ server_at: now + 29 * DAY_MS });
  });

  test("isn't moved by an instance whose clock is wrong; only that instance is held, also after a restart", async () => {
    const now = Date.now();
    await beat(t.database, now);
    for (const wrong of [now + 400 * DAY_MS, now + 400 * DAY_MS, now - 400 * DAY_MS])
      expect(await beat(t.database, wrong)).toEqual([{ of: "server", from: now, to: wrong }]);
    expect(await heartbeatOf(t.database)).toMatchObject({ server_at: now });
    expect(await isClockHeld(t.database)).toBe(false);
    expect(await beat(t.database, now + 60_000)).toEqual([]);
  });

  test("from a wrong future is shown once the clock is right again, doesn't hold anything, and is confirmed back", async () => {
    await jumpClocks(t.database, { server: -400, database: -400 });
    const id = await makeEnded();
    expect(await beat(t.database)).not.toEqual([]);
    await closeDue();
    expect(await read(id)).toMatchObject({ closedBy: "deadline" });
    const { jumps, isHeld } = await look();
    expect([jumps.length > 0, isHeld]).toEqual([true, false]);
    await t.request(operations.confirmClock, confirm(jumps));
    await beat(t.database);
    expect(Number((await heartbeatOf(t.database))?.server_at)).toBeLessThanOrEqual(Date.now());
  });

  test("of a database without accounts doesn't hold anything", async () => {
    const own = await testApp({}, WITHOUT_POLLS);
    onTestFinished(() => own.close());
    await jumpClocks(own.database, { server: 400, database: 400 });
    expect(await beat(own.database)).toEqual([]);
    expect(await isClockHeld(own.database)).toBe(false);
  });

  test("isn't part of a backup, and restoring an old backup writes it", async () => {
    await jumpClocks(t.database, { server: 400, database: 400 });
    const file = join(t.dataDir, "old.tar");
    expect(await runCommand("backup", settingsOf(t), [file])).toMatchObject({ code: 0 });
    const place = await emptyDatabase();
    try {
      await restore([file], () => readConfig(settingsOf(place)));
      const database = openDatabase(place);
      expect(await heartbeatOf(database)).toMatchObject({ server_at: expect.any(Number) });
      expect(await beat(database)).toEqual([]);
      await database.close();
    } finally {
      await place.remove();
    }
  });
});

describe("a confirmation", () => {
  test("counts only for the jump that the admin saw", async () => {
    await jumpClocks(t.database, { server: 40, database: 40 });
    const { jumps } = await look();
    const later = (by: number) => (at: string) => new Date(Date.parse(at) + by).toISOString();
    const others: operations.ShownJump[][] = [
      jumps.map((jump) => ({ ...jump, from: later(1)(jump.from) })),
      jumps.map((jump) => ({ ...jump, to: later(2 * DAY_MS)(jump.to) })),
      jumps.map((jump) => ({ ...jump, to: later(-2 * DAY_MS)(jump.to) })),
      jumps.length > 1 ? jumps.slice(1) : [{ of: "database", from: jumps[0]?.from ?? "", to: jumps[0]?.to ?? "" }],
    ];
    for (const other of others)
      expect(await t.refused(operations.confirmClock, confirm(other))).toMatchObject({
        status: 409,
        code: "clockMoved",
      });
    expect(await isClockHeld(t.database)).toBe(true);
  });

  test("by two admins at the same time counts as one, and is logged once", async () => {
    await jumpClocks(t.database, { server: 40, database: 40 });
    const { jumps } = await look();
    const before = (await audited()).length;
    const sent = await Promise.all([1, 2, 3].map(() => t.send(operations.confirmClock, confirm(jumps))));
    expect(sent.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(await audited()).toHaveLength(before + 1);
  });

  test("has to name jumps", async () => {
    for (const jumps of [[{ of: "server", from: "yesterday", to: "today" }], [{ of: "sun" }], "all"])
      expect(await t.refused(operations.confirmClock, { as: people.admin, body: { jumps } })).toMatchObject({
        status: 422,
      });
  });
});

describe("admins", () => {
  test("get one email about the jump and the held jobs; another only after a day by the right clock", async () => {
    const [admin, unreachable] = [
      await makePerson(t.database, t.tokens, { role: "admin" }),
      await makePerson(t.database, t.tokens, { role: "admin" }),
    ];
    await t.database.db.updateTable("users").set({ email_verified: 0 }).where("id", "=", unreachable.id).execute();
    const now = Date.now();
    const wrong = now + 400 * DAY_MS;
    await watchClock(t.database, "web-1", now);
    for (let times = 0; times < 3; times++) await watchClock(t.database, "web-2", wrong + times * HOUR_MS);
    const told = () => emailsTo(t.database, admin);
    const email = { kind: "clockJumped", host: "web-2", jumps: [{ of: "server", from: now, to: wrong }] };
    expect(await told()).toEqual([email]);
    expect(await emailsTo(t.database, unreachable)).toEqual([]);
    expect(await emailsTo(t.database, people.user)).toEqual([]);

    await watchClock(t.database, "web-1", now + 23 * HOUR_MS);
    await watchClock(t.database, "web-2", wrong + DAY_MS);
    expect(await told()).toHaveLength(1);
    await watchClock(t.database, "web-1", now + 25 * HOUR_MS);
    await watchClock(t.database, "web-2", wrong + DAY_MS);
    expect(await told()).toHaveLength(2);
  });
});
