import { Failure } from "../layout/Failure.tsx";
import { NotFound } from "../layout/NotFound.tsx";
import { PageSkeleton } from "../layout/PageSkeleton.tsx";
import type { PageProps } from "../routing/page.ts";
import { EndedNote } from "../surveys/EndedNote.tsx";
import { LiveSwitch } from "../surveys/LiveSwitch.tsx";
import { PreviewNote } from "../surveys/PreviewNote.tsx";
import { SurveyHeader } from "../surveys/SurveyHeader.tsx";
import { SurveyTally } from "../surveys/SurveyTally.tsx";
import { TallyAnnouncer } from "../surveys/TallyAnnouncer.tsx";
import { useSurvey } from "../surveys/useSurvey.ts";
import { VotePanel } from "../votes/VotePanel.tsx";

export function VotePage({ params: { id = "" } }: PageProps) {
  const { survey, ended, isPreview, isMissing, failure, retry } = useSurvey(id);
  if (isMissing) return <NotFound />;
  if (failure) return <Failure onRetry={retry} requestId={failure.requestId} />;
  if (!survey) return <PageSkeleton title="Survey" />;
  return (
    <article className="mx-auto w-full max-w-2xl space-y-8 px-4 py-12 sm:py-16">
      <SurveyHeader survey={survey} />
      <div className="space-y-6 rounded-2xl border border-line bg-surface p-6 sm:p-8">
        <div className="space-y-2">
          <SurveyTally survey={survey} />
          {!ended && !isPreview && <LiveSwitch />}
          <TallyAnnouncer {...survey} />
        </div>
        {isPreview ? (
          <PreviewNote survey={survey} />
        ) : (
          <VotePanel survey={survey} ended={ended} endedNote={<EndedNote deadline={survey.deadline} />} simple />
        )}
      </div>
      <a href={`/surveydetails/${survey._id}`} className="inline-block py-2 font-semibold underline underline-offset-4">
        Picture, description and all votes
      </a>
    </article>
  );
}
