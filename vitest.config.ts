import { defineConfig } from "vitest/config";

/** Files of the server that know no database; all others run on both. */
const alone = "server/**/*.unit.test.ts";
/** Tests of pages in a DOM without a browser, against the real server. */
const dom = "web/**/*.dom.test.tsx";
const server = { include: ["server/**/*.test.ts"], exclude: [alone] };

export default defineConfig({
  test: {
    // No promise of ours: other work may share the machine, and only failures wait this long.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than the two cores that this has to run on: tests wait for each other's commits, passwords and timers.
    maxWorkers: 3,
    // One process after the other for 290 files took a quarter of the time. Tests keep to themselves: each has an app and a database of its own.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["{contract,web,tools,bench}/**/*.test.{ts,tsx}", alone], exclude: [dom] },
      },
      {
        extends: true,
        test: {
          name: "dom",
          include: [dom],
          setupFiles: "web/testing/window.ts",
          // It patches the history of the window that exists on import, and each page has a new window.
          server: { deps: { inline: ["wouter"] } },
          provide: { engine: "sqlite", postgresUrl: "" },
        },
      },
      // The same files twice: what the server promises, it promises on both engines (`inject("engine")`).
      { extends: true, test: { name: "sqlite", ...server, provide: { engine: "sqlite", postgresUrl: "" } } },
      {
        extends: true,
        test: {
          name: "postgres",
          ...server,
          provide: { engine: "postgres", postgresUrl: "" },
          globalSetup: "tools/postgres.setup.ts",
        },
      },
    ],
  },
});
