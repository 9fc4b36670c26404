import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as words from "@survey-app/contract/testing/goldenResults.ts";
import { type OfferedLanguage, offeredLanguages } from "@survey-app/texts/languages.ts";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { slotTexts } from "./slotTexts.ts";

/** The sentences of results, built like the server's: one file for each language. */
const folder = mkdtempSync(join(tmpdir(), "golden-results-"));

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: "error",
    plugins: [slotTexts()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      rolldownOptions: {
        input: join(import.meta.dirname, "../../contract/testing/goldenResults.ts"),
        output: { codeSplitting: false },
      },
    },
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

async function wordsOf(language: OfferedLanguage): Promise<string> {
  const { goldenResults } = (await import(join(folder, `${language}.js`))) as typeof words;
  return `${goldenResults()}\n`;
}

// After an intended change, `npm test -- unit goldenResults --update` writes the files. Read them: they are what people
// get.
test.each(offeredLanguages)("every result says in %s what its golden file says", async (language) => {
  await expect(await wordsOf(language)).toMatchFileSnapshot(`golden/${language}.txt`);
});
