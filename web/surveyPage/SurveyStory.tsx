import { describeHead } from "@survey-app/contract/results/resultLabelText.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { askedIn } from "@survey-app/contract/surveys/translations.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { shownPicture, showsPicture } from "../images/shownPicture.ts";
import { Outcome } from "../results/Outcome.tsx";
import { SurveyHistory } from "../results/SurveyHistory.tsx";
import { SurveyRecord } from "../results/SurveyRecord.tsx";
import { Day } from "../ui/Day.tsx";
import { Picture } from "../ui/Picture.tsx";
import { UserText } from "../ui/UserText.tsx";
import { ReportSurvey } from "../votes/ReportSurvey.tsx";

interface SurveyStoryProps {
  survey: FullSurvey;
  /** Voting has not started. */
  isPreview: boolean;
}

/** The picture of a survey, and what happened to it: the outcome, notes, changes, and the votes over time. */
export function SurveyStory({ survey, isPreview }: SurveyStoryProps) {
  return (
    <div className="space-y-8">
      {showsPicture(survey) && (
        <Picture
          {...shownPicture(survey)}
          sizes="(min-width: 76rem) 45rem, (min-width: 64rem) calc(100vw - 32rem), 92vw"
          isFirst
          className="aspect-[16/9] w-full rounded-2xl"
        />
      )}
      <Outcome survey={survey} />
      <SurveyNotes notes={survey.notes} language={askedIn(survey)} />
      <SurveyRecord survey={survey} />
      {!isPreview && <ReportSurvey survey={survey} />}
      <SurveyHistory survey={survey} />
      <p className="hidden break-words text-sm text-muted print:block">{describeHead(survey.label)}</p>
    </div>
  );
}

/**
 * Notes that the owner added after people had voted; the description itself can no longer change (specification §4.3).
 */
function SurveyNotes({ notes, language }: { notes: FullSurvey["notes"]; language: string | null }) {
  if (notes.length === 0) return null;
  return (
    <section aria-labelledby="notes" className="max-w-prose space-y-4">
      <h2 id="notes" className="text-xl">
        {surveyTexts.notesOfOwner}
      </h2>
      <ul className="space-y-4">
        {notes.map(({ text, createdAt }) => (
          <li key={createdAt + text} className="border-s-2 border-accent ps-4">
            <p className="text-sm text-muted">{surveyTexts.noteAdded(<Day at={createdAt} />)}</p>
            <UserText as="p" lang={language} className="whitespace-pre-line">
              {text}
            </UserText>
          </li>
        ))}
      </ul>
    </section>
  );
}
