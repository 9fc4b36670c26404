import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawPicture } from "./picture.ts";
import type { Results } from "./results.ts";
import { rowsOf, tableOf } from "./table.ts";

const root = join(import.meta.dirname, "..");
const MARKS = /(?<=<!-- bench -->\n).*(?=<!-- \/bench -->)/s;

/** Figures that other pages show; docs/figures.md has all of them. */
const SHOWN: Record<string, readonly string[]> = {
  "README.md": [
    "votes, one hot survey",
    "votes, 1,000 surveys",
    "home page",
    "survey page",
    "start to ready",
    "memory at rest",
    "home page: LCP",
  ],
  "docs/operating.md": ["votes, one hot survey", "votes, 1,000 surveys", "memory at rest", "memory under votes"],
  "docs/scaling.md": ["votes, one hot survey", "votes, 1,000 surveys"],
};

/** Writes the tables and the image of the newest measurement. */
export function writeReadme(results: Results): void {
  const rows = rowsOf(results);
  writeTable("docs/figures.md", tableOf(rows));
  for (const [page, shown] of Object.entries(SHOWN))
    writeTable(page, tableOf(rows.filter(({ what }) => shown.includes(what))));
  writeFileSync(join(root, "docs/pictures/bench.svg"), drawPicture(rows));
}

function writeTable(file: string, table: string): void {
  const text = readFileSync(join(root, file), "utf8");
  if (!MARKS.test(text)) throw new Error(`${file} lacks the marks <!-- bench --> and <!-- /bench -->`);
  writeFileSync(join(root, file), text.replace(MARKS, `\n${table}\n\n`));
}
