import type { Survey } from "@survey-app/contract/surveys.ts";
import type { Column } from "../ui/Table.tsx";
import { countColumns } from "../votes/countColumns.ts";
import { FilteredSurveys } from "./FilteredSurveys.tsx";
import { ResponsesLink } from "./ResponsesLink.tsx";
import { SurveyState } from "./SurveyState.tsx";
import { SurveyTitle } from "./SurveyTitle.tsx";

const columns: readonly Column<Survey>[] = [
  {
    title: "Title",
    inLine: "start",
    sortBy: (survey) => survey.Title,
    cell: (survey) => <SurveyTitle survey={survey} />,
  },
  { title: "Status", inLine: "below", cell: (survey) => <SurveyState survey={survey} /> },
  ...countColumns,
  { title: "Responses", isNumber: true, inLine: "last", cell: (survey) => <ResponsesLink survey={survey} /> },
];

/** For admins: the results of all surveys (spec §2). */
export function ResponsesTable() {
  return <FilteredSurveys caption="Responses of all surveys" columns={columns} />;
}
