import { readFileSync } from "node:fs";

/** Clock ticks per second in /proc. */
const TICKS = 100;

/** A process's CPU time in seconds and its resident memory. Linux only. */
export function readUse(pid: number): { seconds: number; megabytes: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  // User and system time, and resident pages of 4 kB.
  const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS;
  return { seconds, megabytes: Math.round((Number(fields[21]) * 4) / 1024) };
}
