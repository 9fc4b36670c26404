import { defineConfig } from "@playwright/test";
import { chromiumArgs } from "../tools/test/chromium.ts";
import { isNightly } from "../tools/test/testFiles.ts";
import type { ServerOptions } from "./server.ts";

/** Files with settings of their own for the server. */
const ownServer = ["askOpen.spec.ts", "crowd.spec.ts", "mainJob.spec.ts", "stripeElements.spec.ts"];
const desktop = { viewport: { width: 1280, height: 800 } };

export default defineConfig<object, ServerOptions>({
  testDir: ".",
  outputDir: "../test-results/e2e",
  // Each worker has its own server and browser.
  // For the two cores that this has to run on beside Vitest. Each starts a server and a browser for 4 s of CPU.
  workers: 2,
  // Other work may share the machine; only failures wait this long.
  timeout: 120_000,
  globalTimeout: 30 * 60_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  // Long tests. Each has a short form that always runs.
  ...(!isNightly && { grepInvert: /@nightly / }),
  use: {
    // Set by tools/test/test.ts. The check for unused code loads this file too, and must not download a browser.
    launchOptions: { executablePath: process.env.CHROME_BIN, args: chromiumArgs() },
    locale: "en-GB",
    // Far from UTC, on another date for most of the day: mixed-up time zones become visible.
    timezoneId: "Pacific/Auckland",
    // Transitions delay every click and slow down rendering. The main test runs with them.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 30_000,
    // Empties and keeps the worker's browser context for each test: a new one loads and compiles all scripts again.
    reuseContext: true,
    // Tracing every test would make all of them a quarter slower: `npm test -- e2e --trace on` records one.
    trace: "off",
  },
  projects: [
    { name: "desktop", testIgnore: ownServer, use: desktop },
    // Together, because a worker starts another server and browser for them, and once more for the files that follow.
    { name: "own-server", testMatch: ownServer, use: desktop },
    {
      name: "phone",
      // Tests of phone layouts; nightly also those where the layout might differ.
      grep: isNightly ? /@phone/ : /@phone(?!-nightly)/,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
  ],
});
