import { Deferred, deferred } from "../api/deferred.tsx";
import { PageSkeleton } from "../layout/PageSkeleton.tsx";
import type { PageProps } from "../routing/page.ts";
import { SurveyMeta } from "../surveys/SurveyMeta.tsx";
import { useSurvey } from "../surveys/useSurvey.ts";
import { Description } from "./Description.tsx";
import { SurveyHeader } from "./SurveyHeader.tsx";
import { SurveyPanel } from "./SurveyPanel.tsx";

// Deferred, because the server's HTML shows them. Few surveys are missing.
const fallback = deferred(
  async () => (await import("../layout/SurveyFallback.tsx")).SurveyFallback,
  <PageSkeleton framed />,
);
const byline = deferred(async () => (await import("../surveys/SurveyByline.tsx")).SurveyByline, null);
const story = deferred(async () => (await import("./SurveyStory.tsx")).SurveyStory);
const votes = deferred(async () => (await import("./SurveyVotes.tsx")).SurveyVotes);

export function SurveyDetailsPage({ params: { id = "" } }: PageProps) {
  const { survey, isOver, isPreview, ...loading } = useSurvey(id);
  if (!survey) return <Deferred component={fallback} props={loading} />;
  return (
    <article className="page frame space-y-12">
      <SurveyMeta survey={survey} />
      {/* On a phone the vote form follows the question; on wide screens it is beside everything above the votes. */}
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-y-6">
        <div className="space-y-3 lg:space-y-4">
          <SurveyHeader survey={survey} />
          {survey.Description && <Description text={survey.Description} language={survey.language} />}
        </div>
        <SurveyPanel
          key={survey._id}
          survey={survey}
          isOver={isOver}
          isPreview={isPreview}
          className="lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        />
        <div className="space-y-8">
          <Deferred component={byline} props={{ survey }} />
          <Deferred component={story} props={{ survey, isPreview }} />
        </div>
      </div>
      <Deferred component={votes} props={{ survey, isOver, isPreview }} />
    </article>
  );
}
