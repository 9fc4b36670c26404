import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { Engine } from "./engines.ts";
import type { Figure } from "./figures.ts";

interface Machine {
  cpu: string;
  cores: number;
  node: string;
}

/** The results of one part on one engine. */
interface Measured {
  /** ISO instant of its end. */
  at: string;
  isFull: boolean;
  figures: Figure[];
}

export interface Results {
  machine: Machine;
  parts: Record<string, Partial<Record<Engine, Measured>>>;
}

const file = join(import.meta.dirname, "results/latest.json");

export function machine(): Machine {
  const [cpu] = cpus();
  return { cpu: cpu?.model.trim() ?? "unknown", cores: cpus().length, node: process.version };
}

/** The latest results of every part. */
export function readResults(): Results {
  if (!existsSync(file)) return { machine: machine(), parts: {} };
  return JSON.parse(readFileSync(file, "utf8")) as Results;
}

/**
 * Stores results; parts that were not measured this time keep their previous ones.
 * @param names all parts, in the order in which they are shown
 */
export function writeResults({ machine, parts }: Results, names: readonly string[]): void {
  const before = readResults().parts;
  const merged = Object.fromEntries(
    names.filter((name) => parts[name] ?? before[name]).map((name) => [name, { ...before[name], ...parts[name] }]),
  );
  writeFileSync(file, `${JSON.stringify({ machine, parts: merged }, null, 2)}\n`);
}
