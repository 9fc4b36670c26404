import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { DESCRIPTION_MAX } from "@survey-app/contract/text/limits.ts";
import * as stateTexts from "@survey-app/texts/askStateTexts.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { isTooLong } from "../invitations/keptList.ts";
import { type SurveyFormState, settingsOf } from "../managing/surveyValues.ts";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { factLine } from "../ui/lists.ts";
import { SelectField } from "../ui/SelectField.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import type { AltGap } from "./altGap.ts";
import { askedOf, preselectedCategory } from "./askedValues.ts";
import { ballotSummary } from "./ballotSummary.ts";
import { ContactField } from "./ContactField.tsx";
import { EndField } from "./EndField.tsx";
import { FormRow } from "./FormRow.tsx";
import { LanguageFields } from "./LanguageFields.tsx";
import { ResultField, VotingFields } from "./MoreFields.tsx";
import { PassRuleField } from "./PassRuleField.tsx";
import { foundText, PeopleField, useFoundPeople } from "./PeopleField.tsx";
import { PictureFields, RequiredPicture } from "./PictureFields.tsx";
import { QuestionField } from "./QuestionField.tsx";
import { StartField } from "./StartField.tsx";
import { needsEnd } from "./settingNeeds.ts";
import type { StateWords } from "./stateWords.ts";
import { usePicking } from "./usePicking.ts";
import { WhoAnswers } from "./WhoAnswers.tsx";

const categories = Object.entries(categoryNames).map(([value, label]) => ({ value, label }));

export interface QuestionFieldsProps {
  form: SurveyFormState;
  timeZone: string;
  /** The settings in words. */
  words: StateWords;
  /** The survey to change; undefined for a new one. */
  survey: Survey | undefined;
  /** The storage key of the draft. */
  draft: string;
  /** Called with the reason why the form can't be sent yet. */
  onBlock: (why: string | null) => void;
  /** Whether a new question can only be unlisted: for the people on a list, or by open link. */
  onlyUnlisted: boolean;
  /** Whether the drawing for the category stands in place of a picture. */
  onlyDrawing: boolean;
  /** The problem of the picture's description at the last attempt to send the form; null for none. */
  gap: AltGap | null;
}

/** The short way to ask: the question, who answers, and rows that state the settings and open in place. */
export function ShortFields(props: QuestionFieldsProps) {
  const { form, timeZone, words, survey, onBlock, onlyUnlisted, onlyDrawing, gap } = props;
  const { errors, values } = form;
  const picking = usePicking(form, timeZone, onlyUnlisted ? "invited" : "everyone");
  const { listed } = askedOf(values);
  const isWrong = Object.keys(errors).some((path) => IN_MORE.test(path)) || gap !== null;
  return (
    <>
      <QuestionField form={form} survey={survey} draft={props.draft} hidesLabel />
      <WhoAnswers form={form} words={words} picking={picking} onlyUnlisted={onlyUnlisted} />
      <div className="border-t border-line">
        {listed && (
          <FormRow
            label={stateTexts.rows.category}
            value={values.category ? categoryNames[values.category] : stateTexts.notChosen}
            isNeeded
            isWrong={Boolean(errors.category)}
          >
            <CategoryField form={form} />
          </FormRow>
        )}
        <PeopleRow form={form} />
        <RuleRow form={form} words={words} />
        <div className="max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4">
          <FormRow
            label={stateTexts.rows.ends}
            value={words.ends}
            isWrong={Boolean(errors.deadline) || words.endMissing !== null}
            isHalf
          >
            <EndField form={form} timeZone={timeZone} words={words} isNeeded={needsEnd(settingsOf(values))} />
          </FormRow>
          <ResultRow form={form} words={words} pick={picking.pick} isHalf />
        </div>
        <FormRow
          label={stateTexts.rows.more}
          value={moreWords(form) || stateTexts.more}
          isWrong={isWrong}
          isNeeded={Boolean(values.createDate)}
        >
          <DescriptionField form={form} />
          {onlyDrawing ? (
            <p className="text-muted">{askTexts.drawingOnly}</p>
          ) : (
            <PictureFields form={form} onBlock={onBlock} gap={gap} />
          )}
          {!listed && <CategoryField form={form} />}
          <StartField form={form} timeZone={timeZone} />
          <LanguageFields form={form} survey={survey} />
          <VotingFields form={form} pick={picking.pick} words={words} onlyUnlisted={onlyUnlisted} />
          <ContactField form={form} />
        </FormRow>
      </div>
    </>
  );
}

/** The fields in `More` of the short way, by the paths of their errors. */
const IN_MORE =
  /^(?:Description|image|imageAlt|createDate|language|translations|privacy|changeable|unsure|listed|contact)\b/;

/**
 * All fields of a survey, in the specification's order (§1): title, category, description, image, start and deadline
 * are open, the others are rows. They can change until the first vote.
 */
