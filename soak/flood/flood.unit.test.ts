import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Fuzzed, startFuzzed } from "../../server/testing/fuzzed.ts";
import { askHonestly, startFlood } from "./flood.ts";

/** Slow connections; `npm run flood` opens more. */
const SLOW = inject("isNightly") ? 200 : 50;

let attacked: Fuzzed;
let port: number;
beforeAll(async () => {
  attacked = await startFuzzed(null);
  await attacked.app.listen({ port: 0, host: "127.0.0.1" });
  port = (attacked.app.server.address() as AddressInfo).port;
});
afterAll(() => attacked.close());

// Security: F02
test("slow connections and floods of headers, bodies and garbage keep nobody from an answer", async () => {
  const before = process.memoryUsage().rss;
  const flood = await startFlood(port, { slow: SLOW, flooders: 4 });
  try {
    const paths = ["/api/letest/surveyor", "/api/allSuryesPage?limit=1", "/readyz"];
    // However long that takes on a busy machine: each kind of flood has come twice, and honest people were answered.
    for (let answered = 0; flood.ended() < 20 || answered < 20; ) {
      const honest = await askHonestly(port, { paths, clients: 4, ms: 500 });
      expect(honest.failed).toEqual([]);
      answered += honest.answered;
    }
    expect(flood.open()).toBeGreaterThan(0);
  } finally {
    flood.stop();
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
});

test("nobody takes longer than half a minute to say what they want", () => {
  const { headersTimeout, requestTimeout } = attacked.app.server;
  expect([headersTimeout, requestTimeout].every((ms) => ms > 0 && ms <= 30_000)).toBe(true);
});

// Security: F05
test("nor longer than a minute to take something of what they are answered", () => {
  expect(attacked.app.server.timeout).toBe(60_000);
});
