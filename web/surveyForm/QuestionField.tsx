import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { TITLE_MAX } from "@survey-app/contract/text/limits.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import { type KeyboardEvent, useState } from "react";
import type { SurveyFormState } from "../managing/surveyValues.ts";
import { afterPress } from "../ui/afterPress.ts";
import { FieldFrame } from "../ui/FieldFrame.tsx";
import { oneLine } from "./oneLine.ts";
import { QuestionTips } from "./QuestionTips.tsx";
import { useQuestionTips } from "./useQuestionTips.ts";

interface QuestionFieldProps {
  form: SurveyFormState;
  /** The survey to change; undefined for a new one. */
  survey: Survey | undefined;
  /** The storage key of the draft. */
  draft: string;
  /** Whether the page's heading says what is typed here. */
  hidesLabel?: boolean;
}

/**
 * The field for the question, in large type, which grows with it; below it a tip for a clear question, when there is
 * one.
 */
export function QuestionField({ form, survey, draft, hidesLabel = false }: QuestionFieldProps) {
  const { Title: title, language } = form.values;
  const { onChange, error, ...field } = form.field("Title");
  const [isLeft, setLeft] = useState(false);
  const { tips, dismiss } = useQuestionTips(title, {
    draft,
    isLeft,
    language: language || null,
    surveyId: survey?._id,
  });
  return (
    <div className="space-y-3">
      <FieldFrame
        label={askTexts.title.label}
        name="Title"
        hint={askTexts.title.hint}
        error={error}
        limit={TITLE_MAX}
        hidesLabel={hidesLabel}
      >
        {(control) => (
          // The text behind the field makes it grow, also in browsers without `field-sizing`.
          <div
            data-typed={`${title} `}
            className="grid text-[1.375rem]/7 font-semibold after:invisible after:col-start-1 after:row-start-1 after:max-h-41 after:min-h-20 after:overflow-hidden after:border after:px-4 after:py-2.5 after:whitespace-pre-wrap after:wrap-anywhere after:content-[attr(data-typed)]"
          >
            <textarea
              {...field}
              {...control}
              rows={2}
              dir="auto"
              placeholder={askTexts.title.placeholder}
              onChange={(event) => {
                setLeft(false);
                event.target.value = oneLine(event.target.value);
                onChange(event);
              }}
              // A tip may appear now, and moves what the press that leaves the field is on.
              onBlur={() => afterPress(() => setLeft(true))}
              onKeyDown={keepOneLine}
              className="field col-start-1 row-start-1 block resize-none rounded-xl px-4 py-2.5 placeholder:font-normal"
            />
          </div>
        )}
      </FieldFrame>
      <QuestionTips tips={tips} onDismiss={dismiss} />
    </div>
  );
}

/** Enter doesn't add a line, and doesn't send a text that was only typed. It still ends a word of an input method. */
function keepOneLine(event: KeyboardEvent) {
  if (event.key === "Enter" && !event.nativeEvent.isComposing) event.preventDefault();
}
