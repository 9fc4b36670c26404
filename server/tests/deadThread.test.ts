import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { freePort } from "../testing/browser.ts";
import { startInstance } from "../testing/instances.ts";
import { PUBLIC_URL, SECRET } from "../testing/testConfig.ts";

// With PostgreSQL the server doesn't have database threads.
test.runIf(inject("engine") === "sqlite")(
  "a server whose database thread dies exits with an error, so that its supervisor restarts it",
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "survey-app-test-"));
    const order = join(dataDir, "end-threads");
    // Every worker thread exits when this file exists.
    const preloaded = `
      import { existsSync } from "node:fs";
      import { isMainThread } from "node:worker_threads";
      if (!isMainThread) setInterval(() => existsSync(${JSON.stringify(order)}) && process.exit(9), 20).unref();`;
    const server = await startInstance(await freePort(), {
      DATA_DIR: dataDir,
      PUBLIC_URL,
      SESSION_SECRET: SECRET,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(preloaded)}`,
    });
    try {
      writeFileSync(order, "");
      expect(await server.exited).toBe(1);
      expect(server.log()).toContain("A database thread ended with code 9");
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    }
  },
  60_000,
);
