import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../testing/freshDatabase.ts";
import { findVoted, invitedHasVoted } from "./votesOfPerson.sql.ts";

const PEOPLE = 20_000;

let t: FreshDatabase;
beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(() => t.remove());

// SQLite has no other way to answer this (queryPlans.unit.test.ts), and a distributed database shows the plan of one
// shard, which may have none of these rows.
test.runIf(inject("engine") === "postgres" && inject("workerUrls").length === 0)(
  "a page of a list looks up who of its people has voted, and never reads the votes and marks on all surveys",
  async () => {
    const { db } = t.database;
    const people = sql`generate_series(1, ${sql.lit(PEOPLE)}) as person`;
    await sql`insert into invitations (survey_id, id, email, label, token_hash, created_at)
      select 'listed', 'i' || person, null, '', 't' || person, 1 from ${people}`.execute(db);
    await sql`insert into secret_voters (survey_id, voter, ticket_hash)
      select 'other' || person % 10, 'u' || person, '' from ${people}`.execute(db);
    await sql`insert into votes (survey_id, n, user_id, id, choice, comment, created_at, hash, invitation_id)
      select 'other', person, 'u' || person, 'v' || person, 1, '', 1, '', 'u' || person from ${people}`.execute(db);
    await sql`analyze invitations, secret_voters, votes`.execute(db);
    for (const page of [
      sql`select id from invitations where survey_id = 'listed' and not ${invitedHasVoted} order by id limit 100`,
      sql`select id, ${invitedHasVoted} as voted from invitations where survey_id = 'listed' order by id limit 100`,
    ]) {
      const { rows } = await sql<Record<string, string>>`explain ${page}`.execute(db);
      const plan = rows.map((row) => Object.values(row)[0]).join("\n");
      expect(plan).toContain("votes_one_invitation");
      expect(plan).not.toMatch(/hashed|Seq Scan/);
    }
  },
);

test("a person who voted on another survey, by name or in secret, hasn't voted on this one", async () => {
  const { db } = t.database;
  for (const [survey, voter] of [
    ["here", "voter"],
    ["elsewhere", "other"],
  ]) {
    await sql`insert into votes (survey_id, n, user_id, id, choice, comment, created_at, hash)
      values (${survey}, 1, ${voter}, ${`vote of ${voter}`}, 1, '', 1, '')`.execute(db);
    await sql`insert into secret_voters (survey_id, voter, ticket_hash) values (${survey}, ${`secret ${voter}`}, '')`.execute(
      db,
    );
  }
  const asked = ["voter", "other", "secret voter", "secret other"];
  expect([...(await findVoted(t.database, "here", asked))].sort()).toEqual(["secret voter", "voter"]);
});
