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
  const sizes: HeapUse[] = [];
  for (const language of offeredLanguages) {
    await use(language);
    sizes.push(await readHeap(server));
    const [before, now] = sizes.slice(-2);
    if (now && before !== now)
      console.log(
        `${language}: ${mb(now.heapUsed - (before?.heapUsed ?? 0))} MB of heap, ${mb(now.rss - (before?.rss ?? 0))} MB resident`,
      );
  }
  const [first, last] = [sizes[0], sizes.at(-1)];
  const others = offeredLanguages.length - 1;
  if (first && last)
    console.log(
      `each further language: ${mb((last.heapUsed - first.heapUsed) / others)} MB of heap, ${mb((last.rss - first.rss) / others)} MB resident`,
    );
} finally {
  await server.stop();
  await filled.remove();
}
const english = scriptsOf(SOURCE_LANGUAGE);
for (const language of offeredLanguages)
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
  const files = globSync(`web/dist/client/assets/${language}-*/*.js.gz`, { cwd: join(import.meta.dirname, "..") });
  return files.reduce((sum, name) => sum + statSync(join(import.meta.dirname, "..", name)).size, 0);
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
