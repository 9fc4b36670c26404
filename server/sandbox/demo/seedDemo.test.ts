import { afterAll, beforeAll, expect, test } from "vitest";
import { openImageFiles } from "../../images/openImageFiles.ts";
import { openImageStore } from "../../images/store.ts";
import { type FreshDatabase, freshDatabase } from "../../testing/freshDatabase.ts";
import { recount } from "../../votes/ledger/verify.sql.ts";
import { findBrokenChains } from "../../votes/ledger/verifyChains.sql.ts";
import { checkQuestions } from "../../votes/ledger/verifyQuestions.sql.ts";
import { seedDemo } from "./seedDemo.ts";

let demo: FreshDatabase;
beforeAll(async () => {
  demo = await freshDatabase();
});
afterAll(() => demo.remove());

test("the demo's counters and ledgers are right, those of closed surveys too", async () => {
  const files = openImageFiles({ ...demo, bucket: null });
  await seedDemo(demo.database, openImageStore(files), ({ id }) => ({ tokenHash: id, codeKey: null }));
  const { votes, mismatches } = await recount(demo.database);
  expect(votes).toBeGreaterThan(100);
  expect(mismatches).toEqual([]);
  expect(await findBrokenChains(demo.database)).toEqual([]);
  expect(await checkQuestions(demo.database, files)).toEqual({
    ...{ differs: [], missing: [], unhashed: 0, former: 0, formerSince: [] },
  });
  const closed = demo.database.db.selectFrom("ballot_boxes").select("closing").where("closed_at", "is not", null);
  const ends = await closed.execute();
  expect(ends.length).toBeGreaterThan(3);
  expect(ends.filter(({ closing }) => closing === null)).toEqual([]);
  const changed = await demo.database.db
    .selectFrom("votes")
    .select("survey_id")
    .distinct()
    .where("replaced_by", "is not", null)
    .execute();
  expect(changed).toHaveLength(2);
});
