import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { directionOf, nameOf } from "@survey-app/texts/languages.ts";
import { useSettings } from "../session/settings.ts";

/** Links to the page in each language, by the languages' own names. Nothing where there is only one. */
export function LanguageLinks() {
  const { languages } = useSettings();
  if (languages.length === 1) return null;
  return (
    <nav aria-label={frameTexts.languages} className="-mx-2 flex flex-wrap">
      {languages.map((language) => (
        <a
          key={language}
          href={`?lang=${language}`}
          lang={language}
          hrefLang={language}
          dir={directionOf(language)}
          aria-current={language === LANGUAGE || undefined}
          className="p-2 underline-offset-4 hover:text-ink hover:underline aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {nameOf(language)}
        </a>
      ))}
    </nav>
  );
}
