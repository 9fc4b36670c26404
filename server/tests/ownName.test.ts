import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { requestPasskeyOptions } from "@survey-app/contract/session/passkeys.ts";
import { setUpSecondFactor } from "@survey-app/contract/session/secondFactor.ts";
import { getOembed } from "@survey-app/contract/sharing/sharing.ts";
import { CATEGORIES } from "@survey-app/contract/surveys/surveyFields.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { offeredLanguages } from "@survey-app/texts/languages.ts";
import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cspHash } from "../http/headers.ts";
import { makeEveryKindOfSurvey } from "../testing/everyKindOfSurvey.ts";
import { freshDatabase } from "../testing/freshDatabase.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { layOutSample, SAMPLES } from "../testing/sampleEmails.ts";
import { appOn, type TestApp, testApp } from "../testing/testApp.ts";

const root = join(import.meta.dirname, "../..");
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="#a0f"/></svg>';
const site = {
  name: "Town & Folk",
  logo: { type: "image/svg+xml" as const, bytes: Buffer.from(LOGO), version: "v1", width: 20, height: 10 },
  accent: {
    color: ["#8a0050", "#ff9ad2"] as const,
    soft: ["#f3e5ee", "#451f38"] as const,
    more: { color: ["#7a0047", "#ffb3dd"] as const, soft: ["#f2e5ed", "#442a3b"] as const },
  },
};
/** The uses of our name that stay: the formats of ledgers, results and hashed questions, which programs check. */
const FORMATS = /Survey App (ledger|result|question|meeting)\b/g;
const PRODUCT = /Survey App/;

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ pages: true, languages: offeredLanguages, sandbox: true, site });
  await makeEveryKindOfSurvey(t);
});
afterAll(() => t.close());

const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });

/** The path of a survey's card, as other sites learn it. */
async function cardOf(app: TestApp, id: string): Promise<string> {
  const query = { url: `${app.config.publicUrl}/surveydetails/${id}` };
  return (await app.request(getOembed, { query })).thumbnail_url.slice(app.config.publicUrl.length);
}

/** Every page's path, as `web` declares them. */
const pages = ["routes.tsx", "dashboardRoutes.ts"].flatMap((file) =>
  [...readFileSync(join(root, "web/app", file), "utf8").matchAll(/\bpath: "([^"]+)"/g)].map(([, path = ""]) => path),
);

test("no text of any language and no built script has the product's name", () => {
  const texts = globSync("texts/*/*.json", { cwd: root }).filter((path) => {
    const { "@": _, ...entries } = JSON.parse(readFileSync(join(root, path), "utf8")) as Record<string, unknown>;
    const shown = Object.entries(entries).filter(([key]) => !key.startsWith("@"));
    return PRODUCT.test(JSON.stringify(shown).replaceAll(/"@\w*":"(?:[^"\\]|\\.)*"/g, ""));
  });
  expect(texts).toEqual([]);
  const scripts = globSync("web/dist/{client,embed}/**/*.js", { cwd: root });
  expect(scripts.length).toBeGreaterThan(100);
  const naming = scripts.filter((path) => PRODUCT.test(readFileSync(join(root, path), "utf8").replaceAll(FORMATS, "")));
  expect(naming).toEqual([]);
});

test("a site with its own name shows it on all pages, feeds and files, in all languages, and never the product's", async () => {
  const ids = (await t.request(surveys.listPublishedSurveys, {})).map(({ _id }) => _id);
  expect(ids.length).toBeGreaterThan(3);
  const paths = pages.flatMap((path) =>
    path.includes(":") ? ids.slice(0, 4).map((id) => path.replaceAll(/:\w+/g, id)) : [path],
  );
  const urls = [
    ...paths,
    ...ids.slice(0, 4).flatMap((id) => [`/embed/surveys/${id}`, `/surveys/${id}/feed.atom`]),
    ...["/no-such-page", "/surveydetails/none", "/manifest.webmanifest", "/favicon.svg", "/sandbox/mail"],
    ...["/feed.atom", "/feed.json", `/feed.atom?category=${CATEGORIES[0]}`, "/sitemap.xml", "/robots.txt"],
    ...["/api/docs", "/api/openapi.json", "/api/legal/privacy?language=en", "/%"],
  ];
  for (const url of urls)
    for (const language of ["en", "de", "ar"]) {
      const { payload, statusCode } = await get(url, { accept: "text/html", "accept-language": language });
      expect(statusCode, url).not.toBe(500);
      expect(payload.replaceAll(FORMATS, ""), `${url} in ${language}`).not.toMatch(PRODUCT);
    }
  const home = (await get("/")).payload;
  expect(home).toContain("<title>Town &amp; Folk || Home</title>");
  expect(home).toMatch(/<img[^>]*src="\/site-logo\?v=v1"[^>]*width="56"/);
  expect((await get("/api/docs")).payload).toContain("<h1>Town &amp; Folk API</h1>");
  expect((await get("/feed.atom")).payload).toContain("<title>Town &amp; Folk</title>");
  expect((await get("/manifest.webmanifest")).json()).toMatchObject({ name: site.name, short_name: site.name });
});

