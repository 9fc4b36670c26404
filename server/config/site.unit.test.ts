import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "survey-app-logo-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a logo's file. @returns its path */
function logoFile(svg: string): string {
  const path = join(folder, `${crypto.randomUUID()}.svg`);
  writeFileSync(path, svg);
  return path;
}

/** The message with which the settings stop the start; "" if they don't. */
function refusal(env: Record<string, string>): string {
  try {
    readConfig(env);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

const SVG = 'svg xmlns="http://www.w3.org/2000/svg"';
const APP_ICON = join(import.meta.dirname, "../../web/public/icons/icon-192.png");

test.each([
  ["SITE_NAME", ["x".repeat(41), " Town", "Town <b>", 'The "Town"', "*Town*", "Town\nBcc"]],
  ["SITE_COLOR", ["blue", "#fff", "#3a44b8,", "#3a44b8,#aab4ff,#ffffff", "#ffcc00", "#3a44b8,#333333"]],
])("an invalid %s stops the start with one sentence that names it", (name, values) => {
  for (const value of values) {
    const sentence = refusal({ [name]: value });
    expect(sentence, value).toMatch(new RegExp(`^${name} must be [^\\n]+\\.$`));
    expect(sentence.split(/\.\s/)).toHaveLength(1);
  }
});

const NO_SCRIPTS = "must be an SVG without scripts, event handlers, entities and foreignObject: PATH";
const NO_TEXT =
  "must be an SVG with its words as paths instead of text, because cards are drawn without fonts for them: PATH";

test.each<[string, () => string, string]>([
  ["is missing", () => join(folder, "no-such-logo.svg"), "must be the path of a file, but there is none at PATH"],
  ["is a folder", () => folder, "must be the path of a file, but PATH is none"],
  ["is no picture", () => join(import.meta.dirname, "../../README.md"), "must be a PNG or an SVG: PATH"],
  ["has a script", () => logoFile(`<${SVG} viewBox="0 0 9 9"><script>alert(1)</script></svg>`), NO_SCRIPTS],
  ["has a handler", () => logoFile(`<${SVG} viewBox="0 0 9 9" onload="alert(1)"/>`), NO_SCRIPTS],
  ["has a text", () => logoFile(`<${SVG} viewBox="0 0 9 9"><text x="1">Town</text></svg>`), NO_TEXT],
  ["has a text of a prefix", () => logoFile(`<${SVG} viewBox="0 0 9 9"><svg:text>Town</svg:text></svg>`), NO_TEXT],
  ["has no size", () => logoFile(`<${SVG}/>`), "must be an SVG with a viewBox: PATH"],
  ["has no height", () => logoFile(`<${SVG} viewBox="0 0 9 0"/>`), "must have a width and a height above 0: PATH"],
  [
    "is too wide",
    () => logoFile(`<${SVG} viewBox="0 0 90 9"/>`),
    "must be at most 4 times as wide as high, but PATH is 90 × 9",
  ],
  [
    "is too large",
    () => logoFile(`<${SVG} viewBox="0 0 9 9"><!--${"x".repeat(100_000)}--></svg>`),
    "must have at most 100 kB, but PATH has 101 kB",
  ],
])("a logo that %s stops the start with one sentence, which names the file and the rule", (_, file, sentence) => {
  const path = file();
  expect(refusal({ SITE_LOGO: path })).toBe(`SITE_LOGO ${sentence.replace("PATH", path)}.`);
});

test("a relative path of a logo starts in the folder in which the server starts", () => {
  expect(refusal({ SITE_LOGO: "no-such-logo.svg" })).toContain(`there is none at ${resolve("no-such-logo.svg")}.`);
});

test("a file that can't be read stops the start with a sentence that names its setting", () => {
  // What a folder of another user is to the server's, a link to itself is also to root.
  const path = join(folder, "itself");
  symlinkSync(path, path);
  expect(refusal({ SITE_LOGO: path })).toBe(`SITE_LOGO can't be read (ELOOP): ${path}.`);
  for (const name of ["PRIVACY_FILE", "TERMS_FILE", "ACCESSIBILITY_FILE", "SMTP_CA"])
    expect(refusal({ [name]: path })).toMatch(new RegExp(`^${name} must be the path of .* that this user can read`));
  expect(refusal({ DATABASE_URL: `postgres://localhost/survey?sslmode=verify-full&sslrootcert=${path}` })).toContain(
    "DATABASE_URL names a file that can't be read",
  );
});

test("a color that can't be read in a theme is rejected with the nearest one that can", () => {
  expect(refusal({ SITE_COLOR: "#ffcc00" })).toBe(
    "SITE_COLOR must be readable in the light theme: #ffcc00 has a contrast of 1.31:1 there instead of 4.5:1, and the nearest color that can be read is #846a00.",
  );
  expect(refusal({ SITE_COLOR: "#846a00" })).toBe("");
  expect(refusal({ SITE_COLOR: "#3a44b8,#3a44b8" })).toMatch(/in the dark theme: #3a44b8 has .* #[\da-f]{6}\.$/);
});

test("one color is adapted to both themes, two are used as they are", () => {
  expect(readConfig({ SITE_COLOR: "#3A44B8, #AAB4FF" }).site.accent?.color).toEqual(["#3a44b8", "#aab4ff"]);
  const [light = "", dark = ""] = readConfig({ SITE_COLOR: "#3a44b8" }).site.accent?.color ?? [];
  expect([light, refusal({ SITE_COLOR: `${light},${dark}` })]).toEqual(["#3a44b8", ""]);
});

test("a logo is read with its size", () => {
  const svg = `<?xml version="1.0"?>\n<!-- ours -->\n<${SVG} viewBox="0 0 30 12"/>`;
  expect(readConfig({ SITE_LOGO: logoFile(svg) }).site.logo).toMatchObject({
    type: "image/svg+xml",
    width: 30,
    height: 12,
  });
  expect(readConfig({ SITE_LOGO: APP_ICON }).site.logo).toMatchObject({ type: "image/png", width: 192, height: 192 });
});

test("without settings the site has the app's own name and look", () => {
  expect(readConfig({}).site).toEqual({ name: "Survey App", logo: null, accent: null });
});
