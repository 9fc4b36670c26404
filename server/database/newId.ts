import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

/** When a UUIDv7 was made, in milliseconds since 1970. */
export const timeOfId = (id: string): number => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

/** A buffer of random bytes, because requesting them for each id costs more than the rest of the work. */
const pool = new Uint8Array(4096);
let used = pool.length;
let lastMs = 0;
let seq = 0;

/** Creates a UUIDv7. The ids of one process ascend, even within a millisecond. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + 16);
  used += 16;
  // The clock may be set back, but ids must not descend.
  const msecs = Math.max(Date.now(), lastMs);
  // The sequence starts low enough not to overflow its 32 bits within a millisecond.
  seq = msecs === lastMs ? seq + 1 : (random[6] ?? 0) << 22;
  lastMs = msecs;
  return v7({ msecs, seq, random });
}
