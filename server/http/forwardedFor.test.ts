import * as session from "@survey-app/contract/session/session.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp, urlOf } from "../testing/testApp.ts";
import { readAddress } from "./forwardedFor.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  [" 192.0.2.1 ", "192.0.2.1"],
  ["192.0.2.1:51234", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["[::ffff:192.0.2.1]:443", "192.0.2.1"],
  ["2001:DB8:0:0::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:51234", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
])("%s is read as %s", (written, address) => expect(readAddress(written)).toBe(address));

test.each(["", "unknown", "_hidden", "1", "0x7f.1", "127.1", "010.0.0.1", "192.0.2.256", "192.0.2.1:", "2001:db8:::1"])(
  "%j is no address",
  (written) => expect(readAddress(written)).toBeNull(),
);

// Security: H10
describe("behind a proxy", () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp({ limits: true, trustProxy: 1 });
  });
  afterAll(() => t.close());

  /**
   * Signs in with a wrong address and password, again and again.
   * @returns how many attempts were counted for one client
   */
  async function untilLimited(addressOf: (attempt: number) => string): Promise<number> {
    for (let attempt = 1; attempt <= 400; attempt++) {
      const headers = { "x-forwarded-for": addressOf(attempt) };
      const body = { email: "", password: "" };
      const { statusCode } = await t.app.inject({
        method: "POST",
        url: urlOf(session.signIn, {}),
        headers,
        payload: body,
      });
      if (statusCode === 429) return attempt - 1;
    }
    return Number.POSITIVE_INFINITY;
  }

  test("a client's limit holds whichever port, brackets or zone the proxy adds", async () => {
    const usual = await untilLimited(() => "192.0.2.1");
    expect(usual).toBeLessThan(400);
    expect(await untilLimited((attempt) => `192.0.2.2:${50_000 + attempt}`)).toBe(usual);
    expect(await untilLimited((attempt) => `[2001:db8::${attempt.toString(16)}]:${50_000 + attempt}`)).toBe(usual);
    expect(await untilLimited((attempt) => `::ffff:192.0.2.3%${attempt}`)).toBe(usual);
  });

  test("only the addresses that trusted proxies wrote are read, however many a client sent before them", async () => {
    const usual = await untilLimited(() => "192.0.2.5");
    expect(await untilLimited((attempt) => `${",".repeat(5000)}203.0.113.${attempt}, 192.0.2.6`)).toBe(usual);
  });

  test("a value that isn't an address counts as the address of the connection", async () => {
    const usual = await untilLimited(() => "192.0.2.4");
    expect(await untilLimited((attempt) => `nonsense-${attempt}`)).toBe(usual);
  });
});
