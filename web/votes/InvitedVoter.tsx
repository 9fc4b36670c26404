import { keepList } from "@survey-app/contract/ballots/rights.ts";
import { INVITATION_HOURS } from "@survey-app/contract/invitations/invitations.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as invitedTexts from "@survey-app/texts/invitedTexts.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryError } from "../api/QueryError.tsx";
import { usePath } from "../routing/address.ts";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { may } from "../session/may.ts";
import { loginAddress } from "../session/returnTo.ts";
import { useSession } from "../session/useSession.ts";
import { classes } from "../ui/classes.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ownInvitation } from "./invitation.queries.ts";
import type { OpenedInvitation } from "./openedInvitation.ts";
import { UsedInvitation } from "./UsedInvitation.tsx";
import { VotesAs, Who } from "./VotesAs.tsx";

interface InvitedVoterProps {
  survey: Survey;
  invitation: OpenedInvitation | null;
  /**
   * Whether the reader's invitation was used in another browser, or by another account, as far as the reader may know.
   */
  isUsed: boolean;
  /** The reason why the opened invitation can no longer be used. */
  failure: string | null;
  /** The vote form, for people on the list. */
  form: ReactNode;
}

/**
 * On a survey for invited people: the name under which the reader votes, above the form; or how people on the list can
 * vote.
 */
export function InvitedVoter({ survey, invitation, isUsed, failure, form }: InvitedVoterProps) {
  const session = useSession();
  const user = session.phase === "signedIn" ? session.user : null;
  const isOwner = may(keepList, user, survey);
  const own = useQuery(ownInvitation(survey._id, invitation ? null : (user?._id ?? null)));
  if (isUsed || own.data?.isUsed) return <UsedInvitation survey={survey} bearer={invitation?.token ?? null} />;
  if (invitation && failure === null)
    return (
      <div className="space-y-4">
        <div className="space-y-1">
          <VotesAs who={invitation.votesAs} id={survey._id} />
          <p className="text-sm text-muted">{onlyHere(survey)}</p>
        </div>
        {form}
      </div>
    );
  if (own.isError && !own.data) return <QueryError query={own} />;
  if (own.data)
    return (
      <div className="space-y-4">
        <p>{invitedTexts.votesAs(<Who>{personName(own.data.votesAs)}</Who>)}</p>
        {form}
      </div>
    );
  if (own.isLoading) return <Skeleton className="h-40 w-full" />;
  const isWaiting = session.phase === "loading";
  return (
    <>
      {isWaiting && <Skeleton className="with-voter h-40 w-full" />}
      <div className={classes("space-y-4", isWaiting && "without-voter")}>
        {failure && <ErrorPanel text={failure} />}
        <p className="font-semibold">{failure ? invitedTexts.ended : invitedTexts.onlyInvited}</p>
        {user && own.isSuccess && !isOwner && (
          <p>{(user.emailVerified ? invitedTexts.notOnList : invitedTexts.unconfirmed)(<Who>{user.email}</Who>)}</p>
        )}
        <p className="text-muted">{isOwner ? invitedTexts.ofOwner : invitedTexts.howToVote}</p>
        <div className="flex flex-wrap gap-3">
          {isOwner && <LinkButton href={ownSurveyAddress(survey._id, "people")}>{invitedTexts.list}</LinkButton>}
          <LinkButton look={isOwner ? "quiet" : "main"} href="/i">
            {invitedTexts.enterCode}
          </LinkButton>
        </div>
        {!user && <LogIn />}
      </div>
    </>
  );
}

function LogIn() {
  const path = usePath();
  return (
    <p className="text-sm text-muted">
      {invitedTexts.logInText}{" "}
      <a href={loginAddress(path)} className="inline-block py-1 font-medium text-ink underline underline-offset-4">
        {invitedTexts.logIn}
      </a>
    </p>
  );
}

/** A sentence about where the reader can see the vote later. */
function onlyHere({ privacy, changeable }: Survey): string {
  if (privacy === "secret") return invitedTexts.onlyHere.secret(INVITATION_HOURS);
  return changeable ? invitedTexts.onlyHere.changeable : invitedTexts.onlyHere.final;
}
