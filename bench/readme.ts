import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawPicture } from "./picture.ts";
import type { Results } from "./results.ts";
import { rowsOf, tableOf } from "./table.ts";

const root = join(import.meta.dirname, "..");
const MARKS = /(?<=<!-- bench -->\n).*(?=<!-- \/bench -->)/s;

/** What README shows of it; everything is in docs/figures.md. */
const SHOWN = new Set([
  "votes, one hot survey",
  "votes, one hot survey: of the floor",
  "votes, 1 000 surveys",
  "home page",
  "survey page",
  "5000 open pages: p99 of seeing a vote",
  "start to ready",
  "memory at rest",
  "home page: LCP",
  "home page: Lighthouse, performance",
]);

/** Writes the tables and the picture of what was measured last. */
export function writeReadme(results: Results): void {
  const rows = rowsOf(results);
  writeTable("docs/figures.md", tableOf(rows));
  writeTable("README.md", tableOf(rows.filter(({ what }) => SHOWN.has(what))));
  writeFileSync(join(root, "docs/pictures/bench.svg"), drawPicture(rows));
}

function writeTable(file: string, table: string): void {
  const text = readFileSync(join(root, file), "utf8");
  if (!MARKS.test(text)) throw new Error(`${file} has no place between <!-- bench --> and <!-- /bench -->`);
  writeFileSync(join(root, file), text.replace(MARKS, `\n${table}\n\n`));
}
