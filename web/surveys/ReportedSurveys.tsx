import { useInfiniteQuery } from "@tanstack/react-query";
import { failureOf } from "../failure.ts";
import { plural } from "../texts.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { allSurveys } from "./surveys.queries.ts";

const SHOWN = 5;

/** For admins: the surveys that somebody found inappropriate. They come first among all surveys. */
export function ReportedSurveys() {
  const query = useInfiniteQuery(allSurveys({ status: "", q: "" }));
  if (query.isPending) return <Skeleton className="h-48 w-full" />;
  if (query.isError) return <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.refetch()} />;
  const first = query.data.pages[0]?.rows ?? [];
  const reported = first.filter(({ openReports }) => openReports > 0);
  // Only the first page is known: where all of it is reported, there may be more.
  const isAll = reported.length < first.length;
  return (
    <section aria-labelledby="reported" className="space-y-5 rounded-2xl border border-line bg-surface p-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="reported" className="text-xl">
          {reported.length === 0
            ? "No survey is reported"
            : `${plural(reported.length, "reported survey")}${isAll ? "" : " or more"}`}
        </h2>
        <LinkButton href="/dashboard/admin/surveys" look={reported.length > 0 ? "main" : "quiet"} small>
          {reported.length > 0 ? "Look at the reports" : "Manage surveys"}
        </LinkButton>
      </div>
      {reported.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {reported.slice(0, SHOWN).map(({ _id, Title, openReports }) => (
            <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
              <a href={`/surveydetails/${_id}`} className="min-w-0 font-medium underline-offset-4 hover:underline">
                {Title}
              </a>
              <span className="text-sm text-muted">{plural(openReports, "report")}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
