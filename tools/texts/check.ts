import { realpathSync } from "node:fs";
import { type Language, type OfferedLanguage, offeredLanguages, SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import { readTexts } from "./catalogs.ts";
import { doubleFlaws } from "./doubles.ts";
import { staleTexts } from "./madeFrom.ts";
import type { Message, Part } from "./message.ts";

/**
 * The flaws of a translation, as a sentence for each text: missing and unknown texts, parameters, elements and cases.
 */
export function flawsOf(language: Language): string[] {
  const [source, texts] = [readTexts(SOURCE_LANGUAGE), readTexts(language)];
  return [
    ...[...source.keys()].filter((path) => !texts.has(path)).map((path) => `${path} is missing`),
    ...[...texts].flatMap(([path, message]) => {
      const english = source.get(path);
      if (!english) return [`${path} is no text of English`];
      return [...paramFlaws(message, english), ...caseFlaws(message, english, language)].map(
        (flaw) => `${path} ${flaw}`,
      );
    }),
  ];
}

function paramFlaws({ params }: Message, english: Message): string[] {
  return [
    ...[...english.params].filter(([name]) => !params.has(name)).map(([name]) => `lacks {${name}}`),
    ...[...params].flatMap(([name, type]) => {
      const expected = english.params.get(name);
      if (!expected) return [`has {${name}}, which English has not`];
      return type === expected ? [] : [`uses {${name}} as a ${type}, English as a ${expected}`];
    }),
  ];
}

/** Every plural has the categories of its language, and every select the cases of English. */
function caseFlaws(message: Message, english: Message, language: Language): string[] {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const expected = new Map(
    casesOf(english.parts)
      .filter(({ kind }) => kind === "select")
      .map(({ param, whens }) => [param, whens]),
  );
  return casesOf(message.parts).flatMap(({ kind, param, whens }) => {
    const wanted = kind === "plural" ? categories : (expected.get(param) ?? []);
    const has = whens.filter((when) => !when.startsWith("="));
    return [
      ...wanted.filter((each) => !has.includes(each)).map((each) => `lacks the case "${each}" of {${param}}`),
      ...has.filter((each) => !wanted.includes(each as never)).map((each) => `has the case "${each}" of {${param}}`),
    ];
  });
}

function casesOf(parts: Part[]): { kind: "plural" | "select"; param: string; whens: string[] }[] {
  return parts.flatMap((part) => {
    if (part.kind === "element") return casesOf(part.children ?? []);
    if (part.kind !== "plural" && part.kind !== "select") return [];
    const { kind, param, cases } = part;
    return [{ kind, param, whens: cases.map(({ when }) => when) }, ...cases.flatMap((each) => casesOf(each.parts))];
  });
}

/** The most stale texts of a language that are named when all languages are checked. */
const NAMED_MAX = 10;

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const total = readTexts(SOURCE_LANGUAGE).size;
  const options = process.argv.slice(2);
  // Between releases, translators catch up with the English; a release must not contain translations of former
  // sentences.
  const isRelease = options.includes("--release");
  // A translation in progress is checked by its tag before it is in the list.
  const asked = options.filter((option) => option !== "--release") as OfferedLanguage[];
  for (const language of asked.length > 0 ? asked : offeredLanguages) {
    const flaws = [...flawsOf(language), ...doubleFlaws(language)];
    const missing = flaws.filter((flaw) => flaw.endsWith("is missing")).length;
    const stale = staleTexts(language);
    console.log(
      `${language}: ${total - missing} of ${total} texts${stale.length > 0 ? `, ${stale.length} stale` : ""}`,
    );
    for (const flaw of flaws) console.log(`  texts/${language}: ${flaw}`);
    const named = stale.slice(0, asked.length > 0 || isRelease ? stale.length : NAMED_MAX);
    for (const path of named) console.log(`  texts/${language}: ${path} is stale: its English has changed`);
    if (named.length < stale.length) console.log(`  all of them: node tools/texts/check.ts ${language}`);
    if (flaws.length > 0 || (isRelease && stale.length > 0)) process.exitCode = 1;
  }
}
