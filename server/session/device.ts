import Bowser from "bowser";

/** The browsers and systems that are called by name. A closed list: this text stands in mails, and the header is the sender's. */
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

const UNKNOWN_BROWSER = "an unknown browser";
/** Longer headers are no browser's, and reading them costs. */
const HEADER_MAX = 500;

/** The browser and system that a `User-Agent` header tells of: "Chrome on Windows", "an unknown browser". */
export function deviceOf(userAgent: string | null | undefined): string {
  if (!userAgent) return UNKNOWN_BROWSER;
  const { browser, os } = Bowser.parse(userAgent.slice(0, HEADER_MAX));
  const name = browser.name && browsers.has(browser.name) ? browser.name : UNKNOWN_BROWSER;
  return os.name && systems.has(os.name) ? `${name} on ${os.name}` : name;
}
