import { isPublicAs } from "@survey-app/contract/surveys/publication.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import { LiveSwitch } from "../live/LiveSwitch.tsx";
import { EarlyClose } from "../managing/EarlyClose.tsx";
import { Outcome } from "../results/Outcome.tsx";
import { ResultLabel } from "../results/ResultLabel.tsx";
import { SurveyMinutes } from "../results/SurveyMinutes.tsx";
import { SurveyTally } from "../results/SurveyTally.tsx";
import { useSignedInUser } from "../session/useSession.ts";
import { usePublication } from "../surveys/serverTime.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { ExportResponses } from "../votes/ExportResponses.tsx";
import { SurveyResponses } from "../votes/SurveyResponses.tsx";
import { AnnounceOutcome } from "./AnnounceOutcome.tsx";

/** The result as far as everyone sees it, the outcome, and the responses. */
export function ResultSection({ survey }: { survey: FullSurvey }) {
  const { _id, closedAt, outcomes, participants } = survey;
  const isPublic = isPublicAs(usePublication(survey));
  const user = useSignedInUser();
  return (
    <div className="space-y-8">
      <div className="max-w-read space-y-3">
        <SurveyTally survey={survey} size="large" />
        {isPublic && <ResultLabel survey={survey} />}
        <EarlyClose survey={survey} />
        {isPublic && closedAt !== null && (
          <div className="flex flex-wrap items-center gap-2">
            <SurveyMinutes survey={survey} />
          </div>
        )}
        {isPublic && closedAt === null && <LiveSwitch />}
      </div>
      {/* The first version is announced by the button above. */}
      {outcomes.length > 0 && <Outcome survey={survey} change={<AnnounceOutcome survey={survey} />} />}
      {participants === 0 ? (
        <SeeSurvey id={_id} />
      ) : (
        <section aria-labelledby="responses" className="space-y-4">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <h2 id="responses" className="text-xl">
              {ownSurveyTexts.responses}
            </h2>
            <div className="flex flex-wrap gap-2">
              {!user.isGuest && <ExportResponses survey={survey} />}
              {isPublic && (
                <LinkButton look="quiet" small href={`/surveys/${_id}/results`}>
                  {ownSurveyTexts.fullResult}
                </LinkButton>
              )}
              <SeeSurvey id={_id} />
            </div>
          </div>
          <SurveyResponses survey={survey} />
        </section>
      )}
    </div>
  );
}

const SeeSurvey = ({ id }: { id: string }) => (
  <LinkButton look="quiet" small href={`/surveydetails/${id}`}>
    {ownSurveyTexts.survey}
  </LinkButton>
);
