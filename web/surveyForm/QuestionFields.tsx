import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { DESCRIPTION_MAX, TITLE_MAX } from "@survey-app/contract/text/limits.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useState } from "react";
import { type SurveyFormState, settingsOf } from "../managing/surveyValues.ts";
import { FoldedFields } from "../ui/FoldedFields.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { SelectField } from "../ui/SelectField.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import type { AltGap } from "./altGap.ts";
import { ballotSummary } from "./ballotSummary.ts";
import { ContactField } from "./ContactField.tsx";
import { EndField } from "./EndField.tsx";
import { HowPeopleVote } from "./HowPeopleVote.tsx";
import { LanguageFields } from "./LanguageFields.tsx";
import { PictureFields } from "./PictureFields.tsx";
import { QuestionTips } from "./QuestionTips.tsx";
import { StartField } from "./StartField.tsx";
import { needsEnd } from "./settingNeeds.ts";
import { useQuestionTips } from "./useQuestionTips.ts";

const categories = Object.entries(categoryNames).map(([value, label]) => ({ value, label }));

interface QuestionFieldsProps {
  form: SurveyFormState;
  timeZone: string;
  /** The survey to change; undefined for a new one. */
  survey: Survey | undefined;
  /** The storage key of the draft. */
  draft: string;
  /** Called with the reason why the form can't be sent yet. */
  onBlock: (why: string | null) => void;
  /** Whether a new question can only be one that is in no public list: for the people on a list, or by open link. */
  onlyUnlisted: boolean;
  /** Whether the drawing for the category stands in place of a picture. */
  onlyDrawing: boolean;
  /** The problem of the picture's description at the last attempt to send the form; null for none. */
  gap: AltGap | null;
}

/** All fields of a survey, editable until the first vote, in the order in which owners think of them. */
export function QuestionFields(props: QuestionFieldsProps) {
  const { form, timeZone, survey, draft, onBlock, onlyUnlisted, onlyDrawing, gap } = props;
  return (
    <>
      <QuestionTitle form={form} survey={survey} draft={draft} />
      <TextArea
        label={surveyTexts.description}
        hint={askTexts.description.hint}
        optional
        rows={3}
        limit={DESCRIPTION_MAX}
        {...form.field("Description")}
      />
      <EndField form={form} timeZone={timeZone} isNeeded={needsEnd(settingsOf(form.values))} />
      {survey?.settingsFixed ? (
        <BallotSettings survey={survey} />
      ) : (
        <HowPeopleVote form={form} timeZone={timeZone} isNew={survey === undefined} onlyUnlisted={onlyUnlisted} />
      )}
      <FoldedFields
        title={askTexts.later.summary}
        text={askTexts.later.text}
        isNeeded={Boolean(form.values.createDate)}
        isWrong={Boolean(form.errors.createDate)}
      >
        <StartField form={form} timeZone={timeZone} />
      </FoldedFields>
      {onlyDrawing ? (
        <p className="text-muted">{askTexts.drawingOnly}</p>
      ) : (
        <PictureFields form={form} onBlock={onBlock} gap={gap} />
      )}
      <LanguageFields form={form} survey={survey} />
      <SelectField
        label={surveyTexts.category}
        prompt={surveyTexts.chooseCategory}
        options={categories}
        {...form.field("category")}
      />
      <ContactField form={form} />
    </>
  );
}

/** The settings of voting on a survey that was published: read-only, with the reason. */
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
        <p>{ballotSummary(survey)}</p>
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
  const { Title: title, language } = form.values;
  const field = form.field("Title");
  const [isLeft, setLeft] = useState(false);
  const { tips, dismiss } = useQuestionTips(title, {
    draft,
    isLeft,
    language: language || null,
    surveyId: survey?._id,
  });
  return (
    <div className="space-y-3">
      <TextField
        label={askTexts.title.label}
        hint={askTexts.title.hint}
        limit={TITLE_MAX}
        {...field}
        onChange={(event) => {
          setLeft(false);
          field.onChange(event);
        }}
        onBlur={() => setLeft(true)}
      />
      <QuestionTips tips={tips} onDismiss={dismiss} />
    </div>
  );
}
