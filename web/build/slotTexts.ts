import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { allLanguages, isLanguage, type Language, SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import type { Manifest, Plugin } from "vite";
import { openTexts, readCatalogs } from "../../tools/texts/catalogs.ts";
import { createFill, languageModule, moduleWithSlots } from "../../tools/texts/slots.ts";

const CATALOG = /\/texts\/generated\/(\w+)\.ts(?:\?text=(\w+))?$/;
/** One text of a catalog: `…/voteTexts.ts?text=voted`. */
const TEXT = "?text=";
const IMPORT = /^import \* as (\w+) from "(@survey-app\/texts\/\w+\.ts)";$/gm;

/** Filling the slots is most of a build's work, which the bundler would warn about. */
export const checks = { pluginTimings: false };

/**
 * Builds with slots in place of texts, and fills them for each language at the end.
 *
 * For the browser each text of a catalog is a module of its own. The bundler puts a module into one chunk with
 * everything that any page uses of it, so a page would load the texts of every other page that shares a catalog with
 * it: 2 kB (gz) on the survey page.
 */
export function slotTexts(): Plugin {
  const catalogs = new Map(readCatalogs(SOURCE_LANGUAGE).map((catalog) => [catalog.name, catalog]));
  let isServer = false;
  return {
    name: "slot-texts",
    configResolved(config) {
      isServer = Boolean(config.build.ssr);
    },
    load: {
      filter: { id: /\/texts\/(generated\/\w+|language)\.ts(\?text=\w+)?$/ },
      handler(id) {
        if (id.endsWith("/texts/language.ts")) return languageModule;
        const [, name = "", text] = CATALOG.exec(id) ?? [];
        const catalog = catalogs.get(name);
        return catalog ? moduleWithSlots(catalog, text) : null;
      },
    },
    transform: {
      order: "post",
      filter: { id: /\/(web|contract)\/.*\.tsx?(\?|$)/, code: "@survey-app/texts/" },
      handler(code, id) {
        return isServer ? null : { code: splitTexts(code, (message) => this.error(`${id} ${message}`)), map: null };
      },
    },
    writeBundle({ dir = "" }) {
      const files = slottedFiles(dir, isServer).map((file) => [file, readFileSync(file, "utf8")] as const);
      const source = openTexts(SOURCE_LANGUAGE);
      for (const language of allLanguages) {
        const fill = createFill(language, source);
        const filled = files.map(([file, code]) => [basename(file), fill(code, file)] as const);
        if (isServer) writeServer(dir, language, filled);
        else writeClient(dir, language, filled);
      }
      for (const [file] of files) rmSync(file);
    },
  };
}

/** Imports each text separately. */
function splitTexts(code: string, fail: (message: string) => void): string {
  const imports = new Set<string>();
  let split = code.replaceAll(IMPORT, "");
  for (const [, catalog = "", file] of code.matchAll(IMPORT)) {
    split = split.replaceAll(new RegExp(`\\b${catalog}\\.(\\w+)`, "g"), (_, text: string) => {
      imports.add(`import { ${text} as ${catalog}_${text} } from "${file}${TEXT}${text}";`);
      return `${catalog}_${text}`;
    });
    if (new RegExp(`\\b${catalog}\\b`).test(split))
      fail(`uses ${catalog} as a whole: name each text as ${catalog}.text.`);
  }
  return [...imports, split].join("\n");
}

const slottedFiles = (dir: string, isServer: boolean): string[] => {
  const folder = isServer ? dir : join(dir, "assets");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".js") && !isLanguage(name.replace(".js", "")))
    .map((name) => join(folder, name));
};

/** A file's name and its code in one language. */
type Filled = readonly [name: string, code: string];

/** Writes `de.js` beside the file of the server. */
function writeServer(dir: string, language: Language, filled: Filled[]): void {
  for (const [, code] of filled) writeFileSync(join(dir, `${language}.js`), code);
}

/**
 * Writes the browser's scripts into a folder of the language, whose name has a hash of the texts because browsers cache
 * the files forever, and a manifest that names them.
 */
function writeClient(dir: string, language: Language, filled: Filled[]): void {
  const hash = createHash("sha256");
  for (const [, code] of filled) hash.update(code);
  const folder = `${language}-${hash.digest("base64url").slice(0, 8)}`;
  mkdirSync(join(dir, "assets", folder));
  for (const [name, code] of filled) writeFileSync(join(dir, "assets", folder, name), code);
  const manifest = JSON.parse(readFileSync(join(dir, ".vite/manifest.json"), "utf8")) as Manifest;
  for (const chunk of Object.values(manifest))
    if (chunk.file.endsWith(".js")) chunk.file = chunk.file.replace("assets/", `assets/${folder}/`);
  writeFileSync(join(dir, `.vite/${language}.json`), JSON.stringify(manifest));
}
