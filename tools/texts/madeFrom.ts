import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type OfferedLanguage, SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import { readStoredTexts } from "./catalogs.ts";
import { constantsIn, fillConstants } from "./constants.ts";

/**
 * From which English sentence each translation was made: a file for each language with a short hash for each text. Each text has its
 * line, and the lines are in alphabetical order, so that two branches rarely change the same ones.
 */
export const MADE_FROM = join(import.meta.dirname, "madeFrom");

/** Six characters are enough: each is compared with one other. */
const HASH_LENGTH = 6;

/**
 * The hash of an English sentence with its constants filled in: when a limit changes, the words around it may have to agree with
 * another number.
 */
function hashOf(english: string): string {
  const filled = fillConstants(english, constantsIn(SOURCE_LANGUAGE));
  return createHash("sha256").update(filled).digest("base64url").slice(0, HASH_LENGTH);
}

const fileOf = (language: OfferedLanguage, folder: string) => join(folder, `${language}.json`);

function readHashes(language: OfferedLanguage, folder: string): Record<string, string> {
  const file = fileOf(language, folder);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** The texts whose English has changed since they were translated, or of which nobody said from what they were made, by their paths. */
export function staleTexts(
  language: OfferedLanguage,
  { folder = MADE_FROM, source = readStoredTexts(SOURCE_LANGUAGE) } = {},
): string[] {
  if (language === SOURCE_LANGUAGE) return [];
  const hashes = readHashes(language, folder);
  return [...source].filter(([path, english]) => hashes[path] !== hashOf(english)).map(([path]) => path);
}

/**
 * Stores that translations are made from the present English.
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
  const hashes = readHashes(language, folder);
  const stale = staleTexts(language, { folder, source }).filter(isMeant);
  for (const path of stale) hashes[path] = hashOf(source.get(path) ?? "");
  // Without those of texts that are gone.
  const kept = Object.entries(hashes).filter(([path]) => source.has(path));
  const sorted = Object.fromEntries(kept.sort(([one], [other]) => (one < other ? -1 : 1)));
  const file = fileOf(language, folder);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
  return stale.length;
}
