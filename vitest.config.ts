import { defineConfig } from "vitest/config";
import { engines, hasCoverage, isNightly, nightlyOnly, runKind, storedVersion } from "./tools/test/testFiles.ts";

/** Server tests without a database. */
const alone = "{server,soak}/**/*.unit.test.ts";
/** Tests of pages in a DOM without a browser, against the real server. */
const dom = "web/**/*.dom.test.tsx";
/**
 * Server tests run on SQLite; those of SQL run on PostgreSQL too, and in `npm run engines` and at night all of them do.
 */
const server = "{server,soak}/**/*.test.ts";
const long = isNightly ? [] : [nightlyOnly];
/**
 * Node runs these files as it runs the server, without Vite's transforms: about 6 % less CPU, more where nothing is
 * cached.
 */
const native = { viteModuleRunner: false, nodeLoader: false };
/** For `npm run soak -- engines`. */
const coverage = hasCoverage ? ["soak/engines/writeCoverage.ts"] : [];

export default defineConfig({
  test: {
    // Not promises of ours: the machine may be busy with other work, and only failing tests wait this long.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than the two cores that this has to run on: tests wait for each other's commits, passwords and timers.
    // Each loads the server for itself, so a fourth worker costs more CPU than it saves waiting.
    maxWorkers: 3,
    // A process for each of 290 files took a quarter of the time. Tests don't share state: each has an app and a
    // database of its own.
    isolate: false,
    provide: { isNightly, storedVersion, engine: "sqlite", postgresUrl: "", testDatabases: "", workerUrls: [] },
    projects: [
      // One project for all that runs once: each project loads the server's modules for itself.
      {
        extends: true,
        test: {
          name: "sqlite",
          experimental: native,
          include: ["{contract,server,web,tools,bench,soak}/**/*.test.{ts,tsx}"],
          exclude: [dom, ...long],
          setupFiles: coverage,
        },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: "automatic", development: false } },
        test: {
          name: "dom",
          include: [dom],
          setupFiles: "web/testing/window.ts",
          // React as users get it: its development version takes several times as long, and only warns.
          env: { NODE_ENV: "production" },
          // Read as text by the page of components; other style sheets are left out.
          css: { include: /\/theme\.css/ },
          // The one patches the history of the window that exists on import, the other keeps the script that it loaded;
          // and each page has a new window.
          server: { deps: { inline: ["wouter", "@stripe/stripe-js"] } },
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          experimental: native,
          include: [runKind === "day" ? engines : server],
          exclude: [alone, ...long, ...(runKind === "secondEngine" ? [engines] : [])],
          provide: { engine: "postgres" },
          globalSetup: "tools/test/postgres.setup.ts",
          setupFiles: coverage,
        },
      },
    ],
  },
});
