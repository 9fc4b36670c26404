import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { chromiumArgs, wholeChromium } from "../tools/test/chromium.ts";
import { expect, test } from "./fixtures.ts";

/*
 * Runs at night, because starting a whole Chromium takes 1.5 s of CPU. By day `embed.spec.ts` denies an embedded survey
 * cookies and storage.
 */

/** Chromium's settings against cookies: those of other sites, and all of them, with the storage of pages. */
const settings = {
  "of other sites": { block_third_party_cookies: true, cookie_controls_mode: 1 },
  "of all sites": { default_content_setting_values: { cookies: 2 } },
};

for (const [which, profile] of Object.entries(settings))
  test(`@nightly an embedded survey is live in a browser that blocks the cookies ${which}`, async ({
    server,
    publishSurvey,
    newClient,
    tokenFor,
  }) => {
    const executablePath = wholeChromium();
    test.skip(!executablePath, "the headless shell has no settings for cookies");
    const id = await publishSurvey({ title: "Does this need cookies?" });
    const html = `<!DOCTYPE html><title>News</title><link rel="icon" href="data:,"><iframe src="${server.url}/embed/surveys/${id}" width="400" height="500"></iframe>`;
    const host = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
    // A site other than the server's "localhost".
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    const folder = mkdtempSync(join(tmpdir(), "survey-app-e2e-"));
    mkdirSync(join(folder, "Default"));
    writeFileSync(join(folder, "Default/Preferences"), JSON.stringify({ profile }));
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: executablePath ?? "",
      args: chromiumArgs(),
    });
    try {
      const errors: string[] = [];
      context.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      context.on("weberror", (error) => errors.push(error.error().message));
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
      const frame = page.frameLocator("iframe");
      await expect(frame.getByText("No votes yet")).toBeVisible();
      // The browser really blocks them.
      const left = () => {
        // biome-ignore lint/suspicious/noDocumentCookie: whether it is blocked
        document.cookie = "kept=1; SameSite=None; Secure";
        return document.cookie;
      };
      expect(await frame.locator("html").evaluate(left)).toBe("");

      const voter = await newClient();
      const headers = { authorization: `Bearer ${await tokenFor("user")}` };
      await voter.request.post("/api/serveyVoting", { data: { SurveyID: id, vote: 1 }, headers });
      await expect(frame.getByText("Yes leads, 1 to 0")).toBeVisible();
      expect(await context.cookies()).toEqual([]);
      expect(errors).toEqual([]);
    } finally {
      await context.close();
      host.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
