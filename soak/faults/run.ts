import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { openGuard } from "../../tools/child.ts";
import { copyProject } from "../../tools/copyProject.ts";
import { journeysBrowser } from "../../tools/test/chromium.ts";
import { startPostgres } from "../../tools/test/postgres.ts";
import { temporaryRoot } from "../../tools/test/temporary.ts";
import { whenNpmEnds } from "../../tools/whenNpmEnds.ts";
import type { Fault } from "./fault.ts";
import { faults } from "./faults.ts";
import { testsOfCopy } from "./testsOfCopy.ts";

/**
 * `npm run soak -- faults [name …]`: plants one fault after the other in a copy of the project, and runs the test that
 * must find it. Fails if a test doesn't find its fault, or fails without a fault.
 */
const names = process.argv.slice(2);
const unknown = names.find((name) => !faults.some((fault) => fault.name === name));
if (unknown) {
  console.error(`There is no fault named ${unknown}. There are: ${faults.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const chosen = faults.filter(({ name }) => names.length === 0 || names.includes(name));

const copy = mkdtempSync(join(temporaryRoot(), "survey-app-faults-"));
// Removes the copy when this process ends, in whatever way.
const guard = openGuard({ temporary: copy });
const postgres = await startPostgres({ durable: false });
const tests = testsOfCopy(copy, { TEST_DATABASE_URL: postgres.url, CHROME_BIN: journeysBrowser() });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(1));
whenNpmEnds(() => end(1));

copyProject(join(import.meta.dirname, "../.."), copy);
const started = performance.now();
const flaw = await tests.findFlaw(chosen);
if (flaw) {
  console.error(flaw);
  await end(1);
}
console.log(`${seconds(started)}  without a fault, all tests pass`);
let found = 0;
for (const fault of chosen) if (await isFound(fault)) found++;
console.log(`\n${found} of ${chosen.length} faults found`);
await end(found === chosen.length ? 0 : 1);

/** Plants a fault, runs its test, prints the outcome, and removes the fault. */
async function isFound(fault: Fault): Promise<boolean> {
  const file = join(copy, fault.file);
  const source = readFileSync(file, "utf8");
  const began = performance.now();
  // A function, because `$` in a replacement text has a special meaning.
  writeFileSync(
    file,
    source.replace(fault.text, () => fault.becomes),
  );
  const words = await tests.findFault(fault);
  writeFileSync(file, source);
  const outcome = words === null ? "NOT FOUND" : "found    ";
  console.log(`${seconds(began)}  ${outcome}  ${fault.name.padEnd(28)}  ${firstLine(words ?? "")}`);
  return words !== null;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s`;
}

function firstLine(words: string): string {
  return stripVTControlCharacters(words).trim().split("\n")[0]?.slice(0, 120) ?? "";
}

async function end(code: number): Promise<never> {
  await tests.stop();
  await postgres.stop();
  await guard.close();
  process.exit(code);
}
