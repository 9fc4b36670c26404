import { defineConfig } from "@playwright/test";
import { chromiumArgs, journeysBrowser } from "../tools/chromium.ts";
import { isNightly } from "../tools/testFiles.ts";
import type { ServerOptions } from "./server.ts";

// The workers load this file too: what the first one found (or installed) is not looked for again.
process.env.CHROME_BIN = journeysBrowser();

/** Files with settings of their own for the server. */
const ownServer = ["crowd.spec.ts", "mainJob.spec.ts", "stripeElements.spec.ts"];
const desktop = { viewport: { width: 1280, height: 800 } };

export default defineConfig<object, ServerOptions>({
  testDir: ".",
  outputDir: "../test-results/e2e",
  // Each worker has a server and a browser of its own.
  // One more than the two cores that this has to run on: journeys wait for a browser's timers half of their time.
  workers: 3,
  // Other work may share the machine; only failures wait this long.
  timeout: 120_000,
  globalTimeout: 30 * 60_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  // Long proofs. Each has a short form that always runs.
  ...(!isNightly && { grepInvert: /@nightly / }),
  use: {
    launchOptions: { executablePath: process.env.CHROME_BIN, args: chromiumArgs() },
    locale: "en-GB",
    // Far from UTC, on the other side of midnight for most of the day: dates that mix up zones show themselves.
    timezoneId: "Pacific/Auckland",
    // Transitions cost every press a wait and every frame a picture. The main journey runs with them.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 30_000,
    screenshot: "only-on-failure",
    // A trace of every test would make all of them a quarter slower: `npm test -- e2e --trace on` records one.
    trace: "off",
  },
  projects: [
    { name: "desktop", testIgnore: ownServer, use: desktop },
    // Together, because a worker starts another server and browser for them, and once more for the files that follow.
    { name: "own-server", testMatch: ownServer, use: desktop },
    {
      name: "phone",
      // Where the layout differs; at night also where it only might.
      grep: isNightly ? /@phone/ : /@phone(?!-nightly)/,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
  ],
});
