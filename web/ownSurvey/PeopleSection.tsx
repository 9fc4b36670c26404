import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as outcomeTexts from "@survey-app/texts/outcomeTexts.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useSettings } from "../api/settings.ts";
import { InvitationList } from "../invitations/InvitationList.tsx";
import { RemindDialog } from "../managing/RemindDialog.tsx";
import { linkVotingOf } from "../presenting/linkVoting.queries.ts";
import { ResultLabel } from "../results/ResultLabel.tsx";
import { useSignedInUser } from "../session/useSession.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ReminderNumbers } from "./ReminderNumbers.tsx";
import { SurveyDialogButton } from "./SurveyDialogButton.tsx";
import { useNextAction } from "./useNextAction.ts";

/**
 * The people who can vote: the list of invited people, which only its owner sees; or everyone, with reminders to
 * followers.
 */
export function PeopleSection({ survey }: { survey: FullSurvey }) {
  const { query, isOwner, isOpen, maySend } = useNextAction(survey);
  const { mail } = useSettings();
  const isInvited = survey.electorate === "invited";
  if (survey.electorate === "link") return <LinkVoters survey={survey} />;
  const isHiding = survey.results !== "live";
  const numbers = maySend && isHiding && survey.closedAt !== null && <ReminderNumbers survey={survey} />;
  if (isInvited && isOwner)
    return (
      <>
        <InvitationList
          survey={survey}
          note={sendingNote(survey, mail !== "off", isOpen)}
          isSending={query.data?.unsent === 0 && query.data.onTheWay > 0}
        />
        {numbers}
      </>
    );
  const left = mail === "off" || survey.unreviewed ? 0 : (query.data?.remindersLeft ?? 0);
  return (
    <div className="max-w-prose space-y-4">
      <p>{isInvited ? ownSurveyTexts.onlyOwner : ownSurveyTexts.everyone}</p>
      <ResultLabel survey={survey} />
      {numbers}
      {/* As high as the content that may replace it. */}
      {query.isLoading && mail !== "off" && <Skeleton className="h-26 w-full sm:h-12" />}
      {left > 0 && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="min-w-[min(12rem,100%)] flex-1 text-muted">{ownSurveyTexts.remindFollowers(left)}</p>
          <SurveyDialogButton survey={survey} label={outcomeTexts.remind} look="quiet" dialog={RemindDialog} />
        </div>
      )}
    </div>
  );
}

/** By open link, no one knows who can vote; the page only says how many votes were refused. */
function LinkVoters({ survey }: { survey: FullSurvey }) {
  const { _id: userId } = useSignedInUser();
  const { data } = useQuery(linkVotingOf(survey._id, userId));
  return (
    <div className="max-w-prose space-y-4">
      <p>{ownSurveyTexts.byLink}</p>
      <ResultLabel survey={survey} />
      {data && data.refused > 0 && <p className="font-medium">{roomTexts.refused(data.refused)}</p>}
    </div>
  );
}

/** Why links can't be sent now; null if they can, or never again. */
function sendingNote(
  { closedAt, unreviewed, takesCodes }: FullSurvey,
  canMail: boolean,
  isOpen: boolean,
): string | null {
  if (closedAt !== null) return null;
  if (!canMail) return invitationTexts.mailOff;
  if (unreviewed) return takesCodes ? invitationTexts.unreviewedWithCodes : invitationTexts.unreviewed;
  return isOpen ? null : invitationTexts.sendLater;
}
