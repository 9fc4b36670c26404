import type { Survey } from "@survey-app/contract/surveys.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { listWords } from "../texts/listWords.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { formatCount } from "../ui/formatCount.ts";
import { PagedList } from "../ui/PagedList.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { UserText } from "../ui/UserText.tsx";
import { AdminFilterBar } from "./AdminFilterBar.tsx";
import { allSurveys } from "./managed.queries.ts";
import { ResponsesLink } from "./ResponsesLink.tsx";
import { SurveyState } from "./SurveyState.tsx";
import { useAdminFilter } from "./useAdminFilter.ts";

const columns: readonly Column<Survey>[] = [
  {
    title: "Title",
    cell: ({ _id, Title }) => (
      <a href={`/surveydetails/${_id}`} className="font-semibold underline-offset-4 hover:underline">
        <UserText>{Title}</UserText>
      </a>
    ),
  },
  { title: "Status", cell: (survey) => <SurveyState survey={survey} /> },
  { title: "Yes", isNumber: true, cell: ({ yesVotes }) => formatCount(yesVotes) },
  { title: "No", isNumber: true, cell: ({ noVotes }) => formatCount(noVotes) },
  { title: "Total", isNumber: true, cell: ({ totalVotes }) => formatCount(totalVotes) },
  { title: "Responses", isNumber: true, cell: (survey) => <ResponsesLink survey={survey} /> },
];

/** For admins: the results of all surveys (spec §2). */
export function ResponsesTable() {
  const [filter, setFilter] = useAdminFilter();
  const query = useInfiniteQuery({ ...allSurveys(filter), placeholderData: (previous) => previous });
  return (
    <>
      <AdminFilterBar filter={filter} onChange={setFilter} />
      <PagedList
        query={query}
        words={listWords}
        empty={<EmptyState title="No surveys found" text="Choose another status or another word." />}
      >
        {(surveys) => (
          <Table caption="Responses of all surveys" columns={columns} rows={surveys} rowKey={({ _id }) => _id} />
        )}
      </PagedList>
    </>
  );
}
