import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { FilteredSurveys } from "../surveyList/FilteredSurveys.tsx";
import { SurveyState } from "../surveys/SurveyState.tsx";
import { SurveyTitle } from "../surveys/SurveyTitle.tsx";
import type { Column } from "../ui/Table.tsx";
import { countColumns } from "../votes/countColumns.ts";
import { ResponsesLink } from "./ResponsesLink.tsx";

const columns: readonly Column<Survey>[] = [
  {
    title: surveyTexts.columns.title,
    inLine: "start",
    sortBy: (survey) => survey.Title,
    cell: (survey) => <SurveyTitle survey={survey} />,
  },
  { title: surveyTexts.columns.status, inLine: "below", cell: (survey) => <SurveyState survey={survey} /> },
  ...countColumns,
  {
    title: surveyTexts.columns.responses,
    isNumber: true,
    inLine: "last",
    cell: (survey) => <ResponsesLink survey={survey} />,
  },
];

/** For admins: the results of all surveys (specification §2.1). */
export function ResponsesTable() {
  return <FilteredSurveys caption={surveyTexts.responsesCaption} columns={columns} />;
}
