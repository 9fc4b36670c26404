import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

/** Random bytes fetched at once: asking the system for each id costs more than all else about it. */
const pool = new Uint8Array(4096);
let used = pool.length;
let lastMs = 0;
let seq = 0;

/** A UUIDv7: ids of one process ascend, also within a millisecond. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + 16);
  used += 16;
  // The clock may be set back; ids may not.
  const msecs = Math.max(Date.now(), lastMs);
  // Begins low enough that it does not overflow its 32 bits within a millisecond.
  seq = msecs === lastMs ? seq + 1 : (random[6] ?? 0) << 22;
  lastMs = msecs;
  return v7({ msecs, seq, random });
}
