import { expect, inject, test } from "vitest";
import { freshDatabase } from "../../server/testing/freshDatabase.ts";
import { storm } from "./storm.ts";

/** `npm run soak -- storm` uses more of both. */
const { payments, crashes } = inject("isNightly") ? { payments: 90, crashes: 3 } : { payments: 30, crashes: 1 };

// Security: H03
test("despite losses, duplicates, delays and kills every payment gives one membership, and the sums are equal", async () => {
  const fresh = await freshDatabase();
  try {
    const report = await storm({ ...fresh, payments, crashes, seed: 7 });
    expect(report).toMatchObject({ missed: [], doubled: [], unknown: [], crashes });
    expect(report.centsInBooks).toBe(report.centsAtProvider);
    expect(report.paid).toBeGreaterThan((payments * 2) / 3);
    // Which ones happen depends on the machine's load. Without any, this would prove nothing.
    expect(report.faults).not.toEqual([]);
  } finally {
    await fresh.remove();
  }
}, 300_000);
