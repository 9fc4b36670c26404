import { awaitsReview } from "@survey-app/contract/surveys/publication.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { allSurveys } from "../managing/managed.queries.ts";
import { ownNotices } from "../session/notices.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { Day } from "../ui/Day.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { UserText } from "../ui/UserText.tsx";

const SHOWN = 5;

/** For admins, if there are any: the number of surveys awaiting review, and the first of them. */
export function WaitingSurveys() {
  const query = useInfiniteQuery(allSurveys({ status: "1", q: "" }));
  const notices = useQuery(ownNotices(useSignedInUser()._id));
  if (!query.data) return <QueryFallback query={query} className="h-48 w-full" />;
  const waiting = (query.data.pages[0]?.rows ?? []).filter(awaitsReview);
  if (waiting.length === 0) return null;
  const total = notices.data?.awaitingReview ?? waiting.length;
  return (
    <OverviewSection
      title={surveyTexts.awaitingReview(total)}
      link={{ href: "/dashboard/admin/surveys?status=1", label: surveyTexts.manageSurveys, look: "main" }}
      isCard
    >
      <ul className="divide-y divide-line border-t border-line">
        {waiting.slice(0, SHOWN).map(({ _id, Title, language, userName, createDate, startIsDay }) => (
          <li key={_id} className="flex flex-col gap-1 py-3">
            <a href={`/surveydetails/${_id}`} className="min-w-0 font-medium underline-offset-4 hover:underline">
              <UserText of={{ Title, language }} />
            </a>
            <span className="text-sm text-muted">
              {surveyTexts.nameAndDay(
                <UserText>{personName(userName)}</UserText>,
                <Day at={createDate} isDay={startIsDay} />,
              )}
            </span>
          </li>
        ))}
      </ul>
      {total > SHOWN && <p className="text-sm text-muted">{surveyTexts.andMore(total - SHOWN)}</p>}
    </OverviewSection>
  );
}
