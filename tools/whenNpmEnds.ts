import { readFileSync } from "node:fs";

/**
 * Calls `end` when the npm that started this script is gone.
 * npm passes a SIGTERM on to its shell, which dies of it and tells nobody; killed, it can't even do that.
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

/** The shell, and npm above it (known on Linux only). */
function ancestors(): string {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    // pid (name) state ppid …; the name can hold anything.
    const npm = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
    return `${process.ppid} ${npm}`;
  } catch {
    return String(process.ppid);
  }
}
