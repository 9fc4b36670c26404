import { CATEGORIES, DESCRIPTION_MAX, type Survey, TITLE_MAX } from "@survey-app/contract/surveys.ts";
import { useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import { ImageField } from "../images/ImageField.tsx";
import type { SurveyFormState } from "../surveys/surveyValues.ts";
import * as askTexts from "../texts/askTexts.ts";
import * as ballotFormTexts from "../texts/ballotFormTexts.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { FoldedFields } from "../ui/FoldedFields.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { SelectField } from "../ui/SelectField.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { BallotFields } from "./BallotFields.tsx";
import { QuestionTips } from "./QuestionTips.tsx";
import { StartField } from "./StartField.tsx";
import { TimeField } from "./TimeField.tsx";
import { useQuestionTips } from "./useQuestionTips.ts";

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
        isNeeded={form.watch("results") === "afterClose"}
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
        limit={DESCRIPTION_MAX}
        error={errors.Description?.message}
        {...form.register("Description")}
      />
      <StartField form={form} timeZone={timeZone} />
    </FoldedFields>
  );
}

/** How people vote on a survey that was published: read-only, with the reason. */
function BallotSettings({ survey }: { survey: Survey }) {
  return (
    <section aria-labelledby="ballot-settings" className="flex gap-3 rounded-xl border border-line p-4">
      <span className="mt-0.5 text-muted">
        <Icon path={innerIcons.lock} />
      </span>
      <div>
        <h2 id="ballot-settings" className="text-base">
          {ballotFormTexts.title}
        </h2>
        <p>{ballotFormTexts.summary(survey)}</p>
        <p className="text-sm text-muted">{ballotFormTexts.fixed}</p>
      </div>
    </section>
  );
}

interface QuestionTitleProps {
  form: SurveyFormState;
  /** The survey to change; undefined for a new one. */
  survey: Survey | undefined;
  /** The storage key of the draft. */
  draft: string;
}

/** The field for the question, with tips for a clear one. */
function QuestionTitle({ form, survey, draft }: QuestionTitleProps) {
  const title = useWatch({ control: form.control, name: "Title" }) ?? "";
  const [isLeft, setLeft] = useState(false);
  const { tips, dismiss } = useQuestionTips(title, { draft, isLeft, surveyId: survey?._id });
  return (
    <div className="space-y-3">
      <TextField
        label={askTexts.title.label}
        hint={askTexts.title.hint}
        limit={TITLE_MAX}
        error={form.formState.errors.Title?.message}
        {...form.register("Title", { onChange: () => setLeft(false), onBlur: () => setLeft(true) })}
      />
      <QuestionTips tips={tips} onDismiss={dismiss} />
    </div>
  );
}
