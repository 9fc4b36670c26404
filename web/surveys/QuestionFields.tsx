import type { InputOf } from "@survey-app/contract/endpoint.ts";
import { CATEGORIES, type updateSurvey } from "@survey-app/contract/surveys.ts";
import { useState } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { ImageField } from "../images/ImageField.tsx";
import * as askTexts from "../texts/askTexts.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { Icon } from "../ui/Icon.tsx";
import { SelectField } from "../ui/SelectField.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { DeadlineField } from "./DeadlineField.tsx";
import { StartField } from "./StartField.tsx";
import type { SurveyValues } from "./surveyValues.ts";

const categories = Object.entries(CATEGORIES).map(([value, label]) => ({ value, label }));

interface QuestionFieldsProps {
  form: UseFormReturn<SurveyValues, unknown, InputOf<typeof updateSurvey>["body"]>;
  timeZone: string;
  /** Called with the reason why the form can't be sent yet. */
  onBlock: (why: string | null) => void;
}

/** All fields of a survey, editable until the first vote; those that few need are folded away. */
export function QuestionFields({ form, timeZone, onBlock }: QuestionFieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label={askTexts.title.label}
        hint={askTexts.title.hint}
        limit={200}
        error={errors.Title?.message}
        {...form.register("Title")}
      />
      <SelectField
        label={surveyTexts.category}
        prompt={surveyTexts.chooseCategory}
        options={categories}
        error={errors.category && surveyTexts.chooseCategory}
        {...form.register("category")}
      />
      <Controller
        control={form.control}
        name="image"
        render={({ field: { name, value, onChange } }) => (
          <ImageField name={name} value={value} onChange={onChange} error={errors.image?.message} onBlock={onBlock} />
        )}
      />
      <DeadlineField form={form} hint={askTexts.deadlineHint(timeZone)} />
      <MoreOptions form={form} timeZone={timeZone} />
    </>
  );
}

/** The description and the start, folded away while they are empty and valid. */
function MoreOptions({ form, timeZone }: Omit<QuestionFieldsProps, "onBlock">) {
  const { errors } = form.formState;
  const [wasToggled, setToggled] = useState<boolean | null>(null);
  const [description, start] = form.watch(["Description", "createDate"]);
  const isNeeded = Boolean(description || start || errors.Description || errors.createDate);
  const isOpen = Boolean(errors.Description || errors.createDate) || (wasToggled ?? isNeeded);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setToggled(currentTarget.open)}
      className="group rounded-xl border border-line"
    >
      <summary className="flex min-h-12 items-center gap-3 rounded-xl px-4 font-semibold hover:bg-sunken">
        <span className="transition-transform group-open:rotate-180">
          <Icon name="chevron" />
        </span>
        {askTexts.more.summary}
        <span className="text-sm font-normal text-muted">{askTexts.more.text}</span>
      </summary>
      <div className="space-y-6 p-4 pt-2">
        <TextArea
          label={surveyTexts.description}
          optional
          rows={5}
          limit={5000}
          error={errors.Description?.message}
          {...form.register("Description")}
        />
        <StartField form={form} timeZone={timeZone} />
      </div>
    </details>
  );
}
