import { deviceName, UNKNOWN_BROWSER } from "@survey-app/contract/users/device.ts";
import Bowser from "bowser";

/**
 * The browsers and systems shown by name. A closed list, because emails contain this text and clients control the
 * header.
 */
const browsers = new Set([
  "Chrome",
  "Chromium",
  "Firefox",
  "Internet Explorer",
  "Microsoft Edge",
  "Opera",
  "Safari",
  "Samsung Internet for Android",
  "Vivaldi",
  "Yandex Browser",
]);
const systems = new Set(["Android", "Chrome OS", "iOS", "Linux", "macOS", "Windows"]);

/** Longer headers are cut: no browser sends them, and parsing takes time. */
export const HEADER_MAX = 500;

/** The browser and system that a `User-Agent` header names: "Chrome on Windows", "an unknown browser". */
export function deviceOf(userAgent: string | null | undefined): string {
  if (!userAgent) return UNKNOWN_BROWSER;
  const { browser, os } = Bowser.parse(userAgent.slice(0, HEADER_MAX));
  const name = browser.name && browsers.has(browser.name) ? browser.name : UNKNOWN_BROWSER;
  return deviceName(name, os.name && systems.has(os.name) ? os.name : null);
}
