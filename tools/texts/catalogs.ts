import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  directionOf,
  type Language,
  type OfferedLanguage,
  SOURCE_LANGUAGE,
  TEST_LANGUAGE,
} from "@survey-app/texts/languages.ts";
import { constantsIn } from "./constants.ts";
import { isolateValues } from "./isolate.ts";
import { type Message, parseMessage } from "./message.ts";
import { keepLetters } from "./polish.ts";
import { pseudoMessage } from "./pseudo.ts";

/** The folder with a folder for each language, in which a file for each area of the product has its catalogs. */
export const TEXTS = join(import.meta.dirname, "../../texts");

/** A text, or a group of texts. */
export type Entry = { note: string; message: Message } | Group | Entry[];
interface Group {
  note: string;
  entries: Map<string, Entry>;
}

/** Texts that one module has: `voteTexts` of `texts/en/votes.json`. */
export interface Catalog extends Group {
  name: string;
}

export const isGroup = (entry: Entry): entry is Group => "entries" in entry;

/**
 * Reads the catalogs of a language.
 * @throws naming the text that isn't valid
 */
export function readCatalogs(language: OfferedLanguage): Catalog[] {
  const constants = constantsIn(language);
  return [...readStoredCatalogs(language)].map(([name, json]) => {
    const group = readEntry(json, `${language}/${name}`, "", constants);
    if (!isGroup(group)) throw new Error(`The catalog ${name} in texts/${language} is not an object`);
    return { name, ...group };
  });
}

/**
 * Reads the catalogs of a language as they are stored.
 * @throws if two files have the same catalog
 */
export function readStoredCatalogs(language: OfferedLanguage): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const file of globSync(`${TEXTS}/${language}/*.json`).sort())
    for (const [name, json] of Object.entries<unknown>(JSON.parse(readFileSync(file, "utf8")))) {
      if (found.has(name)) throw new Error(`Two files of texts/${language} have the catalog ${name}`);
      found.set(name, json);
    }
  return found;
}

function parse(text: string, path: string, constants: Record<string, string>): Message {
  try {
    return parseMessage(text, constants);
  } catch (error) {
    throw new Error(`The text ${path} is not valid: ${error instanceof Error ? error.message : error}`);
  }
}

function readEntry(json: unknown, path: string, note: string, constants: Record<string, string>): Entry {
  if (typeof json === "string") return { note, message: parse(json, path, constants) };
  if (Array.isArray(json)) return json.map((each, index) => readEntry(each, `${path}.${index}`, "", constants));
  if (typeof json !== "object" || json === null) throw new Error(`${path} is neither a text nor a group of texts`);
  const notes = json as Record<string, unknown>;
  const entries = new Map<string, Entry>();
  for (const [key, value] of Object.entries(json)) {
    if (key.startsWith("@")) continue;
    entries.set(key, readEntry(value, `${path}.${key}`, String(notes[`@${key}`] ?? ""), constants));
  }
  return { note: note || String(notes["@"] ?? ""), entries };
}

/** All texts of a language by their path: `voteTexts.columns.name`. */
export function readTexts(language: Language): Map<string, Message> {
  const { paths, find } = openTexts(language);
  return new Map(paths.flatMap((path): [string, Message][] => [[path, find(path) as Message]]));
}

/**
 * Opens the texts of a language. Each is parsed when it is asked for: some builds need few of them.
 * @returns `find` returns the text of a path; undefined for none
 */
export function openTexts(language: Language): { paths: string[]; find: (path: string) => Message | undefined } {
  const isTest = language === TEST_LANGUAGE;
  const isRtl = directionOf(language) === "rtl";
  const words = readStoredTexts(isTest ? SOURCE_LANGUAGE : language);
  const constants = constantsIn(language);
  const parsed = new Map<string, Message>();
  const find = (path: string) => {
    const text = words.get(path);
    if (text === undefined) return undefined;
    const known = parsed.get(path);
    if (known) return known;
    const message = parse(language === "pl" ? keepLetters(text) : text, `${language}/${path}`, constants);
    parsed.set(path, isTest ? pseudoMessage(message) : isRtl ? isolateValues(message) : message);
    return parsed.get(path);
  };
  return { paths: [...words.keys()], find };
}

/** All texts of a language as they are stored, by their path. */
export function readStoredTexts(language: OfferedLanguage): Map<string, string> {
  const words = new Map<string, string>();
  for (const [name, json] of readStoredCatalogs(language)) collect(json, name, words);
  return words;
}

/** Adds the texts of a group by their paths. */
function collect(json: unknown, path: string, words: Map<string, string>): void {
  if (typeof json === "string") words.set(path, json);
  else if (typeof json === "object" && json !== null)
    for (const [key, value] of Object.entries(json)) if (!key.startsWith("@")) collect(value, `${path}.${key}`, words);
}

/** All texts of a catalog by their path. */
export function messagesOf(catalog: Catalog): Map<string, Message> {
  const found = new Map<string, Message>();
  const visit = (entry: Entry, path: string) => {
    if (Array.isArray(entry)) for (const [index, each] of entry.entries()) visit(each, `${path}.${index}`);
    else if (isGroup(entry)) for (const [key, each] of entry.entries) visit(each, `${path}.${key}`);
    else found.set(path, entry.message);
  };
  visit(catalog, catalog.name);
  return found;
}
