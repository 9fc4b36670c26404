import { useQuery } from "@tanstack/react-query";
import { failureOf } from "../api/failure.ts";
import { plural } from "../texts/texts.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { formatCount } from "../ui/formatCount.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { UserText } from "../ui/UserText.tsx";
import { reportedSurveys } from "./managed.queries.ts";

const SHOWN = 5;

/** For admins: the number of reported surveys and the first of them, in the order of the list of all surveys. */
export function ReportedSurveys() {
  const query = useQuery(reportedSurveys(SHOWN));
  if (query.isPending) return <Skeleton className="h-48 w-full" />;
  if (!query.data) return <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.refetch()} />;
  const { rows, total } = query.data;
  return (
    <section aria-labelledby="reported" className="space-y-5 rounded-2xl border border-line bg-surface p-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="reported" className="text-xl">
          {total === 0 ? "No survey is reported" : plural(total, "reported survey")}
        </h2>
        <LinkButton href="/dashboard/admin/surveys" look={total > 0 ? "main" : "quiet"} small>
          {total > 0 ? "Look at the reports" : "Manage surveys"}
        </LinkButton>
      </div>
      {rows.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {rows.map(({ _id, Title, openReports }) => (
            <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
              <a href={`/surveydetails/${_id}`} className="min-w-0 font-medium underline-offset-4 hover:underline">
                <UserText>{Title}</UserText>
              </a>
              <span className="text-sm text-muted">{plural(openReports, "report")}</span>
            </li>
          ))}
        </ul>
      )}
      {total > SHOWN && <p className="text-sm text-muted">and {formatCount(total - SHOWN)} more</p>}
    </section>
  );
}
