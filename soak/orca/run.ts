import { copyFileSync, mkdirSync } from "node:fs";
import { build } from "../../tools/build.ts";
import { startChild } from "../../tools/child.ts";
import { preferOnBusyMachine, startDesktop } from "./desktop.ts";
import { missingPackages } from "./requirements.ts";

/** The exit code of a proof that did not run: neither success nor failure. */
const SKIPPED = 77;
const RESULTS = "test-results/orca";

/**
 * `npm run soak -- orca [arguments of Playwright]`: drives the screen reader Orca with real keys through Chromium, and
 * compares what it would speak with what a voter must hear. What it spoke is in `test-results/orca/`.
 */
const missing = missingPackages();
if (missing.length > 0) {
  console.log(`SKIPPED: the screen reader's proof (npm run soak -- orca). This machine lacks ${missing.join(", ")}.`);
  console.log(`To run it on Debian: apt-get install --no-install-recommends ${missing.join(" ")}`);
  process.exit(SKIPPED);
}
await build();
const desktop = await startDesktop();
try {
  const args = [
    "node_modules/@playwright/test/cli.js",
    "test",
    "-c",
    "soak/orca",
    "--forbid-only",
    ...process.argv.slice(2),
  ];
  const tests = await startChild(process.execPath, args, {
    env: { ...process.env, ...desktop.env, PW_DISABLE_TS_ESM: "1" },
  });
  preferOnBusyMachine(tests.pid);
  process.exitCode = await tests.exited;
} finally {
  // The log says why a text was spoken.
  mkdirSync(RESULTS, { recursive: true });
  copyFileSync(String(desktop.env.ORCA_LOG), `${RESULTS}/orca.log`);
  await desktop.stop();
}
