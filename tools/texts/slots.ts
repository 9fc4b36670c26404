import { type Language, SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import { type Catalog, type Entry, isGroup, openTexts } from "./catalogs.ts";
import { codeOf, HELPERS, type Helpers, helpersFor, wordsOf } from "./code.ts";
import type { Message } from "./message.ts";

/*
 * The pages are built once, with a slot in place of each text: "⟦voteTexts.voted⟧" for a string, and
 * __text("voteTexts.changesLeft", formatCount, pluralCategory) for a function. Then the slots of the minified files are
 * filled with the texts of each language. A build for each language would take several times as long.
 */

const LANGUAGE_SLOT = "language";
const STRING_SLOT = /(`?)⟦([\w.-]+)⟧(`?)/g;
const FUNCTION_SLOT = /__text\(["'`]([\w.-]+)["'`]((?:,\s*[\w$]+)*)\)(?=(.?))/g;
/** For the parameters of filled functions. */
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const slotOf = (path: string) => JSON.stringify(`⟦${path}⟧`);

/**
 * The module `texts/language.ts`, with a slot. The slot is a call, so that the minifier can't evaluate a comparison
 * with it before it is filled.
 */
export const languageModule = `export const LANGUAGE = /* @__PURE__ */ __text("${LANGUAGE_SLOT}");`;

/**
 * The JavaScript of a catalog's module, with a slot for each text.
 * @param only the one text that the module exports; by default it exports all
 */
export function moduleWithSlots(catalog: Catalog, only?: string): string {
  const used = new Set<keyof Helpers>();
  const codeOfEntry = (entry: Entry, path: string): string => {
    if (Array.isArray(entry))
      return `[${entry.map((each, index) => codeOfEntry(each, `${path}.${index}`)).join(", ")}]`;
    if (isGroup(entry)) {
      const members = [...entry.entries].map(
        ([key, each]) => `${JSON.stringify(key)}: ${codeOfEntry(each, `${path}.${key}`)}`,
      );
      return `{ ${members.join(", ")} }`;
    }
    const { params } = entry.message;
    if (params.size === 0) return slotOf(path);
    const helpers = helpersFor(params);
    for (const helper of helpers) used.add(helper);
    return `/* @__PURE__ */ __text(${[JSON.stringify(path), ...helpers].join(", ")})`;
  };
  const texts = [...catalog.entries]
    .filter(([key]) => only === undefined || key === only)
    .map(([key, entry]) => `export const ${key} = ${codeOfEntry(entry, `${catalog.name}.${key}`)};\n`);
  const imports = [...used].map(
    (helper) => `import { ${helper} } from "@survey-app/texts/${helper === "rich" ? "rich" : "numbers"}.ts";\n`,
  );
  return [...imports, ...texts].join("");
}

/**
 * Reads the texts of a language, and returns a function that fills the slots of a file with them.
 * @param source the English texts, which several languages can share
 * @throws if a slot doesn't have a text
 */
export function createFill(
  language: Language,
  source = openTexts(SOURCE_LANGUAGE),
): (code: string, file: string) => string {
  const texts = language === SOURCE_LANGUAGE ? source : openTexts(language);
  const find = (path: string): [text: Message, english: Message] => {
    const [text, english] = [texts.find(path), source.find(path)];
    if (!text || !english) throw new Error(`There is no text ${path} in ${language}.`);
    return [text, english];
  };
  const functionOf = (path: string, passed: string[]): string => {
    const [text, { params }] = find(path);
    const needed = helpersFor(params);
    const helpers = Object.fromEntries(HELPERS.map((helper) => [helper, passed[needed.indexOf(helper)]]));
    const names = LETTERS.filter((letter) => !passed.includes(letter));
    return codeOf(text, helpers as Record<keyof Helpers, string>, { params: [...params.keys()], names });
  };
  return (code, file) => {
    const filled = code
      .replace(FUNCTION_SLOT, (_, path: string, helpers: string, next: string) => {
        if (path === LANGUAGE_SLOT) return quote(language);
        const passed = helpers.split(",").slice(1);
        const text = functionOf(
          path,
          passed.map((name) => name.trim()),
        );
        return /[(.]/.test(next) ? `(${text})` : text;
      })
      .replace(STRING_SLOT, (_, before: string, path: string, after: string) => {
        const words = wordsOf(find(path)[0]);
        // The minifier writes strings with backticks. Other quotes beside a slot can be words of a longer text.
        return before && after ? quote(words) : `${before}${escapeWords(words)}${after}`;
      });
    const left = /⟦[\w.-]*|__text\b.{0,40}/.exec(filled);
    if (left) throw new Error(`${file} has an unfilled slot: ${left[0]}`);
    return filled;
  };
}

/** A string literal in backticks, as the minifier writes them: texts with other quotes don't need escapes. */
const quote = (words: string): string => `\`${words.replace(/[`\\]|\$(?=\{)/g, "\\$&").replaceAll("\n", "\\n")}\``;

/** Words inside a string literal of unknown quotes. */
const escapeWords = (words: string): string => words.replace(/["'`\\]|\$(?=\{)/g, "\\$&").replaceAll("\n", "\\n");
