import type { MeetingRecord } from "@survey-app/contract/meetings/record.ts";
import { isClosed } from "@survey-app/contract/meetings/recordText.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { type Language, languages, offeredLanguages } from "@survey-app/texts/languages.ts";
import * as recordTexts from "@survey-app/texts/recordTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { Select } from "../ui/Select.tsx";
import { useCopy } from "../ui/useCopy.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { minutesOf } from "./record.queries.ts";

/** Copies the text for the minutes of a meeting, in the language of its questions or in another one, and shows it. */
export function CopyMinutes({ meeting, record }: { meeting: string; record: MeetingRecord }) {
  const [language, setLanguage] = useState<Language>(record.language ?? LANGUAGE);
  const timeZone = useTimeZone();
  const questions = record.questions.filter(isClosed).length;
  const { data, isFetching } = useQuery(minutesOf(meeting, { language, timeZone, questions }));
  const { result, copy } = useCopy();
  const text = data?.text;
  return (
    <>
      <Button busy={text === undefined && isFetching} onClick={() => text !== undefined && void copy(text)}>
        {result === "copied" ? <Icon name="check" size={18} /> : <Icon path={innerIcons.copy} size={18} />}
        {recordTexts.copy}
      </Button>
      <Select
        label={recordTexts.language}
        name="minutesLanguage"
        value={language}
        options={offeredLanguages.map((each) => ({ value: each, label: languages[each].name, lang: each }))}
        onChange={setLanguage}
      />
      <p role="status" className={result === "failed" ? "text-sm font-medium text-danger" : "sr-only"}>
        {result === "copied" && recordTexts.copied}
        {result === "failed" && uiTexts.copyFailed}
      </p>
      {text !== undefined && (
        <details className="w-full">
          <summary className="w-fit cursor-pointer py-2 text-sm font-semibold">{recordTexts.minutes}</summary>
          <pre
            lang={language}
            dir="auto"
            className="mt-1 rounded-xl border border-line p-4 font-sans text-sm wrap-anywhere whitespace-pre-wrap"
          >
            {text}
          </pre>
        </details>
      )}
    </>
  );
}
