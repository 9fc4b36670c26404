import { afterEach, expect, test, vi } from "vitest";
import { browserTimeZone } from "./browserTimeZone.ts";

afterEach(() => vi.restoreAllMocks());

test.each([
  ["Pacific/Auckland", "Pacific/Auckland"],
  ["Etc/Unknown", "UTC"],
  ["Mars/Olympus", "UTC"],
  ["", "UTC"],
  [undefined, "UTC"],
])("a browser that names the time zone %j shows dates in %s", (named, used) => {
  const options = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({ ...options, timeZone: named as string });
  expect(browserTimeZone()).toBe(used);
});
