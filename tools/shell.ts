import { spawn } from "node:child_process";
import { once } from "node:events";
import { getCompileCacheDir } from "node:module";
import { delimiter } from "node:path";
import { text } from "node:stream/consumers";

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/**
 * Runs lines in bash to their end; a pipeline fails if one of its programs does. They inherit only PATH and the compile
 * cache from this process's environment.
 * @param bin a folder whose programs take precedence over those in PATH
 */
export async function inShell(lines: string, cwd: string, env: Record<string, string>, bin?: string): Promise<Ran> {
  const path = [bin, process.env.PATH].filter(Boolean).join(delimiter);
  const child = spawn("bash", ["-o", "pipefail", "-c", lines], {
    cwd,
    env: { PATH: path, NODE_COMPILE_CACHE: getCompileCacheDir(), ...env },
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: child.exitCode, out, err };
}