test("authenticators and other sites learn the site's own name", async () => {
  const person = await makePerson(t.database, t.tokens);
  expect(await t.request(requestPasskeyOptions, { as: person })).toMatchObject({ rp: { name: site.name } });
  const { url } = await t.request(setUpSecondFactor, { as: person });
  expect(new URL(url).searchParams.get("issuer")).toBe(site.name);
  const [survey] = await t.request(surveys.listPublishedSurveys, {});
  const query = { url: `${t.config.publicUrl}/surveydetails/${survey?._id}` };
  expect(await t.request(getOembed, { query })).toMatchObject({ provider_name: site.name });
  const card = await cardOf(t, survey?._id ?? "");
  expect((await get(`/surveydetails/${survey?._id}`)).payload).toContain(
    `og:image" content="${t.config.publicUrl}${card}"`,
  );
});

test("emails have the site's own name and color", () => {
  for (const [name, sample] of Object.entries(SAMPLES)) {
    const { from, subject, text, html } = layOutSample(sample, {}, site);
    expect([from, subject, text, html].join("\n"), name).not.toMatch(PRODUCT);
    expect(from).toBe('"Town & Folk" <no-reply@survey.example>');
    expect(text).toContain("Town & Folk · https://survey.example");
    expect(html).toContain("#8a0050");
    expect(html).not.toMatch(/#3a44b8|#aab4ff/);
  }
});

test("a card is drawn with the logo, and again when the site gets another", async () => {
  const fresh = await freshDatabase();
  const plain = await appOn(fresh);
  const { surveyor, admin } = await createUsersOfEveryRole(plain.database, plain.tokens);
  const id = await plain.makeSurvey(surveyor, { publishedBy: admin });
  /** The color in the middle of the logo. */
  const draw = async (app: TestApp) => {
    const { rawPayload } = await app.app.inject({ url: await cardOf(app, id) });
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
    return [...data.subarray((80 * info.width + 100) * info.channels).subarray(0, 3)];
  };
  const before = await draw(plain);
  const plainAddress = await cardOf(plain, id);
  await plain.app.close();
  const own = await appOn(fresh, { site });
  expect(before).not.toEqual([0xaa, 0x00, 0xff]);
  expect(await draw(own)).toEqual([0xaa, 0x00, 0xff]);
  // Networks keep what they have loaded under an address: one for each name and logo.
  const ownAddress = await cardOf(own, id);
  await own.app.close();
  const renamed = await appOn(fresh, { site: { ...site, name: "Folk & Town" } });
  onTestFinished(() => renamed.close());
  expect(new Set([plainAddress, ownAddress, await cardOf(renamed, id)]).size).toBe(3);
  expect((await renamed.app.inject({ url: ownAddress })).headers.location).toBe(await cardOf(renamed, id));
});

test("a logo is an image and nothing else", async () => {
  for (const url of ["/site-logo?v=v1", "/favicon.svg"]) {
    const { headers } = await get(url);
    expect(headers).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "x-content-type-options": "nosniff",
    });
  }
  expect((await get("/site-logo?v=v1")).headers["cache-control"]).toContain("immutable");
  expect((await get("/site-logo?v=old")).headers["cache-control"]).not.toContain("immutable");
  for (const [icon, size] of [
    ["icon-192", 192],
    ["icon-512", 512],
    ["icon-maskable-512", 512],
    ["apple-touch-icon", 180],
  ])
    expect(await sharp((await get(`/icons/${icon}.png`)).rawPayload).metadata()).toMatchObject({ width: size });
});

test("the accent color is allowed by the policy of pages and embedded surveys", async () => {
  const [survey] = await t.request(surveys.listPublishedSurveys, {});
  for (const url of ["/", `/embed/surveys/${survey?._id}`]) {
    const { payload, headers } = await get(url);
    const [, style = ""] = /<style>(:root\{--color-accent[^<]*)<\/style>/.exec(payload) ?? [];
    expect(style, url).toContain("light-dark(#8a0050,#ff9ad2)");
    expect(headers["content-security-policy"]).toContain(cspHash(style));
  }
});
