import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * For each source file, from the project's root: whether a run of the tests reached each of its characters (1) or not
 * (0).
 */
export type Reached = Map<string, Uint8Array>;

/** The report that each process of Node writes into `NODE_V8_COVERAGE`, as a file of its own. */
interface Report {
  result: { url: string; functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[] }[];
}

/** The server's own files that contain SQL: in other files, the reached code differs by chance, not by the engine. */
const OWN = /^server\/(?!testing\/|sandbox\/)(database\/.*|.*\.sql)\.ts$/;
/** The parts of statements that differ between the engines' dialects. */
const DIALECT = /\bdialect\.\w+/g;

/**
 * Reads the coverage of all processes of a run.
 * @param folder the folder that `NODE_V8_COVERAGE` named
 */
export function readReached(root: string, folder: string): Reached {
  const reached: Reached = new Map();
  for (const name of readdirSync(folder)) {
    const report: Report = JSON.parse(readFileSync(join(folder, name), "utf8"));
    for (const { url, functions } of report.result) {
      if (!url.startsWith("file:")) continue;
      const file = relative(root, fileURLToPath(url));
      if (!OWN.test(file)) continue;
      const here = new Uint8Array(readFileSync(join(root, file), "utf8").length);
      // Functions and their blocks come after those that contain them.
      for (const { ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges) here.fill(Number(count > 0), startOffset, endOffset);
      const before = reached.get(file);
      reached.set(file, before ? before.map((one, index) => one | (here[index] ?? 0)) : here);
    }
  }
  return reached;
}

export interface Runs {
  /** All server tests on SQLite. */
  sqlite: Reached;
  /** On PostgreSQL: the tests of `npm test`, and those that `npm run engines` adds. */
  byDay: Reached;
  added: Reached;
}

/**
 * Finds the code that `npm test` leaves untested on PostgreSQL: code that only tests on PostgreSQL reach, and
 * statements with a part of the dialect, if no test that reaches them on PostgreSQL runs by day.
 * @returns places as `file:line`, followed by the line
 */
export function findUntestedByDay(root: string, { sqlite, byDay, added }: Runs): string[] {
  const found: string[] = [];
  for (const [file, there] of added) {
    const text = readFileSync(join(root, file), "utf8");
    const onSqlite = sqlite.get(file);
    const day = byDay.get(file);
    const isLeftOut = (index: number) => there[index] === 1 && day?.[index] !== 1;
    const places = [...text.matchAll(DIALECT)].map(({ index }) => index).filter(isLeftOut);
    for (const { index } of text.matchAll(/\S+/g)) if (isLeftOut(index) && onSqlite?.[index] !== 1) places.push(index);
    const lines = new Set(places.map((index) => text.slice(0, index).split("\n").length));
    for (const line of [...lines].sort((a, b) => a - b))
      found.push(`${file}:${line} ${text.split("\n")[line - 1]?.trim()}`);
  }
  return found;
}
