import * as askTexts from "@survey-app/texts/askTexts.ts";
import type { ReactNode } from "react";
import type { SurveyFormState } from "../managing/surveyValues.ts";
import { takeFocus } from "../ui/takeFocus.ts";
import { SurveyPreview } from "./SurveyPreview.tsx";

interface PreviewStepProps {
  form: SurveyFormState;
  timeZone: string;
  /** The instruction for this step. */
  text: string;
  /** The buttons. */
  children: ReactNode;
}

/**
 * In place of the form: the question as people will see it, where it doesn't stand beside the form, and after signing
 * in.
 */
export function PreviewStep({ form, timeZone, text, children }: PreviewStepProps) {
  return (
    <section
      ref={takeFocus}
      aria-labelledby="preview"
      tabIndex={-1}
      className="max-w-form scroll-mt-24 space-y-5 outline-none"
    >
      <div className="space-y-1">
        <h2 id="preview" className="text-xl">
          {askTexts.preview.title}
        </h2>
        <p className="text-muted">{text}</p>
      </div>
      <SurveyPreview form={form} timeZone={timeZone} />
      <div className="flex flex-wrap items-center gap-4 max-sm:sticky max-sm:bottom-0 max-sm:bg-ground max-sm:py-3">
        {children}
      </div>
    </section>
  );
}
