import * as guests from "@survey-app/contract/account/guests.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as shortAddresses from "@survey-app/contract/sharing/shortAddresses.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as unlisted from "@survey-app/contract/votes/unlistedSurveys.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf, signUpBody } from "../testing/accounts.ts";
import { guestForm, makeGuest } from "../testing/guests.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { findOrphans, recount } from "../votes/ledger/verify.sql.ts";
import { deleteDueGuests, deleteGuest } from "./guests.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ askUnlisted: "anyone" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const links = linkSurveys(() => ({ t, ...people }));
const ask = (as: Person) => t.send(unlisted.createUnlistedSurvey, { as, body: guestForm() });
const findUser = (id: string) => t.database.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
const keep = (as: Person & { cookie: string }, body: object = {}) =>
  t.send(guests.keepGuest, { as, body: { ...signUpBody(), ...body }, headers: { cookie: as.cookie } });

async function tokenOf(email: string, cookie: string): Promise<string> {
  const response = await t.send(session.createAccessToken, { body: { email }, headers: { cookie } });
  return response.json<{ token: string }>().token;
}

describe("a guest without an address", () => {
  const deleteDue = () => deleteDueGuests(t.database, { record: recorder(), onDeleted: async () => {} });
  /** Moves the guest's creation and the close of the survey into the past. */
  async function age(guest: { id: string; survey: string }, days: number): Promise<void> {
    const then = Date.now() - days * DAY_MS;
    await t.database.db.updateTable("users").set({ created_at: then }).where("id", "=", guest.id).execute();
    await t.database.db
      .updateTable("surveys")
      .set({ closed_at: then })
      .where("id", "=", guest.survey)
      .where("closed_at", "is not", null)
      .execute();
  }

  test("is deleted 30 days after the last survey closed, with the surveys and the votes on them, and nothing else is", async () => {
    const [due, open, recent] = [await makeGuest(t), await makeGuest(t), await makeGuest(t)];
    for (const { survey } of [due, open, recent]) await links.vote(survey, await links.open(survey), 1);
    await t.request(shortAddresses.renewShortAddress, {
      as: due,
      params: { id: due.survey },
      body: { kind: "flyer" },
    });
    for (const as of [due, recent]) await t.request(surveys.closeSurvey, { as, params: { id: as.survey } });
    await age(due, 31);
    await age(open, 31);
    await age(recent, 29);
    expect(await deleteDue()).toBe(1);
    expect(await findUser(due.id)).toBeUndefined();
    expect((await t.send(surveys.getSurvey, { params: { id: due.survey } })).statusCode).toBe(404);
    for (const table of ["votes", "ballot_boxes", "survey_days", "link_surveys"] as const)
      expect(
        await t.database.db.selectFrom(table).select("survey_id").where("survey_id", "=", due.survey).execute(),
      ).toEqual([]);
    expect(await findOrphans(t.database)).toEqual([]);
    expect((await recount(t.database)).mismatches).toEqual([]);
    for (const { id } of [open, recent]) expect(await findUser(id)).toBeDefined();
    expect(await deleteDue()).toBe(0);
  });

  test("is deleted 30 days after the deadline of a survey that was never published", async () => {
    const app = await testApp({ askUnlisted: "anyone", surveyReview: "all" }, WITHOUT_POLLS);
    try {
      const { db } = app.database;
      const [due, recent] = [await makeGuest(app), await makeGuest(app)];
      for (const [guest, days] of [
        [due, 31],
        [recent, 29],
      ] as const) {
        const ends_at = Date.now() - days * DAY_MS;
        const starts_at = ends_at - DAY_MS;
        await db.updateTable("users").set({ created_at: 1 }).where("id", "=", guest.id).execute();
        await db.updateTable("surveys").set({ starts_at, ends_at }).where("id", "=", guest.survey).execute();
      }
      expect(await deleteDueGuests(app.database, { record: recorder(), onDeleted: async () => {} })).toBe(1);
      const left = await db.selectFrom("users").select("id").where("is_guest", "=", 1).execute();
      expect(left).toEqual([{ id: recent.id }]);
    } finally {
      await app.close();
    }
  });

  /** A guest with three surveys, the oldest first. */
  async function makeGuestOfThree() {
    const guest = await makeGuest(t);
    const others = [await ask(guest), await ask(guest)].map((response) => response.json<{ insertedId: string }>());
    return { guest, surveys: [guest.survey, ...others.map(({ insertedId }) => insertedId)].toSorted() };
  }
  const surveysLeft = async (ids: readonly string[]) =>
    (await t.database.db.selectFrom("surveys").select("id").where("id", "in", ids).orderBy("id").execute()).map(
      ({ id }) => id,
    );
  /** Records events as the app does, but fails when one survey is deleted. */
  const failingAt = (survey: string) =>
    recorder(({ kind, surveyId }) => {
      if (kind === "deleted" && surveyId === survey) throw new Error("Failed on purpose");
    });

  test("is deleted one survey after the other, so that votes wait for one only; what failed is deleted later", async () => {
    const { guest, surveys: ids } = await makeGuestOfThree();
    for (const id of ids) await t.request(surveys.closeSurvey, { as: guest, params: { id } });
    await age(guest, 31);
    const closed_at = Date.now() - 31 * DAY_MS;
    await t.database.db.updateTable("surveys").set({ closed_at }).where("id", "in", ids).execute();
    const failing = deleteDueGuests(t.database, { record: failingAt(ids[1] ?? ""), onDeleted: async () => {} });
    await expect(failing).rejects.toThrow("Failed on purpose");
    expect(await surveysLeft(ids)).toEqual(ids.slice(1));
    expect(await findUser(guest.id)).toBeDefined();
    await t.database.db.deleteFrom("failed_steps").execute();
    expect(await deleteDue()).toBe(1);
    expect([await surveysLeft(ids), await findUser(guest.id)]).toEqual([[], undefined]);
  });

  test("can't ask, or become an account, while an admin's deletion is still working through the surveys", async () => {
    const { guest, surveys: ids } = await makeGuestOfThree();
    const by = { adminId: people.admin.id, requestId: "" };
    const failing = deleteGuest(t.database, guest.id, { by, record: failingAt(ids[1] ?? "") });
    await expect(failing).rejects.toThrow("Failed on purpose");
    expect(await surveysLeft(ids)).toEqual(ids.slice(1));
    expect((await ask(guest)).statusCode).toBe(401);
    expect((await keep(guest)).statusCode).toBe(401);
    const params = { id: guest.id };
    await t.request(guests.deleteGuest, { as: people.admin, params });
    expect([await surveysLeft(ids), await findUser(guest.id)]).toEqual([[], undefined]);
    const logged = await t.request(listAuditEvents, { as: people.admin, query: { action: "guestDeleted", limit: 2 } });
    expect(logged.map(({ about, before }) => [about.id, before])).toEqual([
      [guest.id, { surveys: 2 }],
      [guest.id, { surveys: 3 }],
    ]);
  });

  test("is kept like any account once the address is added", async () => {
    const guest = await makeGuest(t);
    const { email, password } = signUpBody();
    expect((await keep(guest, { email })).statusCode).toBe(200);
    const after = await t.send(session.signIn, { body: { email, password } });
    const as = { ...guest, email, token: await tokenOf(email, cookieOf(after)) };
    await t.request(surveys.closeSurvey, { as, params: { id: guest.survey } });
    await age(guest, 100);
    await deleteDue();
    expect(await findUser(guest.id)).toMatchObject({ is_guest: 0 });
  });

  // Security: F25
  test("is the only owner on whose surveys the database deletes votes; it refuses to for a survey that stays", async () => {
    const guest = await makeGuest(t);
    await links.vote(guest.survey, await links.open(guest.survey), 1);
    const deleting = t.database.db.deleteFrom("votes").where("survey_id", "=", guest.survey).execute();
    await expect(deleting).rejects.toThrow(/never deleted/);
    const elsewhere = t.database.transaction(async (tx) => {
      await tx.dialect.allowErasure(tx.db, "another");
      await tx.db.deleteFrom("votes").where("survey_id", "=", guest.survey).execute();
    });
    await expect(elsewhere).rejects.toThrow(/never deleted/);
  });
});
