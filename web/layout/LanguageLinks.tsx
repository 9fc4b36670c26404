import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { directionOf, nameOf } from "@survey-app/texts/languages.ts";
import { useSettings } from "../api/settings.ts";
import { Icon } from "../ui/Icon.tsx";

const globe = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18";

/** Links to the page in each language, by the languages' own names. Folded; nothing if there is only one. */
export function LanguageLinks() {
  const { languages } = useSettings();
  if (languages.length === 1) return null;
  return (
    <details>
      <summary className="-mx-2 flex cursor-pointer items-center gap-1.5 p-2 hover:text-ink">
        <Icon path={globe} size={16} />
        <span className="sr-only">{frameTexts.languages}</span> {nameOf(LANGUAGE)}
      </summary>
      <nav aria-label={frameTexts.languages} className="-mx-2 flex flex-wrap">
        {languages.map((language) => (
          <a
            key={language}
            href={`?lang=${language}`}
            lang={language}
            hrefLang={language}
            dir={directionOf(language)}
            aria-current={language === LANGUAGE || undefined}
            className="tab-word p-2 underline-offset-4 hover:text-ink hover:underline"
          >
            {nameOf(language)}
          </a>
        ))}
      </nav>
    </details>
  );
}
