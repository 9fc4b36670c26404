import { isFixedByRule } from "@survey-app/contract/ballots/passRule.ts";
import { isFrozen, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { navigate } from "wouter/use-browser-location";
import { usePublication } from "../surveys/serverTime.ts";
import { ActionsMenu } from "../ui/ActionsMenu.tsx";
import type { Column } from "../ui/Table.tsx";

/** An admin's choice of an action on a survey, which opens a dialog. */
export interface SurveyChoice {
  what:
    | "decide"
    | "readReports"
    | "close"
    | "delete"
    /** An admin sends the links for an owner who may not. */
    | "sendForOwner"
    /** Where votes are confidential or secret. */
    | "allowCodes";
  survey: Survey;
}

/** The column with a menu of the other actions on a survey. */
export function actionsColumn(choose: (choice: SurveyChoice) => void): Column<Survey> {
  return {
    title: surveyTexts.columns.more,
    isNumber: true,
    inLine: "last",
    cell: (survey) => <SurveyActions survey={survey} choose={(what) => choose({ what, survey })} />,
  };
}

interface SurveyActionsProps {
  survey: Survey;
  choose: (what: SurveyChoice["what"]) => void;
}

/**
 * An admin's less frequent actions on a survey; only an open one can be closed, and one with votes can't be deleted.
 */
function SurveyActions({ survey, choose }: SurveyActionsProps) {
  const { Title } = survey;
  const copy = {
    label: askTexts.copy,
    name: uiTexts.actionFor(askTexts.copy, Title),
    onChoose: () => navigate(`/dashboard/surveyAdd?copy=${survey._id}`),
  };
  const close = {
    label: ballotFormTexts.close,
    name: ballotFormTexts.closeName(Title),
    onChoose: () => choose("close"),
  };
  const remove = {
    label: askTexts.deletion.action,
    name: uiTexts.actionFor(askTexts.deletion.action, Title),
    onChoose: () => choose("delete"),
  };
  const canSend = survey.ownerStopped && survey.electorate === "invited" && !survey.unreviewed;
  const send = canSend && {
    label: invitationTexts.sendForOwner,
    name: invitationTexts.sendForOwnerName(Title),
    onChoose: () => choose("sendForOwner"),
  };
  const hidesVotes = survey.electorate === "invited" && survey.privacy !== "named" && survey.closedAt === null;
  const allowCodes = {
    label: invitationTexts.allowCodes,
    name: invitationTexts.allowCodesName(Title),
    onChoose: () => choose("allowCodes"),
  };
  const whileOpen = [...(send ? [send] : []), ...(isFixedByRule(survey) ? [] : [close])];
  const actions = [
    copy,
    ...(hidesVotes ? [allowCodes] : []),
    ...(usePublication(survey) === "published" ? whileOpen : []),
    ...(isFrozen(survey) ? [] : [remove]),
  ];
  return <ActionsMenu label={surveyTexts.moreName(Title)} actions={actions} />;
}