export function FullFields(props: QuestionFieldsProps) {
  const { form, timeZone, words, survey, onBlock, onlyUnlisted, onlyDrawing, gap } = props;
  const { errors, values } = form;
  const picking = usePicking(form, timeZone, onlyUnlisted ? "invited" : "everyone");
  const { who, cards, own } = words;
  return (
    <>
      <QuestionField form={form} survey={survey} draft={props.draft} />
      <CategoryField form={form} isFull />
      <DescriptionField form={form} />
      {onlyDrawing ? (
        <p className="text-muted">{askTexts.drawingOnly}</p>
      ) : (
        <RequiredPicture form={form} onBlock={onBlock} gap={gap} />
      )}
      <StartField form={form} timeZone={timeZone} />
      <EndField form={form} timeZone={timeZone} words={words} isNeeded={needsEnd(settingsOf(values))} />
      {survey?.settingsFixed && <FixedSettings survey={survey} />}
      <div className="border-t border-line">
        {!survey?.settingsFixed && (
          <>
            <FormRow
              label={stateTexts.rows.who}
              value={who === "own" ? own : factLine([stateTexts.cards[who].label, cards[who]])}
              isWrong={Boolean(errors.electorate)}
            >
              <WhoAnswers form={form} words={words} picking={picking} onlyUnlisted={onlyUnlisted} />
            </FormRow>
            {survey === undefined && <PeopleRow form={form} />}
            <RuleRow form={form} words={words} />
            <ResultRow form={form} words={words} pick={picking.pick} />
          </>
        )}
        <FormRow
          label={stateTexts.rows.more}
          value={moreWords(form) || stateTexts.moreOfFull}
          isWrong={Object.keys(errors).some((path) => IN_MORE_OF_FULL.test(path))}
        >
          <LanguageFields form={form} survey={survey} />
          {!survey?.settingsFixed && (
            <VotingFields form={form} pick={picking.pick} words={words} onlyUnlisted={onlyUnlisted} />
          )}
          <ContactField form={form} />
        </FormRow>
      </div>
    </>
  );
}

const IN_MORE_OF_FULL = /^(?:language|translations|privacy|changeable|unsure|listed|contact)\b/;

/** The changes in `More`, in one line. */
function moreWords({ values }: SurveyFormState): string {
  return factLine([
    values.unsure === true && stateTexts.unsure,
    values.changeable === true && ballotFormTexts.summary.changeable,
    settingsOf(values).electorate === "invited" && values.listed === true && ballotFormTexts.listed,
  ]);
}

function DescriptionField({ form }: { form: SurveyFormState }) {
  return (
    <TextArea
      label={surveyTexts.description}
      hint={askTexts.description.hint}
      optional
      rows={3}
      limit={DESCRIPTION_MAX}
      {...form.field("Description")}
    />
  );
}

function CategoryField({ form, isFull = false }: { form: SurveyFormState; isFull?: boolean }) {
  const field = form.field("category");
  const preselected = preselectedCategory(form.values, isFull);
  // The empty choice stands for it, so that a question which is listed later doesn't have one yet.
  const options = categories.filter(({ value }) => value !== preselected || value === field.value);
  return (
    <SelectField
      label={surveyTexts.category}
      prompt={preselected ? categoryNames[preselected] : surveyTexts.chooseCategory}
      options={options}
      {...field}
    />
  );
}

/** The list of a new survey for the people on it. Open from the start, because the list is pasted next. */
function PeopleRow({ form }: { form: SurveyFormState }) {
  const found = useFoundPeople(form);
  if (settingsOf(form.values).electorate !== "invited") return null;
  return (
    <FormRow
      label={stateTexts.rows.people}
      value={foundText(found) ?? stateTexts.noPeople}
      isNeeded
      isWrong={isTooLong(form.values.people)}
    >
      <PeopleField form={form} found={found} />
    </FormRow>
  );
}

/** The row for when the question passes, where there can be a rule. */
function RuleRow({ form, words }: { form: SurveyFormState; words: StateWords }) {
  if (words.rule === null) return null;
  const isWrong = Object.keys(form.errors).some((path) => path.startsWith("passRule"));
  return (
    <FormRow label={stateTexts.rows.rule} value={words.rule} isWrong={isWrong}>
      <PassRuleField form={form} />
    </FormRow>
  );
}

interface ResultRowProps {
  form: SurveyFormState;
  words: StateWords;
  pick: ReturnType<typeof usePicking>["pick"];
  isHalf?: boolean;
}

function ResultRow({ form, words, pick, isHalf = false }: ResultRowProps) {
  return (
    <FormRow label={stateTexts.rows.result} value={words.result} isWrong={Boolean(form.errors.results)} isHalf={isHalf}>
      <ResultField form={form} pick={pick} />
    </FormRow>
  );
}

/** The settings of voting on a survey that was published: read-only, with the reason. */
function FixedSettings({ survey }: { survey: Survey }) {
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
