import * as formErrors from "@survey-app/texts/formErrors.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import * as z from "zod/mini";
import { language } from "../text/language.ts";
import { DESCRIPTION_MAX, IMAGE_ALT_MAX, TITLE_MAX } from "../text/limits.ts";
import { line, lineOrNone, paragraphs, textOr } from "../text/text.ts";

/** The description of a survey's picture, for people who don't see it. */
export const imageAlt = lineOrNone("imageAlt", IMAGE_ALT_MAX, formErrors.imageAlt);

/** A question in another language than the one in which it was asked. */
export const translation = z.object(
  {
    language,
    Title: line("Title", 1, TITLE_MAX, formErrors.title),
    Description: textOr(paragraphs("Description", DESCRIPTION_MAX, formErrors.description), ""),
    /** Missing if the picture isn't described in this language; readers then get the original description. */
    imageAlt: z.optional(imageAlt),
  },
  "A translation must have a language and a Title",
);
export type Translation = z.infer<typeof translation>;

/** All translations of a question: one for each language at most, which bounds their number. */
export const translations = z
  .array(translation, "translations must be a list")
  .check(
    z.refine(
      (all: readonly Translation[]) => new Set(all.map((each) => each.language)).size === all.length,
      formErrors.translations.twice,
    ),
  );

/** A question as it was asked. If its language is unknown, `language` is null, and there are no translations. */
export interface Question {
  Title: string;
  Description: string;
  language: Language | null;
  /** Describes the picture; "" if it is only decoration, null without a description. */
  imageAlt: string | null;
}

/** A question with its translations, in the order of their tags. */
export interface TranslatedQuestion extends Question {
  translations: readonly Translation[];
}

/** `original`: the question as it was asked, if the survey is shown in another language. */
export type Translated<S> = S & { original?: Question };

/** A survey with its question in the reader's language, if it has been translated; else as it was asked. */
export function inLanguage<S extends TranslatedQuestion>(survey: S, reader: Language): Translated<S> {
  const found = survey.translations.find(({ language }) => language === reader);
  return found ? { ...survey, ...found, original: survey } : survey;
}

/** The language of a picture's description: a translation without one shows that of the question. */
export const imageAltLanguage = (survey: Translated<Pick<Question, "imageAlt" | "language">>): Language | null =>
  (survey.original?.imageAlt === survey.imageAlt ? survey.original : survey).language;

/** The language in which a survey was asked, and in which its owner writes notes and the outcome. */
export const askedIn = ({ language, original }: Translated<Pick<Question, "language">>): Language | null =>
  original ? original.language : language;

/**
 * The language in which a survey is shown outside its own page, where the question and the words around it should
 * match. It is the reader's language if the question is available in it, or if the question's language is unknown or
 * not offered here; else the question's.
 * @param offered the languages with texts on this installation
 */
export function languageAround(
  { language, translations }: Pick<TranslatedQuestion, "language" | "translations">,
  reader: Language,
  offered: readonly Language[],
): Language {
  if (language === null || !offered.includes(language)) return reader;
  return translations.some((each) => each.language === reader) ? reader : language;
}
