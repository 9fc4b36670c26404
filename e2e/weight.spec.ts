import { weighPage, withoutPictures } from "../tools/test/pageWeight.ts";
import { expect, test } from "./fixtures.ts";
import { demoSurvey } from "./surveys.ts";

const KILOBYTE = 1000;

test("@phone the home page keeps its budget: 8 requests, 100 kB of scripts, 150 kB in all but images", async ({
  freshPage,
  server,
}) => {
  const weight = await weighPage(await freshPage(), server.url);
  expect(weight.bytes.script).toBeGreaterThan(10 * KILOBYTE);
  expect(weight.bytes.script).toBeLessThanOrEqual(100 * KILOBYTE);
  expect(withoutPictures(weight)).toBeLessThanOrEqual(150 * KILOBYTE);
  expect(weight.requests).toBeLessThanOrEqual(8);
});

test("@phone the survey page keeps its budget until someone uses it: 105 kB of scripts, and none that validate", async ({
  freshPage,
  server,
}) => {
  const page = await freshPage();
  const survey = await demoSurvey(page.request, "running");
  const scripts: string[] = [];
  page.on("request", (request) => void (request.resourceType() === "script" && scripts.push(request.url())));
  const { bytes, requests } = await weighPage(page, `${server.url}/surveydetails/${survey._id}`);
  expect(bytes.script).toBeGreaterThan(10 * KILOBYTE);
  expect(bytes.script).toBeLessThanOrEqual(105 * KILOBYTE);
  expect(requests).toBeLessThanOrEqual(8);
  expect(scripts.filter((address) => address.includes("/forms-"))).toEqual([]);
});

test("@phone images load in the width at which they are shown, and the first one first", async ({ freshPage }) => {
  // With an empty cache: browsers prefer a larger picture that they already have.
  const page = await freshPage();
  await page.goto("/surveysPages");
  const first = page.getByRole("main").getByRole("article").first().locator("img");
  const shown = await first.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return { source: image.currentSrc, width: image.naturalWidth, priority: image.fetchPriority };
  });
  // A phone's thumbnail has 96 CSS pixels with two or three device pixels each; a desktop's card has 368.
  expect(shown).toMatchObject({ source: expect.stringMatching(/-480\.webp$/), priority: "high" });
  expect(await page.locator('link[rel="preload"][as="image"]').count()).toBe(1);
  await page.goto(
    (await page
      .getByRole("link", { name: /^Details/ })
      .first()
      .getAttribute("href")) ?? "",
  );
  await expect(page.locator('main img[fetchpriority="high"]')).toHaveCount(1);
});

test("the app can be installed: its manifest and icons exist in the sizes that it declares", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  await page.goto("/");
  const href = (selector: string) => page.locator(`head ${selector}`).getAttribute("href");
  const answer = await page.request.get((await href('link[rel="manifest"]')) ?? "");
  expect(answer.headers()["content-type"]).toBe("application/manifest+json; charset=utf-8");
  const { icons, start_url } = (await answer.json()) as Manifest;
  expect(start_url).toBe("/");
  expect(icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  const touch = { src: (await href('link[rel="apple-touch-icon"]')) ?? "", sizes: "180x180" };
  for (const { src, sizes } of [touch, ...icons]) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== "any") expect(size, src).toBe(sizes);
  }
});

interface Manifest {
  start_url: string;
  icons: { src: string; sizes: string; purpose?: string }[];
}

test("a shared link to a survey has its metadata, and robots.txt lists what is public", async ({
  sharedPage,
  server,
}) => {
  const page = await sharedPage("visitor");
  await page.goto("/surveysPages");
  const path =
    (await page
      .getByRole("link", { name: /^Details/ })
      .first()
      .getAttribute("href")) ?? "";
  await page.goto(path);
  const content = (selector: string) => page.locator(`head ${selector}`).getAttribute("content");
  expect(await page.locator('head link[rel="canonical"]').getAttribute("href")).toBe(server.url + path);
  expect(await content('meta[property="og:title"]')).toBe(await page.getByRole("heading", { level: 1 }).textContent());
  expect(await content('meta[property="og:image"]')).toMatch(
    new RegExp(`^${server.url}/surveys/[\\w-]+/card\\.png\\?v=`),
  );
  expect(await content('meta[name="description"]')).not.toBe("");
  expect(await (await page.request.get("/robots.txt")).text()).toContain("Disallow: /api/");
});
