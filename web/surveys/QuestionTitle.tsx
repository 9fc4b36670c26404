import type { Survey } from "@survey-app/contract/surveys.ts";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import * as askTexts from "../texts/askTexts.ts";
import { TextField } from "../ui/TextField.tsx";
import { QuestionTips } from "./QuestionTips.tsx";
import type { SurveyFormState } from "./surveyValues.ts";
import { useQuestionTips } from "./useQuestionTips.ts";

interface QuestionTitleProps {
  form: SurveyFormState;
  /** The survey to change; undefined for a new one. */
  survey: Survey | undefined;
  /** The storage key of the draft. */
  draft: string;
}

/** The field for the question, with tips for a clear one. */
export function QuestionTitle({ form, survey, draft }: QuestionTitleProps) {
  const title = useWatch({ control: form.control, name: "Title" }) ?? "";
  const [isLeft, setLeft] = useState(false);
  const { tips, dismiss } = useQuestionTips(title, { draft, isLeft, surveyId: survey?._id });
  return (
    <div className="space-y-3">
      <TextField
        label={askTexts.title.label}
        hint={askTexts.title.hint}
        limit={200}
        error={form.formState.errors.Title?.message}
        {...form.register("Title", { onChange: () => setLeft(false), onBlur: () => setLeft(true) })}
      />
      <QuestionTips tips={tips} onDismiss={dismiss} />
    </div>
  );
}
