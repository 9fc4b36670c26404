import type { InputOf, RequestOf } from "@survey-app/contract/endpoint.ts";
import { CATEGORIES, type updateSurvey } from "@survey-app/contract/surveys.ts";
import type { ReactNode } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { texts } from "../texts/texts.ts";
import { SelectField } from "../ui/SelectField.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { DeadlineField } from "./DeadlineField.tsx";
import { StartField } from "./StartField.tsx";

const categories = Object.entries(CATEGORIES).map(([value, label]) => ({ value, label }));

/** Images are another feature, so the page passes in the field. */
export type ImageField = (field: {
  name: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  onBlock: (why: string | null) => void;
}) => ReactNode;

interface QuestionFieldsProps {
  form: UseFormReturn<RequestOf<typeof updateSurvey>["body"], unknown, InputOf<typeof updateSurvey>["body"]>;
  timeZone: string;
  imageField: ImageField;
  /** Called with the reason why the form can't be sent yet. */
  onBlock: (why: string | null) => void;
}

/** All fields of a survey, editable until the first vote. */
export function QuestionFields({ form, timeZone, imageField, onBlock }: QuestionFieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label="Title"
        hint="One question that can be answered with yes or no."
        limit={200}
        error={errors.Title?.message}
        {...form.register("Title")}
      />
      <SelectField
        label="Category"
        prompt={texts.chooseCategory}
        options={categories}
        error={errors.category && texts.chooseCategory}
        {...form.register("category")}
      />
      <Controller
        control={form.control}
        name="image"
        render={({ field: { name, value, onChange } }) => (
          <>{imageField({ name, value, onChange, error: errors.image?.message, onBlock })}</>
        )}
      />
      <TextArea
        label="Description"
        optional
        rows={5}
        limit={5000}
        error={errors.Description?.message}
        {...form.register("Description")}
      />
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <StartField form={form} timeZone={timeZone} />
        <DeadlineField
          form={form}
          hint={`In your time zone (${timeZone}). Without a time, the end of that day; without a date it never ends.`}
        />
      </div>
    </>
  );
}
