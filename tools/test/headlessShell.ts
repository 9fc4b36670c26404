import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const NAME = "chromium-headless-shell";
/** The folder of Debian's Chromium, whose files the headless shell shares. */
const CHROMIUM = "/usr/lib/chromium";
const CACHE = join(import.meta.dirname, "../../node_modules/.cache", NAME);

/**
 * Finds Chromium's headless shell in the version of Debian's Chromium on this machine; it halves the time of the
 * journeys. It is unpacked into `node_modules/.cache`, so nothing is installed. Undefined where it is not available.
 */
export function headlessShell(): string | undefined {
  const version = run("dpkg-query", ["--show", `--showformat=\${Version}`, "chromium-common"]);
  if (!version || !existsSync(CHROMIUM)) return undefined;
  const folder = join(CACHE, version);
  const path = join(folder, NAME);
  if (!existsSync(path)) unpack(version, folder);
  return run(path, ["--version"]) ? path : undefined;
}

/** Creates `folder` atomically, because several runs may do this at the same time. */
function unpack(version: string, folder: string): void {
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(join(CACHE, "unpack-"));
  try {
    console.log(`Unpacking ${NAME} ${version} (from Debian) …`);
    run("apt-get", ["download", `${NAME}=${version}`], work);
    const [file] = globSync("*.deb", { cwd: work });
    if (!file || run("dpkg", ["--extract", file, "."], work) === undefined) return;
    const unpacked = join(work, CHROMIUM);
    for (const shared of readdirSync(CHROMIUM)) {
      if (!existsSync(join(unpacked, shared))) symlinkSync(join(CHROMIUM, shared), join(unpacked, shared));
    }
    if (!existsSync(folder)) renameSync(unpacked, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** A program's output; undefined if it is missing or fails. */
function run(command: string, args: string[], cwd?: string): string | undefined {
  const { status, stdout } = spawnSync(command, args, { cwd, encoding: "utf8", timeout: 120_000 });
  return status === 0 ? stdout : undefined;
}
