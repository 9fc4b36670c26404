import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { canInstall, installPackages } from "../../tools/test/apt.ts";
import { wholeChromium } from "../../tools/test/chromium.ts";

const has = (program: string) => spawnSync("which", [program], { stdio: "ignore" }).status === 0;

/**
 * The packages that a desktop with a screen reader needs: Debian's names, each with a test of whether this machine has
 * it.
 */
const packages: Record<string, () => boolean> = {
  orca: () => has("orca"),
  xvfb: () => has("Xvfb"),
  xdotool: () => has("xdotool"),
  openbox: () => has("openbox"),
  "dbus-daemon": () => has("dbus-daemon"),
  "at-spi2-core": () => existsSync("/usr/libexec/at-spi-bus-launcher"),
  chromium: () => wholeChromium() !== undefined,
};

const missing = () => Object.keys(packages).filter((name) => !packages[name]?.());

/**
 * Installs the missing packages where that is allowed. @returns Debian's names of the packages that are still missing
 */
export function missingPackages(): string[] {
  const names = missing();
  if (names.length === 0 || !canInstall()) return names;
  installPackages(...names);
  return missing();
}
