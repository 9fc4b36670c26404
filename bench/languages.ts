import { existsSync, globSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { listLatestSurveys } from "@survey-app/contract/surveys.ts";
import { type Language, offeredLanguages, SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import { API_PREFIX } from "../server/http/endpoints.ts";
import { build } from "../tools/build.ts";
import type { HeapUse } from "./heapUse.ts";
import { fillDatabase, type Production, startProduction } from "./production.ts";

/**
 * `node bench/languages.ts`: what each further language costs a server in memory once its pages, mails and feeds are in use, and by how
 * much its scripts are heavier than the English ones. Memory after garbage was collected, of a server in production.
 */

/** How often each page is loaded in each language, so that its code is compiled and its copies are cached. */
const ROUNDS = 30;
/** How often all of that is done in English before anything is measured: a server grows for a while in any language. */
const WARM_UP = 4;
const others: readonly Language[] = offeredLanguages.filter((language) => language !== "en");

await build();
const filled = await fillDatabase("sqlite");
const file = join(filled.env.DATA_DIR ?? "", "heap-use.json");
const server = await startProduction(filled, {
  LANGUAGES: offeredLanguages.join(),
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, "heapUse.ts")).href}`,
  HEAP_USE_FILE: file,
});
try {
  const origin = `http://localhost:${server.port}`;
  const [survey] = (await (await fetch(origin + API_PREFIX + listLatestSurveys.path)).json()) as { _id: string }[];
  const id = survey?._id;
  const paths = ["/", "/surveysPages", `/surveydetails/${id}`, `/surveys/${id}/results`, "/login", "/privacy", "/ask"];
  const more = [`/embed/surveys/${id}`, "/feed.atom", "/no/such/page"];
  const use = async (language: Language) => {
    for (let round = 0; round < ROUNDS; round++)
      for (const path of [...paths, ...more]) {
        const response = await fetch(origin + path, { headers: { "accept-language": language, accept: "text/html" } });
        await response.arrayBuffer();
      }
  };
  for (let pass = 0; pass < WARM_UP; pass++) await use(SOURCE_LANGUAGE);
  const first = await readHeap(server);
  let before = first;
  for (const language of [SOURCE_LANGUAGE, ...others] as const) {
    await use(language);
    const now = await readHeap(server);
    const name = language === SOURCE_LANGUAGE ? `${language} again` : language;
    console.log(`${name}: ${mb(now.heapUsed - before.heapUsed)} MB of heap, ${mb(now.rss - before.rss)} MB resident`);
    before = now;
  }
  const [heap, resident] = [before.heapUsed - first.heapUsed, before.rss - first.rss].map((all) =>
    mb(all / others.length),
  );
  console.log(`each further language: ${heap} MB of heap, ${resident} MB resident`);
} finally {
  await server.stop();
  await filled.remove();
}
const english = scriptsOf(SOURCE_LANGUAGE);
for (const language of others)
  console.log(`${language}: scripts ${(scriptsOf(language) / english).toFixed(3)} of the English ones`);

async function readHeap({ pid }: Production): Promise<HeapUse> {
  rmSync(file, { force: true });
  process.kill(pid, "SIGUSR2");
  while (!existsSync(file)) await sleep(10);
  await sleep(50);
  return JSON.parse(readFileSync(file, "utf8")) as HeapUse;
}

/** The bytes of all scripts of a language, gzipped. */
function scriptsOf(language: Language): number {
  // Eight characters of a hash: not the folder of "en-XA" for "en".
  const files = globSync(`web/dist/client/assets/${language}-????????/*.js.gz`, {
    cwd: join(import.meta.dirname, ".."),
  });
  return files.reduce((sum, name) => sum + statSync(join(import.meta.dirname, "..", name)).size, 0);
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
