import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Fuzzed, startFuzzed } from "../../server/testing/fuzzed.ts";
import { askOtherMethods, fuzz } from "./fuzz.ts";

/** Requests that differ from run to run would fail where nobody can repeat it: `npm run fuzz` tries others, and more. */
const SEED = 20_261_121;
const { cases, accepted } = inject("isNightly") ? { cases: 35, accepted: 0.7 } : { cases: 8, accepted: 0.5 };

let attacked: Fuzzed;
beforeAll(async () => {
  attacked = await startFuzzed(null);
});
afterAll(() => attacked.close());

// Security: F01, H01, H04, H14, R03, R09, R22, R46, R52
test("every call answers valid, nearly valid and hostile requests of everybody as its document says", {
  timeout: 300_000,
}, async () => {
  const reports = await fuzz({ ...attacked, cases, seed: SEED });
  expect(reports.flatMap(({ operationId, failure }) => (failure ? [`${operationId}: ${failure}`] : []))).toEqual([]);
  // What is right has to get through, or nothing was attacked; the rest takes more cases.
  expect(reports.filter(({ statuses }) => statuses[200]).length).toBeGreaterThan(accepted * reports.length);
});

// Security: R24
test("every address answers the methods that it does not have by 405 and those that it has", async () => {
  expect(await askOtherMethods(attacked.app)).toEqual([]);
});
