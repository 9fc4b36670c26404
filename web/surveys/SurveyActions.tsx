import { isFrozen, type Survey } from "@survey-app/contract/surveys.ts";
import { navigate } from "wouter/use-browser-location";
import * as askTexts from "../texts/askTexts.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { ActionsMenu } from "../ui/ActionsMenu.tsx";
import { copyAddress } from "./copyAddress.ts";

interface SurveyActionsProps {
  survey: Survey;
  onDelete: (survey: Survey) => void;
}

/** The owner's less frequent actions on a survey; one with votes can't be deleted. */
export function SurveyActions({ survey, onDelete }: SurveyActionsProps) {
  const actions = [
    {
      label: askTexts.copy,
      name: `${askTexts.copy}: ${survey.Title}`,
      onChoose: () => navigate(copyAddress(survey._id)),
    },
    {
      label: askTexts.deletion.action,
      name: `${askTexts.deletion.action}: ${survey.Title}`,
      onChoose: () => onDelete(survey),
    },
  ];
  return (
    <ActionsMenu
      label={surveyTexts.moreName(survey.Title)}
      actions={isFrozen(survey) ? actions.slice(0, 1) : actions}
    />
  );
}
