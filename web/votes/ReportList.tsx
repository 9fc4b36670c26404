import { dayMonthYear } from "@survey-app/contract/time.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { failureOf } from "../api/failure.ts";
import * as reportTexts from "../texts/reportTexts.ts";
import { Day } from "../ui/Day.tsx";
import { PagedList } from "../ui/PagedList.tsx";
import { UserText } from "../ui/UserText.tsx";
import { reportsOn } from "./collected.queries.ts";

/** The reports on a survey, with their authors. */
export function ReportList({ surveyId }: { surveyId: string }) {
  const query = useInfiniteQuery(reportsOn(surveyId));
  return (
    <PagedList query={query} explain={failureOf} empty={<p className="text-muted">{reportTexts.none}</p>}>
      {(reports) => (
        <ul className="divide-y divide-line border-y border-line">
          {reports.map(({ _id, inapp, userName, email, createdAt }) => (
            <li key={_id} className="space-y-1 py-4">
              <UserText as="p" className="whitespace-pre-line">
                {inapp}
              </UserText>
              <p className="text-sm text-muted">
                {reportTexts.author(
                  <UserText>{userName}</UserText>,
                  <UserText>{email}</UserText>,
                  <Day at={createdAt} format={dayMonthYear} />,
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
