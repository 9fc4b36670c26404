import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { canInstall, installPackages } from "./apt.ts";
import { headlessShell } from "./headlessShell.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macOs = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

let found: string | undefined;

/** A Chromium that runs: `CHROME_BIN`, the system's, Playwright's own; installed where that is possible. */
export function chromiumPath(): string {
  found ??= process.env.CHROME_BIN || find() || install();
  return found;
}

/** The browser of the journeys: one that draws no windows, where it can be had. */
export function journeysBrowser(): string {
  return process.env.CHROME_BIN || headlessShell() || chromiumPath();
}

/** What the tests' browser is started with: no calls home, and no sandbox where Chromium refuses one (as root). */
export function chromiumArgs(): string[] {
  return [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
  ];
}

function find(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const inPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...inPath, macOs, chromium.executablePath()].find(runs);
}

/** Asked, because Ubuntu's `chromium-browser` is a script that only says how to install it. */
function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000, stdio: "ignore" }).status === 0;
}

function install(): string {
  if (canInstall()) {
    // Without a font every text is as wide as its boxes.
    installPackages("chromium", "fonts-liberation");
    const installed = find();
    if (installed) return installed;
  }
  throw new Error("No Chromium found. Install Chromium or Chrome, or name one in CHROME_BIN.");
}
