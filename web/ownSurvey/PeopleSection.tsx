import type { FullSurvey } from "@survey-app/contract/surveys.ts";
import { InvitationList } from "../invitations/InvitationList.tsx";
import { ResultLabel } from "../results/ResultLabel.tsx";
import { useSettings } from "../session/settings.ts";
import { RemindDialog } from "../surveys/RemindDialog.tsx";
import * as invitationTexts from "../texts/invitationTexts.ts";
import * as outcomeTexts from "../texts/outcomeTexts.ts";
import * as ownSurveyTexts from "../texts/ownSurveyTexts.ts";
import { mayRemind } from "./nextAction.ts";
import { SurveyDialogButton } from "./SurveyDialogButton.tsx";
import { useNextAction } from "./useNextAction.ts";

/** Who can vote: the list of invited people, which only its owner sees; and a reminder, where it is not what comes next anyway. */
export function PeopleSection({ survey }: { survey: FullSurvey }) {
  const { isOwner } = useNextAction(survey);
  const isInvited = survey.electorate === "invited";
  if (isInvited && isOwner) return <InvitationList survey={survey} notes={<Reminder survey={survey} />} />;
  return (
    <div className="max-w-prose space-y-4">
      <p>{isInvited ? ownSurveyTexts.onlyOwner : ownSurveyTexts.everyone}</p>
      <ResultLabel survey={survey} />
      <Reminder survey={survey} />
    </div>
  );
}

/** What can be sent besides the next step, or when the links can be sent. */
function Reminder({ survey }: { survey: FullSurvey }) {
  const { action, query, isOwner, isOpen } = useNextAction(survey);
  const { mail } = useSettings();
  const isInvited = survey.electorate === "invited";
  if (!isOwner) return null;
  if (mail === "off") return isInvited ? <p className="text-muted">{invitationTexts.mailOff}</p> : null;
  if (!isOpen)
    return isInvited && survey.closedAt === null ? <p className="text-muted">{invitationTexts.sendLater}</p> : null;
  const { data: sending } = query;
  if (!sending || action?.kind === "remind" || !mayRemind(survey, sending)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <p className="min-w-48 flex-1 text-muted">
        {!isInvited && ownSurveyTexts.remindFollowers} {ownSurveyTexts.remindersLeft(sending.remindersLeft)}
      </p>
      <SurveyDialogButton survey={survey} label={outcomeTexts.remind} look="quiet" dialog={RemindDialog} />
    </div>
  );
}
