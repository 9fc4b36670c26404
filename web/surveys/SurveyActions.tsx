import { isFrozen, type Survey } from "@survey-app/contract/surveys.ts";
import { navigate } from "wouter/use-browser-location";
import { askTexts } from "../texts/askTexts.ts";
import { ActionsMenu } from "../ui/ActionsMenu.tsx";
import { copyAddress } from "./copyAddress.ts";

interface SurveyActionsProps {
  survey: Survey;
  onDelete: (survey: Survey) => void;
}

/** The owner's less frequent actions on a survey; one with votes can't be deleted. */
export function SurveyActions({ survey, onDelete }: SurveyActionsProps) {
  const { copy, deletion } = askTexts;
  const actions = [
    { label: copy, name: `${copy}: ${survey.Title}`, onChoose: () => navigate(copyAddress(survey._id)) },
    {
      label: deletion.action,
      name: `${deletion.action}: ${survey.Title}`,
      onChoose: () => onDelete(survey),
    },
  ];
  return <ActionsMenu label={`More: ${survey.Title}`} actions={isFrozen(survey) ? actions.slice(0, 1) : actions} />;
}
