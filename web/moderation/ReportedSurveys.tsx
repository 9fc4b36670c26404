import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { REPORTED_SHOWN, reportedSurveys } from "../managing/managed.queries.ts";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { UserText } from "../ui/UserText.tsx";

/**
 * For admins, if there are any: the number of reported surveys and the first of them, in the order of the list of all
 * surveys.
 */
export function ReportedSurveys() {
  const query = useQuery(reportedSurveys(REPORTED_SHOWN));
  if (!query.data) return <QueryFallback query={query} className="h-48 w-full" />;
  const { rows, total } = query.data;
  if (rows.length === 0) return null;
  return (
    <OverviewSection
      title={surveyTexts.reported(total)}
      link={{ href: "/dashboard/admin/surveys", label: surveyTexts.lookAtReports, look: "main" }}
      isCard
    >
      <ul className="divide-y divide-line border-t border-line">
        {rows.map(({ _id, Title, language, openReports }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
            <a href={`/surveydetails/${_id}`} className="min-w-0 font-medium underline-offset-4 hover:underline">
              <UserText of={{ Title, language }} />
            </a>
            <span className="text-sm text-muted">{surveyTexts.reports(openReports)}</span>
          </li>
        ))}
      </ul>
      {total > REPORTED_SHOWN && <p className="text-sm text-muted">{surveyTexts.andMore(total - REPORTED_SHOWN)}</p>}
    </OverviewSection>
  );
}
