import { isFrozen, type Survey } from "@survey-app/contract/surveys.ts";
import { navigate } from "wouter/use-browser-location";
import { invitationsAddress } from "../routing/invitationsAddress.ts";
import { useIsOpen } from "../surveys/serverTime.ts";
import * as askTexts from "../texts/askTexts.ts";
import * as ballotFormTexts from "../texts/ballotFormTexts.ts";
import * as invitationTexts from "../texts/invitationTexts.ts";
import * as outcomeTexts from "../texts/outcomeTexts.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
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
  /** Only the owner can send reminders, and see who is invited. */
  onRemind?: (survey: Survey) => void;
  /** Only admins can send links in place of an owner who may not. */
  onSendForOwner?: (survey: Survey) => void;
  /** Only admins can allow codes where votes are confidential or secret. */
  onAllowCodes?: (survey: Survey) => void;
}

/** The owner's less frequent actions on a survey; only an open one can be closed, and one with votes can't be deleted. */
function SurveyActions({ survey, ...choose }: SurveyChoices & { survey: Survey }) {
  const { onClose, onDelete, onRemind, onSendForOwner, onAllowCodes } = choose;
  const { Title } = survey;
  const copy = {
    label: askTexts.copy,
    name: `${askTexts.copy}: ${Title}`,
    onChoose: () => navigate(`/dashboard/surveyAdd?copy=${survey._id}`),
  };
  const close = {
    label: ballotFormTexts.close,
    name: ballotFormTexts.closeName(Title),
    onChoose: () => onClose(survey),
  };
  const remove = {
    label: askTexts.deletion.action,
    name: `${askTexts.deletion.action}: ${Title}`,
    onChoose: () => onDelete(survey),
  };
  const remind = onRemind && {
    label: outcomeTexts.remind,
    name: outcomeTexts.remindName(Title),
    onChoose: () => onRemind(survey),
  };
  // Only the owner sees the list.
  const invite = onRemind && {
    label: invitationTexts.action,
    name: invitationTexts.actionName(Title),
    onChoose: () => navigate(invitationsAddress(survey._id)),
  };
  const canSend = onSendForOwner && survey.ownerStopped && survey.electorate === "invited";
  const send = canSend && {
    label: invitationTexts.sendForOwner,
    name: invitationTexts.sendForOwnerName(Title),
    onChoose: () => onSendForOwner(survey),
  };
  const hidesVotes = survey.electorate === "invited" && survey.privacy !== "named" && survey.closedAt === null;
  const allowCodes = onAllowCodes && {
    label: invitationTexts.allowCodes,
    name: invitationTexts.allowCodesName(Title),
    onChoose: () => onAllowCodes(survey),
  };
  const whileOpen = [...(remind ? [remind] : []), ...(send ? [send] : []), close];
  const actions = [
    ...(invite && survey.electorate === "invited" ? [invite] : []),
    copy,
    ...(allowCodes && hidesVotes ? [allowCodes] : []),
    ...(useIsOpen(survey) ? whileOpen : []),
    ...(isFrozen(survey) ? [] : [remove]),
  ];
  return <ActionsMenu label={surveyTexts.moreName(Title)} actions={actions} />;
}
