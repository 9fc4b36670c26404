import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { weighPage, withoutPictures } from "../tools/test/pageWeight.ts";
import { expect, test } from "./fixtures.ts";
import { phone } from "./phone.ts";
import { demoSurvey } from "./surveys.ts";

const KILOBYTE = 1000;
const FORMS = "_forms.js";
const MANIFEST = "../web/dist/client/.vite/manifest.json";

for (const [device, options, pixels] of [
  ["a phone", phone, phone.deviceScaleFactor],
  ["@nightly a desktop", {}, 1],
] as const)
  test.describe(`on ${device}`, () => {
    test.use(options);

    test("the home page keeps its budget: 8 requests, 108 kB of scripts, 160 kB in all but images", async ({
      freshPage,
      server,
    }) => {
      const weight = await weighPage(await freshPage(), server.url);
      expect(weight.bytes.script).toBeGreaterThan(10 * KILOBYTE);
      expect(weight.signs).toEqual([]);
      expect(weight.bytes.script).toBeLessThanOrEqual(108 * KILOBYTE);
      expect(withoutPictures(weight)).toBeLessThanOrEqual(160 * KILOBYTE);
      expect(weight.requests).toBeLessThanOrEqual(8);
    });

    test("the survey page keeps its budget until someone uses it: 113 kB of scripts, and none that validate", async ({
      freshPage,
      server,
    }) => {
      const page = await freshPage();
      const survey = await demoSurvey(page.request, "running");
      const scripts: string[] = [];
      page.on("request", (request) => void (request.resourceType() === "script" && scripts.push(request.url())));
      const { bytes, requests } = await weighPage(page, `${server.url}/surveydetails/${survey._id}`);
      expect(bytes.script).toBeGreaterThan(10 * KILOBYTE);
      expect(bytes.script).toBeLessThanOrEqual(113 * KILOBYTE);
      expect(requests).toBeLessThanOrEqual(8);
      expect(scripts.filter((address) => address.endsWith("/forms.js"))).toEqual([]);
      await expect(page.locator('main img[fetchpriority="high"]')).toHaveCount(1);
    });

    test("images load in the width at which they are shown, and the first one first", async ({ freshPage }) => {
      // With an empty cache: browsers prefer a larger picture that they already have.
      const page = await freshPage();
      await page.goto("/surveysPages");
      const first = page.getByRole("main").getByRole("article").first().locator("img");
      const shown = await first.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return { source: image.currentSrc, priority: image.fetchPriority, pixels: devicePixelRatio };
      });
      // A phone's card has 358 CSS pixels with two or three device pixels each; a desktop's has 368.
      const source = expect.stringMatching(pixels === 1 ? /-480\.webp$/ : /-800\.webp$/);
      expect(shown).toEqual({ source, priority: "high", pixels });
      expect(await page.locator('link[rel="preload"][as="image"]').count()).toBe(1);
    });
  });

// Schemas are created while their script loads, and in a circle of imports they would use values that don't exist yet.
test("the scripts that validate aren't part of an import cycle", async () => {
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, MANIFEST), "utf8")) as Record<
    string,
    { imports?: string[] }
  >;
  const circles: string[] = [];
  const done = new Set<string>();
  const follow = (file: string, before: readonly string[]) => {
    if (before.includes(file)) circles.push([...before.slice(before.indexOf(file)), file].join(" → "));
    if (done.has(file) || before.includes(file)) return;
    for (const next of manifest[file]?.imports ?? []) follow(next, [...before, file]);
    done.add(file);
  };
  for (const file of Object.keys(manifest)) follow(file, []);
  expect([...done]).toContain(FORMS);
  expect(circles.filter((circle) => circle.includes(FORMS))).toEqual([]);
});
