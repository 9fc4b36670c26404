import { isPublicAs, type Publication } from "@survey-app/contract/surveys/publication.ts";
import { PUBLISHED, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useLayoutEffect } from "react";
import { AddressText } from "../presenting/AddressText.tsx";
import { leadAddress, presentAddress } from "../presenting/useRoomMoves.ts";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { QrCodeImage } from "../sharing/QrCodeImage.tsx";
import { ShareButton } from "../sharing/ShareButton.tsx";
import { useSharedAddress } from "../sharing/useSharedAddress.ts";
import { ScheduledFor } from "../surveys/ScheduledFor.tsx";
import { usePublication } from "../surveys/serverTime.ts";
import { oneSurvey } from "../surveys/surveys.queries.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { useOwnHeading } from "../ui/ownHeading.ts";
import { UserText } from "../ui/UserText.tsx";
import { useCopy } from "../ui/useCopy.ts";

interface SurveySentProps {
  id: string;
  title: string;
  isNew: boolean;
  /** Returns to the form. */
  onMore: () => void;
}

/** Shown after the form was sent, in place of its page's heading: what happened, and where to go next. */
export function SurveySent({ id, title, isNew, onMore }: SurveySentProps) {
  useOwnHeading();
  const { _id, role } = useSignedInUser();
  const { data: survey } = useQuery(oneSurvey(id, _id));
  const publication = usePublication(survey);
  const titleId = useId();
  const textId = useId();
  const isInvited = survey?.electorate === "invited";
  if (isNew && survey && isPublicAs(publication) && survey.electorate === "link")
    return <LiveQuestion survey={survey} onMore={onMore} />;
  return (
    <FocusedGroup labelledBy={`${titleId} ${textId}`}>
      <EmptyState
        level={1}
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
            {isInvited && <LinkButton href={ownSurveyAddress(id, "people")}>{invitationTexts.add}</LinkButton>}
            <LinkButton look={isInvited ? "quiet" : "main"} href={`/surveydetails/${id}`}>
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

/** The text about a survey that no admin has to review, with what people can do with it. */
function SentText({ survey, publication }: { survey: Survey; publication: Publication }) {
  if (publication === "scheduled") return <ScheduledFor survey={survey} />;
  return askTexts.sent.published;
}

/** A show of hands that people can vote on now: the code to scan, the address to type, and the next steps in a room. */
function LiveQuestion({ survey, onMore }: { survey: Survey; onMore: () => void }) {
  const { _id, Title } = survey;
  const titleId = useId();
  const textId = useId();
  const address = useSharedAddress(survey, "presentation");
  const { result, copy } = useCopy();
  // The button that published it was far down.
  useLayoutEffect(() => {
    scrollTo(0, 0);
  }, []);
  return (
    <FocusedGroup
      labelledBy={`${titleId} ${textId}`}
      className="mx-auto flex max-w-read flex-col items-center gap-5 pb-8 text-center"
    >
      <h1 id={titleId} tabIndex={-1} className="text-3xl outline-none">
        {askTexts.sent.live}
      </h1>
      <UserText of={survey} as="p" className="text-lg text-muted" />
      <QrCodeImage
        text={address.url}
        alt={shareTexts.qrCodeOf(Title)}
        className="size-56 rounded-xl border border-line bg-white p-2"
      />
      <AddressText address={address} size={{ short: "text-2xl", long: "text-lg font-semibold" }} />
      <p id={textId} className="text-muted">
        {askTexts.sent.canStart}
      </p>
      <div className="flex flex-wrap items-center justify-center gap-3">
        <LinkButton href={presentAddress(_id)}>{shareTexts.start}</LinkButton>
        <Button look="quiet" onClick={() => void copy(address.url)}>
          {result === "copied" ? shareTexts.linkCopied : shareTexts.copyLink}
        </Button>
        <LinkButton look="quiet" href={leadAddress(_id)}>
          {roomTexts.lead}
        </LinkButton>
        <ShareButton survey={survey} isSmall={false} />
      </div>
      <p role="status" className={result === "failed" ? "text-sm font-medium text-danger" : "sr-only"}>
        {result === "failed" ? shareTexts.copyFailed : result === "copied" && shareTexts.linkCopied}
      </p>
      <div className="flex flex-wrap items-center justify-center gap-3">
        <LinkButton look="plain" href={`/surveydetails/${_id}`}>
          {askTexts.sent.see}
        </LinkButton>
        <LinkButton look="plain" href="/dashboard/surveyor/surveys">
          {askTexts.sent.own}
        </LinkButton>
        <Button look="plain" onClick={onMore}>
          {askTexts.sent.another}
        </Button>
      </div>
    </FocusedGroup>
  );
}
