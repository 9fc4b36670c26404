import { CATEGORIES, type Survey } from "@survey-app/contract/surveys.ts";
import { Controller } from "react-hook-form";
import { ImageField } from "../images/ImageField.tsx";
import * as askTexts from "../texts/askTexts.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { FoldedFields } from "../ui/FoldedFields.tsx";
import { SelectField } from "../ui/SelectField.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { BallotFields } from "./BallotFields.tsx";
import { BallotSettings } from "./BallotSettings.tsx";
import { QuestionTitle } from "./QuestionTitle.tsx";
import { StartField } from "./StartField.tsx";
import type { SurveyFormState } from "./surveyValues.ts";
import { TimeField } from "./TimeField.tsx";

const categories = Object.entries(CATEGORIES).map(([value, label]) => ({ value, label }));

interface QuestionFieldsProps {
  form: SurveyFormState;
  timeZone: string;
  /** The survey to change; undefined for a new one. */
  survey: Survey | undefined;
  /** The storage key of the draft. */
  draft: string;
  /** Called with the reason why the form can't be sent yet. */
  onBlock: (why: string | null) => void;
}

/** All fields of a survey, editable until the first vote; those that few need are folded away. */
export function QuestionFields({ form, timeZone, survey, draft, onBlock }: QuestionFieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <QuestionTitle form={form} survey={survey} draft={draft} />
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
      <TimeField
        form={form}
        name="deadline"
        label={surveyTexts.deadline}
        timeLabel={surveyTexts.endTime}
        hint={askTexts.deadlineHint(timeZone)}
      />
      {survey?.settingsFixed ? <BallotSettings survey={survey} /> : <BallotFields form={form} timeZone={timeZone} />}
      <MoreOptions form={form} timeZone={timeZone} />
    </>
  );
}

/** The description and the start, folded away while they are empty and valid. */
function MoreOptions({ form, timeZone }: Pick<QuestionFieldsProps, "form" | "timeZone">) {
  const { errors } = form.formState;
  const [description, start] = form.watch(["Description", "createDate"]);
  return (
    <FoldedFields
      title={askTexts.more.summary}
      text={askTexts.more.text}
      isNeeded={Boolean(description || start)}
      isWrong={Boolean(errors.Description || errors.createDate)}
    >
      <TextArea
        label={surveyTexts.description}
        optional
        rows={5}
        limit={5000}
        error={errors.Description?.message}
        {...form.register("Description")}
      />
      <StartField form={form} timeZone={timeZone} />
    </FoldedFields>
  );
}
