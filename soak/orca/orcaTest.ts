import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test as base } from "../../e2e/fixtures.ts";
import { Voice } from "./voice.ts";

const FOLDER = join(import.meta.dirname, "../../test-results/orca");

export const test = base.extend<{ orca: Voice }>({
  orca: async ({ server, expectTrouble }, use, testInfo) => {
    // The request that a window sends for an address whose first keys it lost.
    expectTrouble(/^request: GET https:/);
    const voice = new Voice(String(process.env.ORCA_LOG), server.url);
    await use(voice);
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(
      join(FOLDER, `${testInfo.title.replaceAll(/\W+/g, "-")}.txt`),
      `${testInfo.title}\n\n${voice.transcript()}\n`,
    );
  },
});

export { expect } from "../../e2e/fixtures.ts";
