import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { DESCRIPTION_MAX, IMAGE_ALT_MAX, TITLE_MAX } from "@survey-app/contract/text/limits.ts";
import { languageName } from "@survey-app/texts/languageName.ts";
import { isLanguage, type Language, nameOf } from "@survey-app/texts/languages.ts";
import * as pictureTexts from "@survey-app/texts/pictureTexts.ts";
import * as translationTexts from "@survey-app/texts/translationTexts.ts";
import { useState } from "react";
import { useSettings } from "../api/settings.ts";
import type { SurveyFormState, SurveyValues } from "../managing/surveyValues.ts";
import { Button } from "../ui/Button.tsx";
import { FoldedFields } from "../ui/FoldedFields.tsx";
import { factLine } from "../ui/lists.ts";
import { SelectField } from "../ui/SelectField.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { oneLine } from "./oneLine.ts";

type TranslationValues = NonNullable<SurveyValues["translations"]>[number];

interface LanguageFieldsProps {
  form: SurveyFormState;
  /** The survey to change; undefined for a new one. */
  survey: Survey | undefined;
}

/**
 * The language of the question, and its translations. Which languages there are is fixed with the first publication.
 */
export function LanguageFields({ form, survey }: LanguageFieldsProps) {
  const { languages } = useSettings();
  const { values, errors } = form;
  const { language } = values;
  const translations = values.translations ?? [];
  const [added, setAdded] = useState<Language | null>(null);
  const isFixed = survey?.settingsFixed === true;
  const chosen = [...(language ? [language] : []), ...translations.map((each) => each.language)];
  const left = languages.filter((each) => !chosen.includes(each));
  // Nothing to choose, and nothing to show.
  if (chosen.length <= 1 && (isFixed || languages.length === 1)) return null;

  const change = (next: TranslationValues[]) => form.change("translations", next);
  return (
    <FoldedFields
      title={translationTexts.fold}
      text={factLine(chosen.map(languageName))}
      isNeeded={translations.length > 0}
      isWrong={Object.keys(errors).some((path) => /^(language|translations)\b/.test(path))}
    >
      {isFixed ? (
        <p className="text-sm text-muted">{translationTexts.fixed}</p>
      ) : (
        <SelectField
          label={translationTexts.language}
          prompt={translationTexts.choose}
          options={optionsOf([...(language ? [language] : []), ...left])}
          error={errors.language}
          name="language"
          value={language ?? ""}
          onChange={({ target: { value } }) => isLanguage(value) && form.change("language", value)}
        />
      )}
      {translations.map((each, index) => (
        <TranslationFields
          key={each.language}
          name={`translations.${index}`}
          value={each}
          errors={errors}
          isNew={each.language === added}
          isPictureDescribed={Boolean(values.image && values.imageAlt)}
          onChange={(next) => change(translations.with(index, next))}
          onRemove={isFixed ? undefined : () => change(translations.toSpliced(index, 1))}
        />
      ))}
      {!isFixed && left.length > 0 && (
        <SelectField
          label={translationTexts.add}
          hint={translationTexts.intro}
          prompt={translationTexts.choose}
          options={optionsOf(left)}
          error={errors.translations}
          name="translations"
          value=""
          onChange={({ target: { value } }) => {
            if (!isLanguage(value)) return;
            setAdded(value);
            change([...translations, { language: value, Title: "", Description: "" }]);
          }}
        />
      )}
    </FoldedFields>
  );
}

const optionsOf = (languages: readonly Language[]) =>
  languages.map((language) => ({ value: language, label: nameOf(language) }));

interface TranslationFieldsProps {
  /** The path of its fields. */
  name: `translations.${number}`;
  value: TranslationValues;
  errors: SurveyFormState["errors"];
  /** Whether the language was just added: its question is written next. */
  isNew: boolean;
  /** Whether the question describes its picture, so that its translations can. */
  isPictureDescribed: boolean;
  onChange: (value: TranslationValues) => void;
  /** Undefined if it can't be removed. */
  onRemove: (() => void) | undefined;
}

/** Immediately, because people type next. */
const focusField = (field: HTMLInputElement | null) => field?.focus();

/** The question in one more language. */
function TranslationFields(props: TranslationFieldsProps) {
  const { name, value, errors, isNew, isPictureDescribed, onChange, onRemove } = props;
  const { language, Title, Description, imageAlt } = value;
  const called = languageName(language);
  return (
    <fieldset className="space-y-4 border-s-2 border-line-strong ps-4">
      <legend className="sr-only">{called}</legend>
      <TextField
        label={translationTexts.titleIn(called)}
        name={`${name}.Title`}
        lang={language}
        ref={isNew ? focusField : undefined}
        limit={TITLE_MAX}
        error={errors[`${name}.Title`]}
        value={Title}
        onChange={({ target }) => onChange({ ...value, Title: target.value })}
      />
      <TextArea
        label={translationTexts.descriptionIn(called)}
        name={`${name}.Description`}
        lang={language}
        optional
        rows={2}
        limit={DESCRIPTION_MAX}
        error={errors[`${name}.Description`]}
        value={Description ?? ""}
        onChange={({ target }) => onChange({ ...value, Description: target.value })}
      />
      {isPictureDescribed && (
        <TextArea
          label={pictureTexts.inLanguage(called)}
          hint={pictureTexts.inLanguageHint}
          name={`${name}.imageAlt`}
          lang={language}
          optional
          rows={2}
          limit={IMAGE_ALT_MAX}
          error={errors[`${name}.imageAlt`]}
          value={imageAlt ?? ""}
          onChange={({ target }) => onChange({ ...value, imageAlt: oneLine(target.value) })}
        />
      )}
      {onRemove && (
        <Button look="quiet" small onClick={onRemove}>
          {translationTexts.remove(called)}
        </Button>
      )}
    </fieldset>
  );
}
