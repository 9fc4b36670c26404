import { readFileSync } from "node:fs";

/**
 * Calls `end` when the npm process that started this script has ended.
 * npm forwards SIGTERM only to its shell, which dies without forwarding it; a killed npm forwards nothing.
 */
export function whenNpmEnds(end: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    end();
  }, 250);
  timer.unref();
}

/** The process ids of the shell and of npm above it (Linux only). */
function ancestors(): string {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    // pid (name) state ppid …; the name can contain any character.
    const npm = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
    return `${process.ppid} ${npm}`;
  } catch {
    return String(process.ppid);
  }
}
