import type { RequestOf } from "@survey-app/contract/endpoint.ts";
import { type FullSurvey, isFrozen, updateSurvey } from "@survey-app/contract/surveys.ts";
import { useState } from "react";
import { applyFieldErrors, summaryOf, useContractForm, useDraft } from "../api/forms.ts";
import { useBlock } from "../routing/useBlock.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { clearDraft } from "../ui/draft.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { toast } from "../ui/toast.ts";
import { useLeaveGuard } from "../ui/useLeaveGuard.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { DeadlineField } from "./DeadlineField.tsx";
import { FrozenQuestion } from "./FrozenQuestion.tsx";
import { fromField, toField } from "./fieldTime.ts";
import { NoteField } from "./NoteField.tsx";
import { type ImageField, QuestionFields } from "./QuestionFields.tsx";
import { startsLater } from "./StartField.tsx";
import { SurveySent } from "./SurveySent.tsx";
import { useHasEnded } from "./serverTime.ts";
import { useReturnsToReview } from "./useReturnsToReview.ts";
import { useSendSurvey } from "./useSendSurvey.ts";

const fields = ["Title", "category", "image", "Description", "createDate", "deadline", "note"] as const;
const empty = { Title: "", image: "", Description: "", createDate: "", deadline: "", note: "", scheduled: true };

interface SurveyFormProps {
  /** The survey to change; omitted for a new one. */
  survey?: FullSurvey;
  imageField: ImageField;
}

/** Creates or changes a survey. Drafts are stored on this device until they are sent. */
export function SurveyForm({ survey, imageField }: SurveyFormProps) {
  const timeZone = useTimeZone();
  const stored = survey ? valuesOf(survey, timeZone) : empty;
  const form = useContractForm(updateSurvey.body, stored);
  const send = useSendSurvey(survey);
  const frozen = survey !== undefined && isFrozen(survey);
  const hasEnded = useHasEnded(survey ?? { deadline: null });
  const draft = draftOf(survey);
  const returnsToReview = useReturnsToReview(survey);
  const [problem, setProblem] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  useDraft(form, "local", draft, frozen ? fields.slice(0, 5) : []);
  const { errors, isSubmitting, submitCount, isDirty } = form.formState;
  useLeaveGuard(isDirty && sent === null);
  // The contract's message addresses API clients; this form needs its own.
  const said = errors.category
    ? { ...errors, category: { ...errors.category, message: texts.chooseCategory } }
    : errors;

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      // Frozen fields are sent as stored, whatever was typed before the first vote.
      const { note, deadline } = values;
      const body = frozen ? { ...valuesOf(survey, timeZone), note, deadline } : values;
      const hasChanged = await send.mutateAsync({ ...body, ...timesOf(body, survey, timeZone) });
      if (!hasChanged) return setProblem(texts.nothingChanged);
      form.reset(survey ? { ...values, note: "" } : empty);
      clearDraft("local", draft);
      setSent(body.Title);
      toast(survey ? texts.surveyUpdated(body.Title) : texts.surveyAdded(body.Title));
    } catch (error) {
      setProblem(applyFieldErrors(error, fields, form.setError, texts.surveyUnknown));
    }
  });

  const { onSubmit, setBlock, notice } = useBlock(submit);

  function startAnew() {
    setSent(null);
    form.reset(stored);
  }

  function discard() {
    form.reset(stored);
    clearDraft("local", draft);
    setProblem(null);
  }

  if (sent !== null) return <SurveySent title={sent} survey={survey} onMore={startAnew} />;
  return (
    <form noValidate method="post" onSubmit={onSubmit} className="max-w-2xl space-y-6">
      <ErrorSummary errors={summaryOf(said, fields)} attempt={submitCount} />
      {frozen ? (
        <>
          <FrozenQuestion survey={survey} hasEnded={hasEnded} />
          <NoteField count={survey.notes.length} error={errors.note?.message} {...form.register("note")} />
          {survey.deadline !== null && !hasEnded && (
            <DeadlineField
              form={form}
              hint={`Later than now, in your time zone (${timeZone}). Without a time, the end of that day; without a date it never ends.`}
            />
          )}
        </>
      ) : (
        <QuestionFields form={form} timeZone={timeZone} imageField={imageField} onBlock={setBlock} />
      )}
      {returnsToReview && <p className="rounded-xl bg-accent-soft px-4 py-3">{texts.returnsToReview}</p>}
      {(notice ?? problem) && <ErrorPanel text={notice ?? problem ?? ""} />}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={isSubmitting}>
          {survey ? "Update survey" : "ADD survey"}
        </Button>
        {isDirty && survey && (
          <Button look="plain" onClick={discard}>
            Discard changes
          </Button>
        )}
        {isDirty && <p className="text-sm text-muted">Saved on this device until you submit it.</p>}
      </div>
    </form>
  );
}

/** The times as they are sent, and whether the survey stays hidden until its start. */
function timesOf(
  { createDate, deadline, scheduled }: RequestOf<typeof updateSurvey>["body"],
  survey: FullSurvey | undefined,
  timeZone: string,
) {
  return {
    createDate: fromField(createDate ?? "", survey?.createDate ?? null, "start", timeZone),
    deadline: fromField(deadline ?? "", survey?.deadline ?? null, "end", timeZone),
    scheduled: startsLater(createDate, timeZone) ? scheduled : (survey?.scheduled ?? false),
    timeZone,
  };
}

/** A survey as the form's values; times in the reader's time zone. */
function valuesOf(survey: FullSurvey, timeZone: string) {
  const { Title, category, image, Description, createDate, deadline, scheduled } = survey;
  return {
    Title,
    category,
    image,
    Description,
    createDate: toField(createDate, "start", timeZone),
    deadline: toField(deadline, "end", timeZone),
    note: "",
    // Moving the start into the future hides the survey until then, unless the user unticks it.
    scheduled: startsLater(createDate, timeZone) ? scheduled : true,
  } satisfies RequestOf<typeof updateSurvey>["body"];
}

/** The storage key of the draft. A frozen survey has another key, so that an old draft of the question is not used. */
function draftOf(survey: FullSurvey | undefined): string {
  if (!survey) return "survey";
  return isFrozen(survey) ? `survey-note:${survey._id}` : `survey:${survey._id}`;
}
