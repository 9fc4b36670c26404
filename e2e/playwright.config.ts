import { defineConfig } from "@playwright/test";
import { chromiumArgs } from "../tools/test/chromium.ts";
import { isNightly } from "../tools/test/testFiles.ts";
import { phone } from "./phone.ts";

/**
 * About 8 % less CPU for each page: one process less, and no optimizing compilers, which cost more than they save on
 * pages that live for a second.
 */
const lighter = ["--in-process-gpu", "--js-flags=--no-maglev,--no-opt"];

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results/e2e",
  // The tests have to run on two cores beside Vitest. Each worker starts its own server and browser: 4 s of CPU.
  workers: 2,
  // Other work may share the machine; only failures wait this long.
  timeout: 120_000,
  globalTimeout: 30 * 60_000,
  expect: {
    timeout: 30_000,
    // The whole tree: nothing more, nothing less.
    toMatchAriaSnapshot: { pathTemplate: "{testDir}/golden/{arg}{ext}", children: "deep-equal" },
  },
  reporter: "list",
  // Long tests. Each has a short form that always runs.
  ...(!isNightly && { grepInvert: /@nightly / }),
  use: {
    // Set by tools/test/test.ts. The check for unused code loads this file too, and must not download a browser.
    launchOptions: { executablePath: process.env.CHROME_BIN, args: [...chromiumArgs(), ...lighter] },
    locale: "en-GB",
    // Far from UTC, on another date for most of the day: mixed-up time zones become visible.
    timezoneId: "Pacific/Auckland",
    // Transitions delay every click and slow down rendering. The main test runs with them.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 30_000,
    // Tracing every test would make all of them a quarter slower: `npm test -- e2e --trace on` records one.
    trace: "off",
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
    // Nightly only, because a further worker's server and browser take 6 s of CPU.
    ...(isNightly ? [{ name: "phone", workers: 1, grep: /@phone/, use: phone }] : []),
  ],
});
