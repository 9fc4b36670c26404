import { expect, test } from "vitest";
import { freshDatabase } from "../testing/freshDatabase.ts";
import { storm } from "../testing/storm.ts";

// Security: H03
test("whatever gets lost, doubled, delayed or killed: every payment is one membership, and the sums are equal", async () => {
  const fresh = await freshDatabase();
  try {
    const report = await storm({ ...fresh, payments: 90, crashes: 3, seed: 7 });
    expect(report).toMatchObject({ missed: [], doubled: [], unknown: [], crashes: 3 });
    expect(report.centsInBooks).toBe(report.centsAtProvider);
    expect(report.paid).toBeGreaterThan(60);
  } finally {
    await fresh.remove();
  }
}, 300_000);
