import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Language, type OfferedLanguage, SOURCE_LANGUAGE, TEST_LANGUAGE } from "@survey-app/texts/languages.ts";
import { constantsIn } from "./constants.ts";
import { type Message, parseMessage } from "./message.ts";
import { pseudoMessage } from "./pseudo.ts";

/** The folder with a folder of catalogs for each language. */
export const TEXTS = join(import.meta.dirname, "../../texts");

/** A text, or a group of texts. */
export type Entry = { note: string; message: Message } | Group | Entry[];
interface Group {
  note: string;
  entries: Map<string, Entry>;
}

/** A file of texts, such as `texts/en/voteTexts.json`. */
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
  return globSync(`${TEXTS}/${language}/*.json`)
    .sort()
    .map((file) => {
      const name = basename(file, ".json");
      const json: unknown = JSON.parse(readFileSync(file, "utf8"));
      const group = readEntry(json, `${language}/${name}`, "", constants);
      if (!isGroup(group)) throw new Error(`${file} is not an object`);
      return { name, ...group };
    });
}

function readEntry(json: unknown, path: string, note: string, constants: Record<string, string>): Entry {
  if (typeof json === "string") {
    try {
      return { note, message: parseMessage(json, constants) };
    } catch (error) {
      throw new Error(`The text ${path} is not valid: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (Array.isArray(json)) return json.map((each, at) => readEntry(each, `${path}.${at}`, "", constants));
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
  if (language !== TEST_LANGUAGE) return new Map(readCatalogs(language).flatMap((catalog) => [...messagesOf(catalog)]));
  return new Map([...readTexts(SOURCE_LANGUAGE)].map(([path, message]) => [path, pseudoMessage(message)]));
}

/** All texts of a catalog by their path. */
export function messagesOf(catalog: Catalog): Map<string, Message> {
  const found = new Map<string, Message>();
  const visit = (entry: Entry, path: string) => {
    if (Array.isArray(entry)) for (const [at, each] of entry.entries()) visit(each, `${path}.${at}`);
    else if (isGroup(entry)) for (const [key, each] of entry.entries) visit(each, `${path}.${key}`);
    else found.set(path, entry.message);
  };
  visit(catalog, catalog.name);
  return found;
}
