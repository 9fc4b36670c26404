import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { newId } from "../database/newId.ts";
import { untilClose } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { insertSurveyRows } from "../testing/surveyRows.sql.ts";
import { appOn, type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

const hashes = async (t: Pick<TestApp, "database">) =>
  (
    await t.database.db.selectFrom("ballot_boxes").select(["survey_id", "question_hash"]).orderBy("survey_id").execute()
  ).map(({ question_hash }) => question_hash);

test("a start hashes the questions of open surveys without a hash, more than one transaction takes", async () => {
  const t = await testApp({}, WITHOUT_POLLS);
  const { surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
  const id = await t.makeSurvey(surveyor, { publishedBy: admin });
  const { questionHash } = (await t.request(surveys.getSurvey, { params: { id } })).label;
  const stored = await t.database.db.selectFrom("surveys").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  // Inserted like surveys of a program that doesn't know hashes.
  const copies = Array.from({ length: 150 }, () => ({ ...stored, id: newId() }));
  await insertSurveyRows(t.database, copies);
  const [closed] = copies;
  await t.database.db
    .updateTable("surveys")
    .set({ closed_at: Date.now(), closed_by: "admin" })
    .where("id", "=", closed?.id ?? "")
    .execute();
  expect((await hashes(t)).filter((hash) => hash === "")).toHaveLength(150);
  const again = await appOn({ ...t, remove: async () => {} }, {}, WITHOUT_POLLS);
  await expect.poll(() => hashes(t)).toEqual([questionHash, "", ...copies.slice(1).map(() => questionHash)]);
  await again.app.close();
  await t.close();
});

test("a survey that is created or edited has the hash of its question immediately", async () => {
  const t = await testApp({}, WITHOUT_POLLS);
  const { surveyor } = await createUsersOfEveryRole(t.database, t.tokens);
  const id = await t.makeSurvey(surveyor, { language: "en" });
  const label = async () => (await t.request(surveys.getSurvey, { as: surveyor, params: { id } })).label;
  expect(await hashes(t)).toEqual([(await label()).questionHash]);
  const form = {
    Title: "A boat?",
    Description: "A blue one",
    category: "Food Preparation" as const,
    language: "en" as const,
    image: "https://example.org/boat.webp",
  };
  const translations = [{ language: "pl" as const, Title: "Czy łódź?", Description: "" }];
  const passRule = { needs: "moreThan", share: "1/2", of: "sides", quorum: null } as const;
  for (const change of [
    form,
    { ...form, translations },
    { ...form, translations, imageAlt: "A blue boat" },
    { ...form, translations, image: "https://example.org/other.webp" },
    { ...form, ...untilClose(), electorate: "invited" as const, passRule },
  ]) {
    await t.request(surveys.updateSurvey, { as: surveyor, params: { id }, body: change });
    expect(await hashes(t)).toEqual([(await label()).questionHash]);
  }
  await t.close();
});

test.runIf(inject("engine") === "postgres")(
  "the functions that version 1.0 calls during an upgrade store votes",
  async () => {
    const t = await testApp({}, WITHOUT_POLLS);
    const { surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
    const id = await t.makeSurvey(surveyor, { publishedBy: admin });
    const [one, two, three] = [newId(), newId(), newId()];
    const ballot = JSON.stringify([{ id: one, userId: one, choice: 1, comment: "" }]);
    const stored = [
      sql`select store_ballots(${id}, ${ballot}) as stored`,
      sql`select store_first_votes(${id}, ${[two]}, ${[two]}, ${[1]}, ${[""]}) as stored`,
      sql`select store_first_votes_on_several(${[id]}, ${[three]}, ${[three]}, ${[1]}, ${[""]}) as stored`,
    ];
    for (const [index, statement] of stored.entries()) {
      const { rows } = await statement.execute(t.database.db);
      expect(rows).toEqual([
        { stored: expect.stringMatching(new RegExp(`^${[one, two, three][index]} ${index + 1} [0-9a-f]{64}$`)) },
      ]);
    }
    await t.close();
  },
);
