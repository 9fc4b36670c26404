import { CATEGORIES, surveyForm } from "@survey-app/contract/surveys.ts";
import { type ReactNode, useState } from "react";
import { Controller } from "react-hook-form";
import { placeRefusal, summaryOf, useContractForm, useDraft } from "../forms.ts";
import { texts } from "../texts.ts";
import { Button } from "../ui/Button.tsx";
import { clearDraft } from "../ui/draft.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { SelectField } from "../ui/SelectField.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useLeaveGuard } from "../ui/useLeaveGuard.ts";
import { useTimeZone } from "./serverTime.ts";
import { useAddSurvey } from "./useAddSurvey.ts";

const fields = ["Title", "category", "image", "Description", "createDate", "deadline"] as const;
const categories = Object.entries(CATEGORIES).map(([value, label]) => ({ value, label }));
const empty = { Title: "", image: "", Description: "", createDate: "", deadline: "" };

interface SurveyFormProps {
  /** Pictures are another noun's: the page brings the field. */
  imageField: (field: {
    name: string;
    value: string;
    onChange: (value: string) => void;
    error: string | undefined;
  }) => ReactNode;
}

/** A new survey. What is typed is kept on this device until it is sent. */
export function SurveyForm({ imageField }: SurveyFormProps) {
  const form = useContractForm(surveyForm, empty);
  const addSurvey = useAddSurvey();
  const timeZone = useTimeZone();
  const [problem, setProblem] = useState<string | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  useDraft(form, "local", "survey");
  const { errors, isSubmitting, submitCount, isDirty } = form.formState;
  useLeaveGuard(isDirty && added === null);
  // The contract's message is for whoever sends something else than this form can.
  const said = errors.category ? { ...errors, category: { ...errors.category, message: "Choose a category" } } : errors;

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await addSurvey.mutateAsync({ ...values, timeZone });
      form.reset(empty);
      clearDraft("local", "survey");
      setAdded(values.Title);
      toast(texts.surveyAdded(values.Title));
    } catch (error) {
      setProblem(placeRefusal(error, fields, form.setError));
    }
  });

  if (added !== null) return <Added title={added} onMore={() => setAdded(null)} />;
  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="max-w-2xl space-y-6">
      <ErrorSummary errors={summaryOf(said, fields)} attempt={submitCount} />
      {problem && <ErrorPanel text={problem} />}
      <TextField
        label="Title"
        hint="One question that can be answered with yes or no."
        maxLength={200}
        error={errors.Title?.message}
        {...form.register("Title")}
      />
      <SelectField
        label="Category"
        prompt="Choose a category"
        options={categories}
        error={said.category?.message}
        {...form.register("category")}
      />
      <Controller
        control={form.control}
        name="image"
        render={({ field: { name, value, onChange } }) => (
          <>{imageField({ name, value, onChange, error: errors.image?.message })}</>
        )}
      />
      <TextArea
        label="Description"
        optional
        rows={5}
        maxLength={5000}
        error={errors.Description?.message}
        {...form.register("Description")}
      />
      <div className="grid items-end gap-6 sm:grid-cols-2">
        <TextField
          label="Start date"
          optional
          type="date"
          hint={`The start of that day in your time zone (${timeZone}).`}
          error={errors.createDate?.message}
          {...form.register("createDate")}
        />
        <TextField
          label="Deadline"
          optional
          type="date"
          hint={`The end of that day in your time zone (${timeZone}). Without one it never ends.`}
          error={errors.deadline?.message}
          {...form.register("deadline")}
        />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={isSubmitting}>
          ADD survey
        </Button>
        {isDirty && <p className="text-sm text-muted">Kept on this device until you send it.</p>}
      </div>
    </form>
  );
}

function Added({ title, onMore }: { title: string; onMore: () => void }) {
  return (
    <div role="status">
      <EmptyState
        title={texts.surveyAdded(title)}
        text="It waits for publication now: an admin reads it, then it stands with the others."
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <LinkButton href="/dashboard/surveyor/surveys">Your surveys</LinkButton>
            <Button look="quiet" onClick={onMore}>
              Add another
            </Button>
          </div>
        }
      />
    </div>
  );
}
