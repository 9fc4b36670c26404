import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import * as participationTexts from "@survey-app/texts/participationTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { useTotalsOf } from "../live/totals.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { Tally } from "../ui/Tally.tsx";
import { UserText } from "../ui/UserText.tsx";
import { participations } from "./participations.queries.ts";
import { ViewLink } from "./ViewLink.tsx";
import { YouVoted } from "./YouVoted.tsx";

const SHOWN = 4;

/**
 * The surveys that the current user voted on last, with their results.
 * @param children the content below: it appears together with these surveys, which would push it away
 */
export function LatestParticipations({ children }: { children: ReactNode }) {
  const { email } = useSignedInUser();
  const query = useInfiniteQuery(participations("participated", email));
  const rows = useTotalsOf(query.data?.pages[0]?.rows);
  if (!query.data)
    return (
      <>
        <QueryFallback query={query} className="h-48 w-full" />
        {query.isError && children}
      </>
    );
  const latest = rows.slice(0, SHOWN);
  return (
    <>
      <OverviewSection
        title={participationTexts.latest}
        link={latest.length > 0 && { href: "/dashboard/user/surveys", label: uiTexts.viewAll }}
      >
        {latest.length === 0 && <p className="text-muted">{participationTexts.noLatest}</p>}
        {latest.length > 0 && (
          <ul className="grid gap-4 sm:grid-cols-2">
            {latest.map((row) => (
              <li key={row._id} className="flex flex-col gap-3 rounded-xl border border-line bg-surface p-4">
                <UserText of={row} as="h3" className="line-clamp-2" />
                <div className="mt-auto space-y-3">
                  {row.status === PUBLISHED && <Tally totals={row} size="small" />}
                  <div className="flex flex-wrap items-center justify-between gap-3">
                    <span className="inline-flex items-center gap-1.5 text-sm text-muted">
                      <YouVoted vote={row.vote} />
                    </span>
                    <ViewLink participation={row} />
                  </div>
                </div>
              </li>
            ))}
          </ul>
        )}
      </OverviewSection>
      {children}
    </>
  );
}
