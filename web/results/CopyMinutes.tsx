import { LANGUAGE } from "@survey-app/texts/language.ts";
import { type Language, languages, offeredLanguages } from "@survey-app/texts/languages.ts";
import * as recordTexts from "@survey-app/texts/recordTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { failureOf } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import type { ButtonLook } from "../ui/buttonLook.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { Select } from "../ui/Select.tsx";
import { useCopy } from "../ui/useCopy.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";

/** In which language a text for minutes is, and in which time zone its days are. */
export interface MinutesWords {
  language: Language;
  timeZone: string;
}

interface CopyMinutesProps<Key extends QueryKey> {
  /** The language in which people voted; null if unknown. */
  language: Language | null;
  textIn: (words: MinutesWords) => UseQueryOptions<{ text: string }, Error, { text: string }, Key>;
  look?: ButtonLook;
  isSmall?: boolean;
  /** Other actions, before the text. */
  children?: ReactNode;
}

/**
 * Copies a text for minutes with one press, in the language in which people voted; below it the text, folded away,
 * where another language can be chosen. The text is loaded before the press, because browsers let pages copy only right
 * after one.
 */
export function CopyMinutes<Key extends QueryKey>(props: CopyMinutesProps<Key>) {
  const { textIn, look = "main", isSmall = false, children } = props;
  const [language, setLanguage] = useState<Language>(props.language ?? LANGUAGE);
  const { data, isFetching, error, refetch } = useQuery(textIn({ language, timeZone: useTimeZone() }));
  const { result, copy } = useCopy();
  const text = data?.text;
  return (
    <>
      <Button
        look={look}
        small={isSmall}
        busy={text === undefined && isFetching}
        onClick={() => void (text === undefined ? refetch() : copy(text))}
      >
        {result === "copied" ? <Icon name="check" size={18} /> : <Icon path={innerIcons.copy} size={18} />}
        {recordTexts.copy}
      </Button>
      <p role="status" className={result === "failed" ? "text-sm font-medium text-danger" : "sr-only"}>
        {result === "copied" && recordTexts.copied}
        {result === "failed" && uiTexts.copyFailed}
      </p>
      {error && text === undefined && <ErrorPanel {...failureOf(error)} onRetry={() => void refetch()} />}
      {children}
      {/* Before its text is loaded, too, so that nothing below it moves. */}
      <details className="w-full print:hidden">
        <summary className="w-fit cursor-pointer py-2 text-sm font-semibold">{recordTexts.minutes}</summary>
        <div className="mt-1 space-y-4 rounded-2xl bg-sunken p-5 sm:p-6">
          <p lang={language} dir="auto" className="text-start wrap-anywhere whitespace-pre-line">
            {text}
          </p>
          <div className="max-w-80">
            <Select
              label={recordTexts.language}
              name="minutesLanguage"
              value={language}
              options={offeredLanguages.map((each) => ({ value: each, label: languages[each].name, lang: each }))}
              onChange={setLanguage}
            />
          </div>
        </div>
      </details>
    </>
  );
}
