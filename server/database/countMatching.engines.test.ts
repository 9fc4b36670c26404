import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { countUpTo } from "./countMatching.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  for (let n = 0; n < 3; n++) await makePerson(t.database, t.tokens, { name: "Counted" });
});
afterAll(() => t.close());

test("counting stops at a maximum, and says whether there are more rows", async () => {
  const counted = t.database.db.selectFrom("users").selectAll().where("name", "=", "Counted");
  expect(await countUpTo(t.database, counted, 4)).toEqual({ total: 3, isMinimum: false });
  expect(await countUpTo(t.database, counted, 3)).toEqual({ total: 3, isMinimum: false });
  expect(await countUpTo(t.database, counted, 2)).toEqual({ total: 2, isMinimum: true });
  expect(await countUpTo(t.database, counted.orderBy("created_at"))).toEqual({ total: 3, isMinimum: false });
});
