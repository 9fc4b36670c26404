import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type AttackTarget, startAttackTarget } from "../../server/testing/attackTarget.ts";
import { sendHonestRequests, startFlood } from "./flood.ts";

/** Slow connections; `npm run soak -- flood` opens more. */
const SLOW = inject("isNightly") ? 200 : 50;

let target: AttackTarget;
let port: number;
beforeAll(async () => {
  target = await startAttackTarget(null);
  await target.app.listen({ port: 0, host: "127.0.0.1" });
  port = (target.app.server.address() as AddressInfo).port;
});
afterAll(() => target.close());

// Security: F02
test("slow connections and floods of headers, bodies and garbage don't keep others from a response", async () => {
  const before = process.memoryUsage().rss;
  const flood = await startFlood(port, { slow: SLOW, flooders: 4 });
  try {
    const paths = ["/api/letest/surveyor", "/api/allSuryesPage?limit=1", "/readyz"];
    // Waits, however busy the machine is, until each kind of flood has run twice and honest requests have succeeded.
    for (let response = 0; flood.ended() < 20 || response < 20; ) {
      const honest = await sendHonestRequests(port, { paths, clients: 4, ms: 500 });
      expect(honest.failed).toEqual([]);
      response += honest.answered;
    }
    expect(flood.open()).toBeGreaterThan(0);
  } finally {
    flood.stop();
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
});

test("a request must be complete within half a minute", () => {
  const { headersTimeout, requestTimeout } = target.app.server;
  expect([headersTimeout, requestTimeout].every((ms) => ms > 0 && ms <= 30_000)).toBe(true);
});

// Security: F05
test("a connection without progress is closed after a minute", () => {
  expect(target.app.server.timeout).toBe(60_000);
});
