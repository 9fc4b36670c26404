import { LANGUAGE } from "./language.ts";
import { type Language, nameOf, TEST_LANGUAGE } from "./languages.ts";

const names = new Intl.DisplayNames(LANGUAGE, { type: "language" });

/** The name of a language in the reader's language: "Polish", where menus of languages show "Polski". */
export const languageName = (language: Language): string =>
  LANGUAGE === TEST_LANGUAGE || language === TEST_LANGUAGE
    ? nameOf(language)
    : (names.of(language) ?? nameOf(language));
