import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { NOTES_MAX } from "@survey-app/contract/text/limits.ts";
import { isDrawing } from "@survey-app/contract/users/webAddress.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import * as pictureTexts from "@survey-app/texts/pictureTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import type { ReactNode } from "react";
import { shownPicture } from "../images/shownPicture.ts";
import { PictureWords } from "../surveys/PictureWords.tsx";
import { Translations } from "../surveys/Translations.tsx";
import { Day } from "../ui/Day.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { Picture } from "../ui/Picture.tsx";
import { UserText } from "../ui/UserText.tsx";
import { ballotSummary } from "./ballotSummary.ts";

interface FrozenQuestionProps {
  survey: FullSurvey;
  /** Voting has ended, so neither the deadline can change nor a note be added. */
  hasEnded: boolean;
}

/** A question that people have voted on, or whose survey has ended: read-only, with the reason (specification §4.3). */
export function FrozenQuestion({ survey, hasEnded }: FrozenQuestionProps) {
  const { Title, category, Description, language, createDate, deadline, notes } = survey;
  const { startIsDay, deadlineIsDay } = survey;
  return (
    <section aria-labelledby="frozen" className="@container space-y-6 rounded-2xl border border-line bg-surface p-6">
      <div className="flex gap-3">
        <span className="mt-1 text-muted">
          <Icon path={innerIcons.lock} />
        </span>
        <div className="space-y-1">
          <h2 id="frozen" className="text-lg">
            {hasEnded ? surveyTexts.frozenAtEnd : surveyTexts.frozen}
          </h2>
          <p className="text-muted">{frozenText(survey, hasEnded)}</p>
        </div>
      </div>
      <dl className="grid gap-x-6 gap-y-4 border-t border-line pt-6 @min-[30rem]:grid-cols-[minmax(0,1fr)_13rem]">
        <Fixed name={surveyTexts.columns.title}>
          <UserText of={{ Title, language }} />
        </Fixed>
        <div className="@min-[30rem]:col-start-2 @min-[30rem]:row-span-4 @min-[30rem]:row-start-1">
          <dt className="text-sm text-muted">{surveyTexts.image}</dt>
          <dd>
            <Picture {...shownPicture(survey)} sizes="13rem" className="mt-1 h-32 w-52 max-w-full rounded-lg" />
            <PictureWords survey={survey} />
            {survey.imageAlt === null && !isDrawing(survey.image) && !hasEnded && notes.length < NOTES_MAX && (
              <p className="text-sm text-muted">{pictureTexts.describeInNote}</p>
            )}
          </dd>
        </div>
        <Fixed name={surveyTexts.category}>{categoryNames[category]}</Fixed>
        <Fixed name={surveyTexts.description}>
          {Description ? (
            <UserText lang={language}>{Description}</UserText>
          ) : (
            <span className="text-muted">{surveyTexts.none}</span>
          )}
        </Fixed>
        <Fixed name={surveyTexts.startDate}>
          <Day at={createDate} isDay={startIsDay} />
        </Fixed>
        <Fixed name={ballotFormTexts.title}>{ballotSummary(survey)}</Fixed>
        {(deadline === null || hasEnded) && (
          <Fixed name={surveyTexts.deadline}>
            {deadline ? <Day at={deadline} isDay={deadlineIsDay} /> : surveyTexts.neverEnds}
          </Fixed>
        )}
        {notes.map(({ text, createdAt }) => (
          <div key={createdAt + text} className="@min-[30rem]:col-span-2">
            <Fixed name={surveyTexts.note}>
              {surveyTexts.noteWithDay(<Day at={createdAt} />, <UserText lang={language}>{text}</UserText>)}
            </Fixed>
          </div>
        ))}
      </dl>
      <Translations survey={survey} />
    </section>
  );
}

function Fixed({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}

/** A text about how many people have voted, and what can still change. */
function frozenText({ participants, notes, deadline, passRule }: FullSurvey, hasEnded: boolean): string {
  if (hasEnded) return surveyTexts.frozenAtEndText(participants);
  const canNote = notes.length < NOTES_MAX;
  // With a pass rule, voting ends exactly at the deadline.
  if (deadline === null || passRule) return surveyTexts.frozenText[canNote ? "note" : "none"](participants);
  return surveyTexts.frozenText[canNote ? "noteAndDeadline" : "deadline"](participants);
}
