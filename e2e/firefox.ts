import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { canInstall, installPackages } from "../tools/test/apt.ts";

/*
 * Firefox as people have it, from Debian. Playwright only drives its own Firefox and the newest ones; Puppeteer speaks
 * the standard (WebDriver BiDi) with each.
 */

const macOs = "/Applications/Firefox.app/Contents/MacOS/firefox";

function find(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const inPath = ["firefox-esr", "firefox"].flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...inPath, macOs].find((path) => existsSync(path));
}

/** Finds Firefox: `FIREFOX_BIN` or the system's; installs one where possible. Undefined if there isn't one. */
export function firefoxPath(): string | undefined {
  const found = process.env.FIREFOX_BIN || find();
  if (found || !canInstall()) return found;
  installPackages("firefox-esr");
  return find();
}

/** A page of a new Firefox, and its errors. */
export interface FirefoxPage {
  page: Page;
  browser: Browser;
  errors: string[];
}

/** Starts Firefox. Close it. @param settings those of `about:config` */
export async function openFirefox(
  executablePath: string,
  settings: Record<string, unknown> = {},
): Promise<FirefoxPage> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    extraPrefsFirefox: { "intl.accept_languages": "en-GB", "ui.prefersReducedMotion": 1, ...settings },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  await page.setViewport({ width: 1280, height: 800 });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  return { page, browser, errors };
}
