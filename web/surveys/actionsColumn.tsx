import type { Survey } from "@survey-app/contract/surveys.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import type { Column } from "../ui/Table.tsx";
import { SurveyActions, type SurveyChoices } from "./SurveyActions.tsx";

/** The column with a menu of what else can be done with a survey. */
export function actionsColumn(choose: SurveyChoices): Column<Survey> {
  return {
    title: surveyTexts.columns.more,
    isNumber: true,
    inLine: "last",
    cell: (survey) => <SurveyActions survey={survey} {...choose} />,
  };
}
