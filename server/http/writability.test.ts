import { getMyNotices } from "@survey-app/contract/ops/notices.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { fastify } from "fastify";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { isUnavailable, isUnwritable } from "../database/unavailable.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { testApp } from "../testing/testApp.ts";
import { watchWritability } from "./writability.ts";

// Filling the disk of a PostgreSQL server is part of the long proofs (soak/torture).
test.skipIf(inject("engine") === "postgres")(
  "while the disk is full voters read that nothing was stored, and admins why",
  async () => {
    const t = await testApp();
    onTestFinished(() => t.close());
    const people = await createUsersOfEveryRole(t.database, t.tokens);
    const survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    const voters = await Promise.all(Array.from({ length: 200 }, () => makePerson(t.database, t.tokens)));
    const vote = (as: (typeof voters)[number]) => t.send(castVote, { as, body: { SurveyID: survey, vote: 1 } });
    expect(await t.request(getMyNotices, { as: people.admin })).not.toHaveProperty("storesNothing");
    // As on a full disk: SQLite refuses to make the file larger.
    await sql`pragma max_page_count = 1`.execute(t.database.db);
    let refused: Awaited<ReturnType<typeof vote>> | undefined;
    for (const voter of voters) {
      const response = await vote(voter);
      if (response.statusCode !== 200) refused = response;
      if (refused) break;
    }
    expect(refused?.json()).toMatchObject({ status: 503, code: "notWritable" });
    expect(refused?.headers["retry-after"]).toBe("60");
    expect(await t.request(getMyNotices, { as: people.admin })).toHaveProperty("storesNothing", true);
    expect(await t.request(getMyNotices, { as: people.surveyor })).not.toHaveProperty("storesNothing");
  },
);

test("a write that succeeds again ends the warning; other errors don't begin it", async () => {
  const { probe, isWritable } = watchWritability(fastify());
  const full = Object.assign(new Error("database or disk is full"), { errcode: 13 });
  const fail = (error: Error) =>
    probe(
      () => Promise.reject(error),
      () => true,
    ).catch(() => {});
  const done = async () => {};
  await fail(new Error("another"));
  expect(isWritable()).toBe(true);
  await fail(full);
  expect(isWritable()).toBe(false);
  await probe(done, () => false);
  expect(isWritable(), "nothing was written").toBe(false);
  await probe(done, () => true);
  expect(isWritable()).toBe(true);
});

test.each([
  ["a full disk under SQLite", { errcode: 13 }],
  ["a file that SQLite may not write", { errcode: 8 }],
  ["a file on a disk that became read-only", { errcode: 8 | (3 << 8) }],
  ["a write that the disk refused", { errcode: 778 }],
  ["a full disk under PostgreSQL", { code: "53100" }],
])("%s stores nothing, and a retry can help", (_, error) => {
  expect(isUnwritable(error)).toBe(true);
  expect(isUnavailable(error)).toBe(true);
});

test.each([
  ["a locked database", { errcode: 5 }],
  ["a database with too many connections", { code: "53300" }],
  ["a broken row", { errcode: 19 }],
  ["a failed read", { errcode: 266 }],
])("%s isn't taken for one that stores nothing", (_, error) => {
  expect(isUnwritable(error)).toBe(false);
});
