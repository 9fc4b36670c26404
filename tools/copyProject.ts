import { execFileSync } from "node:child_process";
import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the links to the workspaces: they must lead into the copy. */
const WORKSPACES = "@survey-app";

/**
 * Copies the files of the project that git tracks, or would track, into an empty folder, so that tests there run as
 * they would here. The packages are links to those of the project.
 */
export function copyProject(root: string, copy: string): void {
  const found = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const path of new Set(found.split("\0").filter((each) => each && existsSync(join(root, each))))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    copyFileSync(join(root, path), join(copy, path), constants.COPYFILE_FICLONE);
  }
  linkPackages(join(root, "node_modules"), join(copy, "node_modules"));
}

function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, WORKSPACES), { recursive: true });
  // Hidden folders are caches, which the copy must not share; only `.bin` contains the commands.
  const shared = readdirSync(from).filter((name) => name === ".bin" || !(name.startsWith(".") || name === WORKSPACES));
  for (const name of shared) symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, WORKSPACES)))
    symlinkSync(readlinkSync(join(from, WORKSPACES, name)), join(to, WORKSPACES, name));
}
