import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OfferedLanguage, offeredLanguages, SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import { readStoredTexts } from "./catalogs.ts";
import { constantsIn, fillConstants } from "./constants.ts";

/**
 * The English sentence from which each translation was made: `all.json` has a short hash for each text, and the file of
 * a language only those of texts that it has from another sentence than the other languages. Each text has its own
 * line, and the lines are in alphabetical order, so that two branches rarely change the same ones.
 */
export const MADE_FROM = join(import.meta.dirname, "madeFrom");

/** Six characters are enough, because each hash is compared with only one other. */
const HASH_LENGTH = 6;

/**
 * The hash of an English sentence with its constants filled in: when a limit changes, the words around it may have to
 * agree with the new number.
 */
function hashOf(english: string): string {
  const filled = fillConstants(english, constantsIn(SOURCE_LANGUAGE));
  return createHash("sha256").update(filled).digest("base64url").slice(0, HASH_LENGTH);
}

/** The owner of a file's hashes: all translations, or one language. */
const ALL = "all";
type Owner = OfferedLanguage | typeof ALL;
type Hashes = Record<string, string>;

const translations = offeredLanguages.filter((language) => language !== SOURCE_LANGUAGE);

const fileOf = (owner: Owner, folder: string) => join(folder, `${owner}.json`);

function readHashes(owner: Owner, folder: string): Hashes {
  const file = fileOf(owner, folder);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Writes an owner's file, or removes it if there is nothing to write. */
function writeHashes(owner: Owner, folder: string, hashes: Hashes): void {
  const file = fileOf(owner, folder);
  const entries = Object.entries(hashes).sort(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length === 0) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

const hashesOf = (language: OfferedLanguage, folder: string): Hashes => ({
  ...readHashes(ALL, folder),
  ...readHashes(language, folder),
});

/**
 * The paths of the texts whose English has changed since they were translated, or whose source sentence was not
 * recorded.
 */
export function staleTexts(
  language: OfferedLanguage,
  { folder = MADE_FROM, source = readStoredTexts(SOURCE_LANGUAGE) } = {},
): string[] {
  if (language === SOURCE_LANGUAGE) return [];
  const hashes = hashesOf(language, folder);
  return [...source].filter(([path, english]) => hashes[path] !== hashOf(english)).map(([path]) => path);
}

/**
 * Records that translations are made from the present English.
 * @param paths of texts, or of groups and catalogs of them; none for all texts
 * @returns how many texts were stale
 */
export function markCurrent(
  language: OfferedLanguage,
  paths: readonly string[],
  { folder = MADE_FROM, source = readStoredTexts(SOURCE_LANGUAGE) } = {},
): number {
  const isMeant = (path: string) =>
    paths.length === 0 || paths.some((each) => path === each || path.startsWith(`${each}.`));
  const unknown = paths.find(
    (each) => ![...source.keys()].some((path) => path === each || path.startsWith(`${each}.`)),
  );
  if (unknown !== undefined) throw new Error(`There is no text ${unknown}`);
  const stale = staleTexts(language, { folder, source }).filter(isMeant);
  const marked = Object.fromEntries(stale.map((path) => [path, hashOf(source.get(path) ?? "")]));
  const made = translations.map((each) => ({
    each,
    hashes: { ...hashesOf(each, folder), ...(each === language && marked) },
  }));
  const before = readHashes(ALL, folder);
  const common: Hashes = {};
  // Without the hashes of deleted texts.
  for (const path of source.keys()) {
    const [only, ...others] = new Set(made.map(({ hashes }) => hashes[path]));
    const hash = others.length === 0 ? only : before[path];
    if (hash !== undefined) common[path] = hash;
  }
  writeHashes(ALL, folder, common);
  for (const { each, hashes } of made) {
    const own = Object.entries(hashes).filter(([path, hash]) => source.has(path) && hash !== common[path]);
    writeHashes(each, folder, Object.fromEntries(own));
  }
  return stale.length;
}
