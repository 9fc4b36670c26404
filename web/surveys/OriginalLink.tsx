import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import type { Translated } from "@survey-app/contract/surveys/translations.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { languageName } from "@survey-app/texts/languageName.ts";
import * as translationTexts from "@survey-app/texts/translationTexts.ts";
import { ORIGINAL } from "./originalAddress.ts";

interface OriginalLinkProps {
  survey: Translated<Survey>;
  /** The parameters of the page's address. */
  search: URLSearchParams;
}

/**
 * Says that a question was translated, and leads to it as it was asked, or back. Nothing where it has one language for
 * the reader.
 */
export function OriginalLink({ survey, search }: OriginalLinkProps) {
  const { original, translations } = survey;
  if (!original && !translations.some(({ language }) => language === LANGUAGE)) return null;
  const next = new URLSearchParams(search);
  if (original) next.set(ORIGINAL, "1");
  else next.delete(ORIGINAL);
  // The vote of a link in another page is not chosen again.
  next.delete("vote");
  return (
    <p className="text-sm text-muted">
      {original?.language && translationTexts.translatedFrom(languageName(original.language))}{" "}
      <a href={`?${next}`} rel="nofollow" className="py-1 font-medium text-ink underline underline-offset-4">
        {original ? translationTexts.showOriginal : translationTexts.showTranslation}
      </a>
    </p>
  );
}
