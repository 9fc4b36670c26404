import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type OfferedLanguage, SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import { readStoredTexts } from "./catalogs.ts";

/** Why a sentence has several translations in a language: by language and English sentence. */
type Reasons = Partial<Record<OfferedLanguage, Record<string, string>>>;

/** A button and a heading with the same words may differ, but a sentence has only one translation. */
const isSentence = (english: string) => /\s.*[.?!]$/s.test(english);

/**
 * The English sentences that occur in several texts and have different translations in a language, without a reason in
 * `differing.json`; and the reasons there that are no longer needed.
 */
export function doubleFlaws(
  language: OfferedLanguage,
  {
    source = readStoredTexts(SOURCE_LANGUAGE),
    texts = readStoredTexts(language),
    reasons = JSON.parse(readFileSync(join(import.meta.dirname, "differing.json"), "utf8")) as Reasons,
  } = {},
): string[] {
  const found = new Map<string, string[]>();
  for (const [path, english] of source)
    if (isSentence(english) && texts.has(path)) found.set(english, [...(found.get(english) ?? []), path]);
  const differing = new Map([...found].filter(([, paths]) => new Set(paths.map((path) => texts.get(path))).size > 1));
  const named = reasons[language] ?? {};
  return [
    ...[...differing]
      .filter(([english]) => !named[english])
      .map(([english, paths]) => `${paths.join(", ")} translate one sentence differently: ${english}`),
    ...Object.keys(named)
      .filter((english) => !differing.has(english))
      .map((english) => `differing.json has a reason for a sentence with one translation: ${english}`),
  ];
}
