import { join, resolve } from "node:path";
import { measureStoring, type Storing } from "./storing.ts";
import { measureStoringOnPostgres } from "./storingOnPostgres.ts";

/**
 * `npm run bench:store -- [folder …]`: CPU time of SQLite's writer for each vote, in this version and in those in other
 * folders, in a small and in a large database, and that of PostgreSQL and the process that calls it.
 */
const roots = [join(import.meta.dirname, ".."), ...process.argv.slice(2).map((root) => resolve(root))];

function print(title: string, measured: readonly Storing[]): void {
  console.log(`\n${title}: CPU µs a vote, median (least), and its ratio to this version`);
  for (const { pattern, root, median, least, toFirst } of measured)
    console.log(
      `  ${pattern.padEnd(16)} ${median.toFixed(1).padStart(6)} (${least.toFixed(1)})  ${toFirst.toFixed(2)}  ${root}`,
    );
}

for (const earlier of [80_000, 1_000_000])
  print(`SQLite, ${earlier.toLocaleString("en")} earlier votes`, await measureStoring(roots, earlier));
print("PostgreSQL", await measureStoringOnPostgres(roots));
