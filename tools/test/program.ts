import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { canInstall, installPackages } from "./apt.ts";

/**
 * Finds a program of the system, or installs Debian's package of that name where possible; undefined if there is none.
 */
export function programPath(name: string): string | undefined {
  const found = find(name);
  if (found || !canInstall()) return found;
  try {
    installPackages(name);
  } catch (error) {
    console.error(`Without ${name}: ${error instanceof Error ? error.message : error}`);
  }
  return find(name);
}

function find(name: string): string | undefined {
  // Debian installs servers to a folder that only root's PATH contains.
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
