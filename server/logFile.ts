import { closeSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ConfigError } from "./config.ts";
import { makeFolder } from "./database/makeFolder.ts";
import type { LogSink } from "./http/logger.ts";

const DAY_MS = 24 * 3600_000;

export interface LogFile extends LogSink {
  close(): void;
}

/**
 * A log that is a file a day (UTC), `survey-app.2026-11-21.log` for `survey-app.log`; those of more than `days` days go.
 * Lines are written at once, so that the last ones of a process that dies are there.
 * @param now milliseconds since 1970
 */
export function openLogFile({ path, days }: { path: string; days: number }, now = Date.now): LogFile {
  const folder = dirname(path);
  const [, stem = "", end = ""] = /^(.+?)(\.[^.]*)?$/.exec(basename(path)) ?? [];
  let day = "";
  let file: number | null = null;

  function turn(today: string): void {
    if (file !== null) closeSync(file);
    day = today;
    file = openSync(join(folder, `${stem}.${day}${end}`), "a", 0o640);
    const oldest = new Date(now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
    for (const name of readdirSync(folder)) {
      const written = dayOf(name);
      if (written !== null && written < oldest) rmSync(join(folder, name), { force: true });
    }
  }

  /** The day of a file of this log; null for all others. */
  function dayOf(name: string): string | null {
    if (!name.startsWith(`${stem}.`) || !name.endsWith(end)) return null;
    const middle = name.slice(stem.length + 1, name.length - end.length);
    return /^\d{4}-\d\d-\d\d$/.test(middle) ? middle : null;
  }

  const today = () => new Date(now()).toISOString().slice(0, 10);
  // At once, so that a folder that can't be written stops the start.
  try {
    makeFolder(folder);
    turn(today());
  } catch (error) {
    throw new ConfigError(`LOG_FILE can't be written (${(error as Error).message}).`);
  }
  return {
    write(line) {
      try {
        if (today() !== day) turn(today());
        if (file !== null) writeSync(file, line);
      } catch {
        // A full disk must not take anybody's vote along: the line is lost.
      }
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}
