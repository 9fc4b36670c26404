import { setMyLanguage } from "@survey-app/contract/account/account.ts";
import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { isLanguage, type Language, nameOf } from "@survey-app/texts/languages.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { useSettings } from "../api/settings.ts";
import { changeLanguage } from "../routing/changeLanguage.ts";
import { Section } from "../ui/Section.tsx";
import { Select } from "../ui/Select.tsx";
import { toast } from "../ui/toast.ts";

/** The choice of a language, where this installation has several. */
export function LanguageSection() {
  const { languages } = useSettings();
  if (languages.length < 2) return null;
  return (
    <Section level={3} title={accountTexts.language} text={accountTexts.languageText}>
      <LanguageSelect />
    </Section>
  );
}

/** The language of the user's pages and emails. A choice is stored immediately, and the page is shown in it. */
function LanguageSelect() {
  const { languages } = useSettings();
  const change = useMutation({
    mutationFn: (language: Language) => api(setMyLanguage, { body: { language } }),
    onSuccess: (_, language) => changeLanguage(language),
    onError: (error) => void toast(failureOf(error).text, "error"),
  });
  return (
    <Select
      label={accountTexts.language}
      hideLabel
      value={change.isPending || change.isSuccess ? change.variables : LANGUAGE}
      options={languages.map((language) => ({ value: language, label: nameOf(language) }))}
      onChange={(chosen) => isLanguage(chosen) && change.mutate(chosen)}
    />
  );
}
