import { isPublicAs, type Publication } from "@survey-app/contract/surveys/publication.ts";
import { PUBLISHED, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { leadAddress, presentAddress } from "../presenting/useRoomMoves.ts";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { ShareButton } from "../sharing/ShareButton.tsx";
import { ScheduledFor } from "../surveys/ScheduledFor.tsx";
import { usePublication } from "../surveys/serverTime.ts";
import { oneSurvey } from "../surveys/surveys.queries.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";

interface SurveySentProps {
  id: string;
  title: string;
  isNew: boolean;
  /** Returns to the form. */
  onMore: () => void;
}

/** Shown after the form was sent: what happened, and where to go next. */
export function SurveySent({ id, title, isNew, onMore }: SurveySentProps) {
  const { _id, role } = useSignedInUser();
  const { data: survey } = useQuery(oneSurvey(id, _id));
  const publication = usePublication(survey);
  const titleId = useId();
  const textId = useId();
  const isInvited = survey?.electorate === "invited";
  const canStart = isPublicAs(publication) && survey?.electorate === "link";
  return (
    <FocusedGroup labelledBy={`${titleId} ${textId}`}>
      <EmptyState
        kind="done"
        titleId={titleId}
        textId={textId}
        title={isNew ? surveyTexts.added(title) : surveyTexts.updated(title)}
        text={
          survey?.status === PUBLISHED ? (
            <SentText survey={survey} publication={publication} />
          ) : role === "admin" ? (
            surveyTexts.waiting
          ) : (
            surveyTexts.submittedForReview
          )
        }
        action={
          <div className="flex flex-wrap items-center justify-center gap-3">
            {canStart && <LinkButton href={presentAddress(id)}>{shareTexts.start}</LinkButton>}
            {canStart && (
              <LinkButton look="quiet" href={leadAddress(id)}>
                {roomTexts.lead}
              </LinkButton>
            )}
            {isInvited && <LinkButton href={ownSurveyAddress(id, "people")}>{invitationTexts.add}</LinkButton>}
            <LinkButton look={isInvited || canStart ? "quiet" : "main"} href={`/surveydetails/${id}`}>
              {askTexts.sent.see}
            </LinkButton>
            {survey?.status === PUBLISHED && <ShareButton survey={survey} isSmall={false} />}
            {isNew && (
              <LinkButton look="quiet" href="/dashboard/surveyor/surveys">
                {askTexts.sent.own}
              </LinkButton>
            )}
            <Button look="quiet" onClick={onMore}>
              {isNew ? askTexts.sent.another : askTexts.sent.changeMore}
            </Button>
          </div>
        }
      />
    </FocusedGroup>
  );
}

/** The text about a survey that no admin must review any more, with what people can do with it. */
function SentText({ survey, publication }: { survey: Survey; publication: Publication }) {
  if (publication === "scheduled") return <ScheduledFor survey={survey} />;
  return survey.electorate === "link" ? askTexts.sent.canStart : askTexts.sent.published;
}
