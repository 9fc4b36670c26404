import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { LiveSwitch } from "../live/LiveSwitch.tsx";
import { useTotalsOf } from "../live/totals.ts";
import { ownSurveys } from "../managing/managed.queries.ts";
import { SurveyTally } from "../results/SurveyTally.tsx";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { ShareButton } from "../sharing/ShareButton.tsx";
import { SurveyState } from "../surveys/SurveyState.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { UserText } from "../ui/UserText.tsx";

const SHOWN = 4;

/** For surveyors: the results of their newest surveys. */
export function OwnProgress() {
  const { email } = useSignedInUser();
  const query = useInfiniteQuery(ownSurveys(email));
  const rows = useTotalsOf(query.data?.pages[0]?.rows);
  if (!query.data) return <QueryFallback query={query} className="h-64 w-full" />;
  // Surveys awaiting review don't have votes: they come after published ones.
  const surveys = rows.toSorted((a, b) => b.status - a.status);
  if (surveys.length === 0) {
    return (
      <EmptyState
        title={surveyTexts.noOwn}
        text={surveyTexts.noOwnText}
        action={<LinkButton href="/dashboard/surveyAdd">{frameTexts.ask}</LinkButton>}
      />
    );
  }
  return (
    <OverviewSection
      title={surveyTexts.yourResults}
      link={{ href: "/dashboard/surveyor/surveys", label: uiTexts.viewAll }}
      aside={<LiveSwitch pace="list" />}
    >
      <ul className="grid gap-4 sm:grid-cols-2">
        {surveys.slice(0, SHOWN).map((survey) => (
          <li key={survey._id} className="flex flex-col gap-3 rounded-xl border border-line bg-surface p-4 sm:p-5">
            <div className="space-y-1">
              <SurveyState survey={survey} />
              <h3 className="line-clamp-2 font-semibold">
                <a href={ownSurveyAddress(survey._id)} className="underline-offset-4 hover:underline">
                  <UserText of={survey} />
                </a>
              </h3>
            </div>
            <div className="mt-auto space-y-3">
              <SurveyTally survey={survey} />
              {survey.status === PUBLISHED && survey.participants === 0 && <ShareButton survey={survey} />}
            </div>
          </li>
        ))}
      </ul>
    </OverviewSection>
  );
}
