import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { canInstall, installPackages } from "./apt.ts";
import { headlessShell } from "./headlessShell.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macOs = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

let found: string | undefined;

/** Finds a working Chromium: `CHROME_BIN`, the system's or Playwright's; installs one where possible. */
export function chromiumPath(): string {
  found ??= process.env.CHROME_BIN || find() || install();
  return found;
}

/** The browser of the journeys: the headless shell where it is available. It shares the files of Chromium. */
export function journeysBrowser(): string {
  const chromium = chromiumPath();
  return process.env.CHROME_BIN || headlessShell() || chromium;
}

/** A whole Chromium with its settings, which the headless shell lacks; undefined where there is none. */
export const wholeChromium = (): string | undefined => find();

/**
 * Arguments of the tests' browser: no background requests, and no sandbox as root, where Chromium does not support one.
 */
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

/** Runs the program, because Ubuntu's `chromium-browser` is a script that only explains how to install it. */
function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000, stdio: "ignore" }).status === 0;
}

function install(): string {
  if (canInstall()) {
    // Without fonts, texts consist of boxes and have wrong widths.
    installPackages("chromium", "fonts-liberation");
    const installed = find();
    if (installed) return installed;
  }
  throw new Error("No Chromium found. Install Chromium or Chrome, or set CHROME_BIN.");
}
