import { isFixedByRule } from "@survey-app/contract/passRule.ts";
import { isFrozen, type Survey } from "@survey-app/contract/surveys.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { navigate } from "wouter/use-browser-location";
import { useIsOpen } from "../surveys/serverTime.ts";
import { ActionsMenu } from "../ui/ActionsMenu.tsx";
import type { Column } from "../ui/Table.tsx";

/** The column with a menu of what else can be done with a survey. */
export function actionsColumn(choose: SurveyChoices): Column<Survey> {
  return {
    title: surveyTexts.columns.more,
    isNumber: true,
    inLine: "last",
    cell: (survey) => <SurveyActions survey={survey} {...choose} />,
  };
}

interface SurveyChoices {
  onClose: (survey: Survey) => void;
  onDelete: (survey: Survey) => void;
  /** In place of an owner who may not. */
  onSendForOwner: (survey: Survey) => void;
  /** Where votes are confidential or secret. */
  onAllowCodes: (survey: Survey) => void;
}

/** An admin's less frequent actions on a survey; only an open one can be closed, and one with votes can't be deleted. */
function SurveyActions({ survey, ...choose }: SurveyChoices & { survey: Survey }) {
  const { onClose, onDelete, onSendForOwner, onAllowCodes } = choose;
  const { Title } = survey;
  const copy = {
    label: askTexts.copy,
    name: uiTexts.actionFor(askTexts.copy, Title),
    onChoose: () => navigate(`/dashboard/surveyAdd?copy=${survey._id}`),
  };
  const close = {
    label: ballotFormTexts.close,
    name: ballotFormTexts.closeName(Title),
    onChoose: () => onClose(survey),
  };
  const remove = {
    label: askTexts.deletion.action,
    name: uiTexts.actionFor(askTexts.deletion.action, Title),
    onChoose: () => onDelete(survey),
  };
  const canSend = survey.ownerStopped && survey.electorate === "invited" && !survey.unreviewed;
  const send = canSend && {
    label: invitationTexts.sendForOwner,
    name: invitationTexts.sendForOwnerName(Title),
    onChoose: () => onSendForOwner(survey),
  };
  const hidesVotes = survey.electorate === "invited" && survey.privacy !== "named" && survey.closedAt === null;
  const allowCodes = {
    label: invitationTexts.allowCodes,
    name: invitationTexts.allowCodesName(Title),
    onChoose: () => onAllowCodes(survey),
  };
  const whileOpen = [...(send ? [send] : []), ...(isFixedByRule(survey) ? [] : [close])];
  const actions = [
    copy,
    ...(hidesVotes ? [allowCodes] : []),
    ...(useIsOpen(survey) ? whileOpen : []),
    ...(isFrozen(survey) ? [] : [remove]),
  ];
  return <ActionsMenu label={surveyTexts.moreName(Title)} actions={actions} />;
}
