import type { SharedSurveys as Shared } from "@survey-app/contract/surveys/owners.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as ownersTexts from "@survey-app/texts/ownersTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { failureOf } from "../api/failure.ts";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { useSignedInUser } from "../session/useSession.ts";
import { SurveyState } from "../surveys/SurveyState.tsx";
import { SurveyTitle } from "../surveys/SurveyTitle.tsx";
import { Button } from "../ui/Button.tsx";
import { catchLostFocus } from "../ui/catchLostFocus.ts";
import { Day } from "../ui/Day.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { sharedSurveys, useAccept, useLeave } from "./owners.queries.ts";

/** The surveys of others that the user co-owns, after the invitations to such surveys. */
export function SharedSurveys() {
  const query = useQuery(sharedSurveys(useSignedInUser()._id));
  if (!query.data) return <QueryFallback query={query} className="h-32 w-full" />;
  const { surveys, invitations } = query.data;
  if (surveys.length === 0 && invitations.length === 0)
    return <EmptyState title={ownersTexts.nothingShared} text={ownersTexts.nothingSharedText} />;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {invitations.map((invitation) => (
        <Invitation key={invitation.surveyId} invitation={invitation} />
      ))}
      {surveys.map((survey) => (
        <li key={survey._id} className="space-y-1 py-4">
          <SurveyTitle survey={survey} />
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
            <SurveyState survey={survey} />
            <span>{ownersTexts.ownedBy(<UserText>{personName(survey.userName)}</UserText>)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function Invitation({ invitation }: { invitation: Shared["invitations"][number] }) {
  const { Title, ownerName, invitedAt } = invitation;
  const accept = useAccept();
  const decline = useLeave();
  const isBusy = accept.isPending || decline.isPending;
  const error = accept.error ?? decline.error;
  const run = async (change: typeof accept, done: string) => {
    // The row shows the error.
    const isDone = await change.mutateAsync(invitation).then(
      () => true,
      () => false,
    );
    if (!isDone) return;
    toast(done);
    catchLostFocus();
  };
  return (
    <li className="space-y-3 py-4">
      <div className="space-y-1">
        <UserText of={invitation} as="p" className="font-medium" />
        <p className="text-sm text-muted">
          {ownersTexts.invitedBy(<UserText>{personName(ownerName)}</UserText>, <Day at={invitedAt} />)}
        </p>
      </div>
      {error && <ErrorPanel text={failureOf(error).text} />}
      <div className="flex flex-wrap gap-3">
        <Button
          small
          busy={accept.isPending}
          disabled={isBusy}
          aria-label={ownersTexts.acceptName(Title)}
          onClick={() => void run(accept, ownersTexts.accepted(Title))}
        >
          {ownersTexts.accept}
        </Button>
        <Button
          look="quiet"
          small
          busy={decline.isPending}
          disabled={isBusy}
          aria-label={ownersTexts.declineName(Title)}
          onClick={() => void run(decline, ownersTexts.declined)}
        >
          {ownersTexts.decline}
        </Button>
      </div>
    </li>
  );
}
