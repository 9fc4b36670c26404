import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { canInstall, installPackages } from "./apt.ts";

/** An nginx: the system's, or installed where that is possible; undefined where there is none. */
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
  // Debian keeps it where only root's PATH leads.
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path));
}
