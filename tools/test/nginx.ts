import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { canInstall, installPackages } from "./apt.ts";

/** Finds the system's nginx or installs one where possible; undefined if there is none. */
export function nginxPath(): string | undefined {
  const found = find();
  if (found || !canInstall()) return found;
  try {
    installPackages("nginx");
  } catch (error) {
    console.error(`Without nginx: ${error instanceof Error ? error.message : error}`);
  }
  return find();
}

function find(): string | undefined {
  // Debian installs it to a folder that only root's PATH contains.
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path));
}
