import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { expect, onTestFinished, test } from "vitest";
import { startChild } from "./child.ts";
import { copyProject } from "./copyProject.ts";
import { freePort } from "./port.ts";
import { chromiumArgs, chromiumPath } from "./test/chromium.ts";

const STARTED_MS = 240_000;

test("npm run dev replaces changed parts of the page, and restarts the server", {
  timeout: 400_000,
}, async () => {
  const copy = mkdtempSync(join(tmpdir(), "survey-app-dev-"));
  copyProject(join(import.meta.dirname, ".."), copy);
  const change = (file: string, from: string, to: string) => {
    const path = join(copy, file);
    const before = readFileSync(path, "utf8");
    expect(before).toContain(from);
    writeFileSync(path, before.replace(from, to));
  };
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const dev = await startChild(process.execPath, ["tools/dev.ts"], {
    cwd: copy,
    // Without the test runner's variables, such as NODE_ENV.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: join(copy, "data") },
    output: "keep",
    temporary: copy,
  });
  onTestFinished(() => dev.stop());
  const isUp = async () => (await fetch(`${url}/livez`)).status;
  await expect
    .poll(() => isUp().catch(() => 0), { timeout: STARTED_MS, interval: 500, message: dev.output() })
    .toBe(200);

  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs() });
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ baseURL: url });
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  // The first page makes Vite prepare packages, and load the page again.
  await page.goto("/surveysPages");
  await page.waitForLoadState("networkidle");
  const search = page.getByRole("searchbox").first();
  await search.fill("typed");
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  change("web/layout/TopBar.tsx", "<header", '<header data-changed="yes"');
  await page.locator("[data-changed]").waitFor({ state: "attached", timeout: 60_000 });
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  expect(await search.inputValue()).toBe("typed");
  expect(errors).toEqual([]);

  const restarts = () => dev.output().split("is listening on").length;
  const before = restarts();
  change("server/http/errorPage.ts", "", "// Changed.\n");
  await expect.poll(restarts, { timeout: 60_000 }).toBeGreaterThan(before);
  await expect.poll(() => isUp().catch(() => 0), { timeout: 60_000 }).toBe(200);
});
