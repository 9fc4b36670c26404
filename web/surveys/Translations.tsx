import type { TranslatedQuestion } from "@survey-app/contract/surveys/translations.ts";
import { languageName } from "@survey-app/texts/languageName.ts";
import * as pictureTexts from "@survey-app/texts/pictureTexts.ts";
import * as translationTexts from "@survey-app/texts/translationTexts.ts";
import { UserText } from "../ui/UserText.tsx";

/** A question in all of its other languages, whole. Nothing without any. */
export function Translations({ survey: { translations } }: { survey: Pick<TranslatedQuestion, "translations"> }) {
  if (translations.length === 0) return null;
  return (
    <section aria-labelledby="translations" className="space-y-3">
      <h3 id="translations" className="text-base">
        {translationTexts.others}
      </h3>
      <ul className="space-y-3">
        {translations.map(({ language, Title, Description, imageAlt }) => (
          <li key={language} className="border-s-2 border-line-strong ps-4">
            <span className="text-sm text-muted">{languageName(language)}</span>
            <UserText of={{ Title, language }} as="p" className="font-semibold" />
            {Description && (
              <UserText as="p" lang={language} className="whitespace-pre-line">
                {Description}
              </UserText>
            )}
            {imageAlt && (
              <p className="text-sm text-muted">
                {pictureTexts.shows(
                  <UserText lang={language} className="text-ink">
                    {imageAlt}
                  </UserText>,
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
