import { join, resolve } from "node:path";
import { measureStoring } from "./storing.ts";

/**
 * `npm run bench:store -- [folder …]`: CPU time of SQLite's writer for each vote, in this version and in those in other folders, in a
 * small and in a large database.
 */
const roots = [join(import.meta.dirname, ".."), ...process.argv.slice(2).map((root) => resolve(root))];
for (const earlier of [80_000, 1_000_000]) {
  console.log(
    `\n${earlier.toLocaleString("en")} earlier votes: CPU µs a vote, median (least), and its ratio to this version`,
  );
  for (const { pattern, root, median, least, toFirst } of await measureStoring(roots, earlier))
    console.log(
      `  ${pattern.padEnd(16)} ${median.toFixed(1).padStart(6)} (${least.toFixed(1)})  ${toFirst.toFixed(2)}  ${root}`,
    );
}
