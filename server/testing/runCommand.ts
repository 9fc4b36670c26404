import { spawn } from "node:child_process";
import { once } from "node:events";
import { getCompileCacheDir } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { readConfig } from "../config/config.ts";
import { describePlace } from "../database/fingerprint.ts";

export { inShell } from "../../tools/shell.ts";

/** Runs a command of the server to its end. From this process's environment it gets only the compile cache. */
export async function runCommand(
  command:
    | "main"
    | "verify"
    | "admin"
    | "backup"
    | "restore"
    | "load"
    | "retention"
    | "mail"
    | "reconcile"
    | "distribute",
  env: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, command === "main" ? "../main.ts" : `../cli/${command}.ts`), ...args],
    {
      env: { PORT: "0", DEMO: "0", NODE_COMPILE_CACHE: getCompileCacheDir(), ...env },
    },
  );
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: child.exitCode, out, err };
}

/** The first line of a command on a database, on standard error. */
export const usingSentence = (env: Record<string, string>) => `Using ${describePlace(readConfig(env), null)}.\n`;
