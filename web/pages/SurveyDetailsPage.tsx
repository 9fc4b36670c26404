import { pictureSources } from "../images/pictureSources.ts";
import { Failure } from "../layout/Failure.tsx";
import { NotFound } from "../layout/NotFound.tsx";
import { PageSkeleton } from "../layout/PageSkeleton.tsx";
import type { PageProps } from "../routing/page.ts";
import { EndedNote } from "../surveys/EndedNote.tsx";
import { LiveSwitch } from "../surveys/LiveSwitch.tsx";
import { PreviewNote } from "../surveys/PreviewNote.tsx";
import { SurveyHeader } from "../surveys/SurveyHeader.tsx";
import { SurveyHistory } from "../surveys/SurveyHistory.tsx";
import { SurveyMeta } from "../surveys/SurveyMeta.tsx";
import { SurveyNotes } from "../surveys/SurveyNotes.tsx";
import { SurveyTally } from "../surveys/SurveyTally.tsx";
import { TallyAnnouncer } from "../surveys/TallyAnnouncer.tsx";
import { useSurvey } from "../surveys/useSurvey.ts";
import { Picture } from "../ui/Picture.tsx";
import { UserText } from "../ui/UserText.tsx";
import { CheckReceipt } from "../votes/CheckReceipt.tsx";
import { NewVotes } from "../votes/NewVotes.tsx";
import { ReportSurvey } from "../votes/ReportSurvey.tsx";
import { VotePanel } from "../votes/VotePanel.tsx";
import { VotesTable } from "../votes/VotesTable.tsx";

export function SurveyDetailsPage({ params: { id = "" } }: PageProps) {
  const { survey, ended, isPreview, isMissing, failure, retry } = useSurvey(id);
  if (isMissing) return <NotFound />;
  if (failure) return <Failure onRetry={retry} requestId={failure.requestId} />;
  if (!survey) return <PageSkeleton title="Survey" />;
  return (
    <article className="frame space-y-10 py-10 sm:py-14">
      <SurveyMeta survey={survey} />
      <SurveyHeader survey={survey} />
      {/* On a phone the vote form comes before the image; on wide screens beside it. */}
      <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <section
          aria-label="Result and vote"
          className="space-y-6 rounded-2xl border border-line bg-surface p-6 lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1"
        >
          <div className="space-y-2">
            <SurveyTally survey={survey} size="large" />
            {!ended && !isPreview && <LiveSwitch />}
            <TallyAnnouncer {...survey} />
          </div>
          {isPreview ? (
            <PreviewNote survey={survey} />
          ) : (
            <>
              <VotePanel survey={survey} ended={ended} endedNote={<EndedNote deadline={survey.deadline} />} />
              <CheckReceipt survey={survey} />
            </>
          )}
        </section>
        <div className="space-y-8 lg:col-start-1 lg:row-start-1">
          <Picture
            {...pictureSources(survey.image)}
            sizes="(min-width: 76rem) 47rem, (min-width: 64rem) calc(100vw - 32rem), 92vw"
            isFirst
            className="aspect-[16/9] w-full rounded-2xl"
          />
          {survey.Description && (
            <UserText as="p" className="max-w-prose text-lg whitespace-pre-line">
              {survey.Description}
            </UserText>
          )}
          <SurveyNotes notes={survey.notes} />
          {!isPreview && <ReportSurvey survey={survey} />}
        </div>
      </div>
      <SurveyHistory survey={survey} />
      <section aria-labelledby="votes" className="space-y-6 pt-6">
        <div className="flex min-h-9 flex-wrap items-center gap-x-6 gap-y-3">
          <h2 id="votes" className="text-2xl">
            All votes
          </h2>
          <NewVotes surveyId={survey._id} total={survey.totalVotes} />
        </div>
        <VotesTable surveyId={survey._id} ended={ended} isPreview={isPreview} />
      </section>
    </article>
  );
}
