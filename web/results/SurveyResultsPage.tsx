import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import { SurveyFallback } from "../layout/SurveyFallback.tsx";
import { LiveSwitch } from "../live/LiveSwitch.tsx";
import { EarlyClose } from "../managing/EarlyClose.tsx";
import { useSearchParams } from "../routing/address.ts";
import { PageTitle } from "../routing/PageTitle.tsx";
import type { PageProps } from "../routing/page.ts";
import { OriginalLink } from "../surveys/OriginalLink.tsx";
import { SurveyByline } from "../surveys/SurveyByline.tsx";
import { SurveyMeta } from "../surveys/SurveyMeta.tsx";
import { UnreviewedNote } from "../surveys/UnreviewedNote.tsx";
import { useSurvey } from "../surveys/useSurvey.ts";
import { Section } from "../ui/Section.tsx";
import { UserText } from "../ui/UserText.tsx";
import { Outcome } from "./Outcome.tsx";
import { PaperHeader } from "./PaperHeader.tsx";
import { PrintButton } from "./PrintButton.tsx";
import { ResultFacts } from "./ResultFacts.tsx";
import { ResultLabel } from "./ResultLabel.tsx";
import { ResultNumbers } from "./ResultNumbers.tsx";
import { ResultOrigin } from "./ResultOrigin.tsx";
import { ResultProof } from "./ResultProof.tsx";
import { SurveyHistory } from "./SurveyHistory.tsx";
import { SurveyTally } from "./SurveyTally.tsx";

export function SurveyResultsPage({ params: { id = "" } }: PageProps) {
  const { survey, isPreview, ...loading } = useSurvey(id);
  const search = useSearchParams();
  if (!survey) return <SurveyFallback {...loading} />;
  const { Title, category, closedAt } = survey;
  return (
    <article className="mx-auto w-full max-w-3xl space-y-8 px-4 py-6 sm:py-12 print:max-w-none print:space-y-4 print:px-0 print:py-0 print:[zoom:0.72]">
      <PageTitle page={resultTexts.title(Title)} />
      <SurveyMeta survey={survey} />
      <header className="space-y-3">
        <div className="flex items-center justify-between gap-4">
          <p className="text-sm font-medium text-muted">
            {resultTexts.overline(categoryNames[category], closedAt !== null)}
          </p>
          {/* In this line, so that everything fits on one page. */}
          <div className="hidden print:block">
            <PaperHeader className="gap-2" heights={{ logo: "h-5", mark: "h-3" }} />
          </div>
        </div>
        <UserText of={survey} as="h1" tabIndex={-1} className="text-2xl sm:text-3xl print:text-xl" />
        <OriginalLink survey={survey} search={search} />
        <UnreviewedNote survey={survey} />
        <SurveyByline survey={survey} />
        <p className="flex flex-wrap items-center gap-x-5 gap-y-2 print:hidden">
          <a href={`/surveydetails/${id}`} className="py-2 font-semibold underline underline-offset-4">
            {resultTexts.toSurvey}
          </a>
          <PrintButton />
        </p>
      </header>
      {/* On paper in two columns, so that everything fits on one page. */}
      <div className="space-y-8 print:grid print:grid-cols-[3fr_2fr] print:gap-8 print:space-y-0">
        <div className="space-y-3 rounded-2xl border border-line bg-surface p-5 sm:p-6 print:p-4">
          <SurveyTally survey={survey} size="large" />
          {!isPreview && <ResultLabel survey={survey} />}
          <EarlyClose survey={survey} />
          {closedAt === null && !isPreview && <LiveSwitch />}
        </div>
        <ResultNumbers survey={survey} />
      </div>
      <Outcome survey={survey} />
      <SurveyHistory survey={survey} />
      <div className="space-y-4 sm:space-y-0 print:grid print:grid-cols-[3fr_2fr] print:gap-8">
        <Section title={resultTexts.about}>
          <ResultFacts survey={survey} />
        </Section>
        <Section title={resultTexts.check}>
          <ResultProof survey={survey} />
        </Section>
      </div>
      <ResultOrigin survey={survey} />
    </article>
  );
}
