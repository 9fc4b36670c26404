import { awaitsReview } from "@survey-app/contract/surveys/publication.ts";
import { PUBLISHED, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as reviewTexts from "@survey-app/texts/reviewTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { type ReactNode, useState } from "react";
import { unpublishedFor } from "../api/unpublishReasons.ts";
import { CloseSurveyDialog } from "../managing/CloseSurveyDialog.tsx";
import { DeleteSurveyDialog } from "../managing/DeleteSurveyDialog.tsx";
import { FilteredSurveys } from "../surveyList/FilteredSurveys.tsx";
import { ScheduledFor } from "../surveys/ScheduledFor.tsx";
import { usePublication } from "../surveys/serverTime.ts";
import { Button } from "../ui/Button.tsx";
import { Dot } from "../ui/Dot.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import type { Column } from "../ui/Table.tsx";
import { ReportsDialog } from "../votes/ReportsDialog.tsx";
import { AllowCodesDialog } from "./AllowCodesDialog.tsx";
import { actionsColumn, type SurveyChoice } from "./actionsColumn.tsx";
import { PublishDialog } from "./PublishDialog.tsx";
import { questionColumn } from "./questionColumn.tsx";
import { SendForOwnerDialog } from "./SendForOwnerDialog.tsx";

/**
 * All surveys with a button to publish or unpublish each (specification §4.2). Reported ones come first.
 * @param children the content below, which appears together with the surveys
 */
export function AllSurveysTable({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState<SurveyChoice | null>(null);
  const decide = (survey: Survey | null) => setChoice(survey && { what: "decide", survey });
  const dialog = (what: SurveyChoice["what"]) => ({
    survey: choice?.what === what ? choice.survey : null,
    // The browser says that a dialog has closed after the next one has been chosen.
    onClose: () => setChoice((current) => (current?.what === what ? null : current)),
  });
  return (
    <>
      <FilteredSurveys
        caption={surveyTexts.allSurveys}
        columns={columns(setChoice)}
        dialog={(list) => <PublishDialog survey={dialog("decide").survey} list={list} onChoose={decide} />}
      >
        {children}
      </FilteredSurveys>
      <CloseSurveyDialog {...dialog("close")} />
      <AllowCodesDialog {...dialog("allowCodes")} />
      <DeleteSurveyDialog {...dialog("delete")} />
      <SendForOwnerDialog {...dialog("sendForOwner")} />
      <ReportsDialog {...dialog("readReports")} onUnpublish={decide} />
    </>
  );
}

const columns = (choose: (choice: SurveyChoice) => void): readonly Column<Survey>[] => [
  questionColumn,
  {
    title: surveyTexts.columns.status,
    inLine: "below",
    sortBy: ({ status }) => status,
    cell: (survey) => (
      <span className="inline-flex flex-col items-start gap-2">
        <PublicationState survey={survey} />
        {survey.openReports > 0 && (
          <ReportsButton survey={survey} onPress={() => choose({ what: "readReports", survey })} />
        )}
      </span>
    ),
  },
  {
    title: surveyTexts.columns.voted,
    isNumber: true,
    inLine: "lastNamed",
    sortBy: ({ participants }) => participants,
    cell: ({ participants }) => formatCount(participants),
  },
  {
    title: surveyTexts.columns.change,
    isNumber: true,
    inLine: "last",
    cell: (survey) => (
      <Button
        look={awaitsReview(survey) ? "main" : "quiet"}
        small
        aria-label={uiTexts.actionFor(actionOf(survey), survey.Title)}
        onClick={() => choose({ what: "decide", survey })}
      >
        {actionOf(survey)}
      </Button>
    ),
  },
  actionsColumn(choose),
];

function PublicationState({ survey }: { survey: Survey }) {
  const publication = usePublication(survey);
  const { unpublished } = survey;
  if (publication === "unpublished") return <Dot tone="quiet">{unpublished && unpublishedFor(unpublished.reason)}</Dot>;
  if (publication === "sentBack") return <Dot tone="quiet">{surveyTexts.sentBack}</Dot>;
  if (publication === "waiting") {
    return (
      <span className="space-y-1">
        <Dot tone="no">{surveyTexts.waiting}</Dot>
        {survey.asker && <span className="block text-sm font-medium text-accent">{reviewTexts.request}</span>}
        {unpublished && <span className="block text-sm font-medium text-accent">{reviewTexts.responded}</span>}
      </span>
    );
  }
  return <Dot tone="yes">{publication === "scheduled" ? <ScheduledFor survey={survey} /> : surveyTexts.published}</Dot>;
}

function ReportsButton({ survey, onPress }: { survey: Survey; onPress: () => void }) {
  const count = surveyTexts.reports(survey.openReports);
  return (
    <Button look="quiet" small aria-label={uiTexts.actionFor(count, survey.Title)} onClick={onPress}>
      <span className="text-danger">
        <Icon path={innerIcons.flag} size={16} />
      </span>
      {count}
    </Button>
  );
}

/** The spec's words; one that was sent back can be published after all. */
const actionOf = ({ status }: Survey) => (status === PUBLISHED ? reviewTexts.unpublish : reviewTexts.publish);
