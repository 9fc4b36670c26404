import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawPicture } from "./picture.ts";
import type { Results } from "./results.ts";
import { rowsOf, tableOf } from "./table.ts";

const root = join(import.meta.dirname, "..");
const MARKS = /(?<=<!-- bench -->\n).*(?=<!-- \/bench -->)/s;

/** Writes the table and the picture of what was measured last. */
export function writeReadme(results: Results): void {
  const readme = join(root, "README.md");
  const text = readFileSync(readme, "utf8");
  if (!MARKS.test(text)) throw new Error("README.md has no place between <!-- bench --> and <!-- /bench -->");
  writeFileSync(readme, text.replace(MARKS, `\n${tableOf(results)}\n\n`));
  writeFileSync(join(root, "docs/pictures/bench.svg"), drawPicture(rowsOf(results)));
}
