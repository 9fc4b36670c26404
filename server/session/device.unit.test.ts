import { describeDevice } from "@survey-app/contract/users/device.ts";
import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0 Safari/537.36`, "Chrome on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`, "Microsoft Edge on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`, "Chrome on Android"],
])("%s is %s", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
  expect(describeDevice(device)).toBe(device);
});

test.each([
  "",
  "visit https://evil.example/ now",
  "https://evil.example/ 1.0",
  "Evil.Example/1.0",
  "curl/8.0",
  "\u202eelpmaxe.live",
])("%j is an unknown browser, and none of its text is shown", (userAgent) =>
  expect(deviceOf(userAgent)).toBe("an unknown browser"),
);

test("custom text beside a system's name is not shown either", () => {
  const device = "an unknown browser on Windows";
  expect(deviceOf("https://evil.example (Windows NT 10.0)")).toBe(device);
  expect(describeDevice(device)).toBe(device);
});
