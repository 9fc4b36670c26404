import { defineConfig } from "@playwright/test";
import type { Fixtures } from "../../e2e/fixtures.ts";
import { chromiumArgs, wholeChromium } from "../../tools/test/chromium.ts";

export default defineConfig<Fixtures>({
  testDir: ".",
  outputDir: "../../test-results/orca/failed",
  // There is only one keyboard and one voice.
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    headless: false,
    // The window's own size.
    viewport: null,
    // The tests press real keys, after Orca has spoken.
    looksFirst: false,
    launchOptions: {
      executablePath: wholeChromium(),
      args: [...chromiumArgs(), "--force-renderer-accessibility", "--start-maximized"],
    },
  },
});
