import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { dayInWords } from "@survey-app/contract/text/time.ts";
import * as ballotTexts from "@survey-app/texts/ballotTexts.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import { SurveyFallback } from "../layout/SurveyFallback.tsx";
import { LiveSwitch } from "../live/LiveSwitch.tsx";
import { EarlyClose } from "../managing/EarlyClose.tsx";
import { useSearchParams } from "../routing/address.ts";
import { PageTitle } from "../routing/PageTitle.tsx";
import type { PageProps } from "../routing/page.ts";
import { ShareButton } from "../sharing/ShareButton.tsx";
import { OriginalLink } from "../surveys/OriginalLink.tsx";
import { SurveyByline } from "../surveys/SurveyByline.tsx";
import { SurveyMeta } from "../surveys/SurveyMeta.tsx";
import { UnreviewedNote } from "../surveys/UnreviewedNote.tsx";
import { useSurvey } from "../surveys/useSurvey.ts";
import { Section } from "../ui/Section.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { Outcome } from "./Outcome.tsx";
import { PaperHeader } from "./PaperHeader.tsx";
import { PrintButton } from "./PrintButton.tsx";
import { ResultFacts } from "./ResultFacts.tsx";
import { ResultLabel } from "./ResultLabel.tsx";
import { ResultNumbers } from "./ResultNumbers.tsx";
import { ResultOrigin } from "./ResultOrigin.tsx";
import { ResultProof } from "./ResultProof.tsx";
import { Signatures } from "./Signatures.tsx";
import { SurveyHistory } from "./SurveyHistory.tsx";
import { SurveyMinutes } from "./SurveyMinutes.tsx";
import { Verdict } from "./Verdict.tsx";

/**
 * A result: the verdict, the actions on it, and below them everything by which a reader judges it. On paper it is a
 * record to sign.
 */
export function SurveyResultsPage({ params: { id = "" } }: PageProps) {
  const { survey, isPreview, ...loading } = useSurvey(id);
  const search = useSearchParams();
  if (!survey) return <SurveyFallback {...loading} />;
  const { Title, category, closedAt } = survey;
  return (
    <article className="page frame-read space-y-8 max-sm:px-[min(1rem,5vw)] print:max-w-none print:space-y-3 print:px-0 print:py-0 print:[zoom:0.72]">
      <PageTitle page={resultTexts.title(Title)} />
      <SurveyMeta survey={survey} />
      <header className="space-y-2">
        <div className="flex items-center justify-between gap-4">
          <p className="text-sm font-medium text-muted">
            {resultTexts.overline(categoryNames[category], closedAt !== null)}
          </p>
          {/* In this line, so that everything fits on one page. */}
          <div className="hidden print:block">
            <PaperHeader className="gap-2" heights={{ logo: "h-5", mark: "h-3" }} />
          </div>
        </div>
        <UserText of={survey} as="h1" tabIndex={-1} className="text-2xl sm:text-3xl print:text-2xl" />
        <OriginalLink survey={survey} search={search} />
        <UnreviewedNote survey={survey} />
        <div className="print:hidden">
          <SurveyByline survey={survey} />
        </div>
        <VotingInWords survey={survey} />
      </header>
      <Verdict survey={survey}>
        <EarlyClose survey={survey} />
        {closedAt === null && !isPreview && <LiveSwitch />}
      </Verdict>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Actions survey={survey} isPreview={isPreview} />
      </div>
      <Outcome survey={survey} />
      <div className="print:hidden">
        <SurveyHistory survey={survey} />
      </div>
      <Section title={resultTexts.about}>
        {!isPreview && <ResultLabel survey={survey} />}
        <div className="space-y-6 print:grid print:grid-cols-2 print:gap-8 print:space-y-0">
          <ResultNumbers survey={survey} />
          <ResultFacts survey={survey} />
        </div>
      </Section>
      <details className="border-t border-line pt-6 print:hidden">
        <summary className="cursor-pointer">
          <h2 className="inline text-xl">{resultTexts.check}</h2>
        </summary>
        <div className="pt-5">
          <ResultProof survey={survey} />
        </div>
      </details>
      {closedAt !== null && <Signatures />}
      <ResultOrigin survey={survey} />
    </article>
  );
}

/** A closed result is copied, printed and shared; one so far is printed and shared. */
function Actions({ survey, isPreview }: { survey: FullSurvey; isPreview: boolean }) {
  const others = (
    <>
      <PrintButton label={resultTexts.printRecord} />
      {!isPreview && <ShareButton survey={survey} />}
      <a href={`/surveydetails/${survey._id}`} className="px-2 py-2 text-sm font-semibold underline underline-offset-4">
        {resultTexts.toSurvey}
      </a>
    </>
  );
  return survey.closedAt === null ? others : <SurveyMinutes survey={survey}>{others}</SurveyMinutes>;
}

/** Only on paper: from when to when and how people voted, with months as words. */
function VotingInWords({ survey }: { survey: FullSurvey }) {
  const zone = useTimeZone();
  const { label, closedAt } = survey;
  if (closedAt === null) return null;
  const days = resultTexts.askedBetween(dayInWords(label.asked.from, zone), dayInWords(closedAt, zone));
  return (
    <p className="hidden print:block">
      {[label.electorate === "link" ? ballotTexts.facts.byLink : ballotTexts.facts.privacy[label.privacy], " · ", days]}
    </p>
  );
}
