import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import type { ReactNode } from "react";
import { useSettings } from "../api/settings.ts";
import { unpublishedFor } from "../api/unpublishReasons.ts";
import { SentBackNote } from "../feedback/SentBackNote.tsx";
import { CloseSurveyDialog } from "../managing/CloseSurveyDialog.tsx";
import { RemindDialog } from "../managing/RemindDialog.tsx";
import { ShowResultButton } from "../managing/ShowResultButton.tsx";
import { SendForOwnerDialog } from "../moderation/SendForOwnerDialog.tsx";
import { Unpublication } from "../moderation/Unpublication.tsx";
import { leadAddress, presentAddress } from "../presenting/useRoomMoves.ts";
import type { OwnSurveySection } from "../routing/ownSurveyAddress.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { SurveyTime } from "../surveys/SurveyTime.tsx";
import type { ButtonLook } from "../ui/buttonLook.ts";
import { Day } from "../ui/Day.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { AnnounceOutcome } from "./AnnounceOutcome.tsx";
import type { NextAction } from "./nextAction.ts";
import { ReviewSurvey } from "./ReviewSurvey.tsx";
import { SendLinks } from "./SendLinks.tsx";
import { SurveyDialogButton } from "./SurveyDialogButton.tsx";

interface Step {
  text: ReactNode;
  button?: ReactNode;
  /** The section where the next step is done, in place of a button. */
  to?: { section: OwnSurveySection; label: string };
  /** Text that is too long to stand beside the button. */
  details?: ReactNode;
}

type Of<Kind extends NextAction["kind"]> = Extract<NextAction, { kind: Kind }>;

/** The step for each kind of action. */
const steps: { [Kind in NextAction["kind"]]: (survey: FullSurvey, action: Of<Kind>) => Step } = {
  wait: (survey) =>
    survey.unpublished ? unpublished(survey) : { text: ownSurveyTexts.waiting, details: <WhereDecided /> },
  edit: (survey) => ({
    text: ownSurveyTexts.sentBack,
    to: { section: "settings", label: ownSurveyTexts.edit },
    details: <SentBackNote survey={survey} />,
  }),
  respond: unpublished,
  addPeople: (_, { isPublished }) => ({
    text: isPublished ? ownSurveyTexts.nobodyYet : ownSurveyTexts.nobodyWhileWaiting,
    to: { section: "people", label: ownSurveyTexts.addPeople },
  }),
  start: ({ createDate }) => ({
    text: ownSurveyTexts.startsLater(<SurveyTime at={createDate} edge="start" />),
  }),
  sendLinks: (survey, { count }) => ({
    text: ownSurveyTexts.withoutLink(count),
    button: <SendLinks survey={survey} count={count} />,
  }),
  onTheWay: (_, { count }) => ({ text: ownSurveyTexts.onTheWay(count) }),
  remind: (survey, { count }) => ({ text: progressOf(survey), button: <Remind survey={survey} count={count} /> }),
  remindLater: (survey, { count }) => ({
    text: progressOf(survey),
    button: <Remind survey={survey} count={count} look="quiet" />,
  }),
  close: (survey) => ({
    text: ownSurveyTexts.everyoneVoted,
    button: <SurveyDialogButton survey={survey} label={ballotFormTexts.close} dialog={CloseSurveyDialog} />,
  }),
  share: (survey) => ({ text: progressOf(survey), to: { section: "share", label: ownSurveyTexts.share } }),
  present: (survey) => ({
    text: progressOf(survey),
    button: (
      <>
        <LinkButton href={presentAddress(survey._id)}>{shareTexts.start}</LinkButton>
        <LeadLink survey={survey} />
      </>
    ),
  }),
  show: (survey) => ({
    text: (
      <>
        {progressOf(survey)} {survey.deadline && ownSurveyTexts.waitsForYou(<Day at={survey.deadline} withTime />)}
      </>
    ),
    button: (
      <>
        <ShowResultButton survey={survey} />
        <LinkButton look="quiet" href={presentAddress(survey._id)}>
          {shareTexts.start}
        </LinkButton>
        <LeadLink survey={survey} />
      </>
    ),
  }),
  count: () => ({ text: ownSurveyTexts.counting }),
  announce: (survey) => ({
    text: ownSurveyTexts.ended(survey.participants),
    button: <AnnounceOutcome survey={survey} />,
  }),
  shareResult: () => ({
    text: ownSurveyTexts.announced,
    to: { section: "share", label: ownSurveyTexts.shareResult },
  }),
  askAgain: ({ _id }) => ({
    text: ownSurveyTexts.nobodyVoted,
    button: <LinkButton href={`/dashboard/surveyAdd?copy=${_id}`}>{ownSurveyTexts.askAgain}</LinkButton>,
  }),
  review: (survey) => ({ text: ownSurveyTexts.waiting, button: <ReviewSurvey survey={survey} /> }),
  sendForOwner: (survey) => ({
    text: ownSurveyTexts.ownerStopped,
    button: <SurveyDialogButton survey={survey} label={invitationTexts.sendForOwner} dialog={SendForOwnerDialog} />,
  }),
};

/** The step for an action: a sentence, the main button, and details. */
export function stepOf<Kind extends NextAction["kind"]>(action: Of<Kind> & { kind: Kind }, survey: FullSurvey): Step {
  return steps[action.kind](survey, action);
}

/** A sentence about how many people have voted, which is public while the result is hidden. */
export function progressOf({ participants, label: { list } }: FullSurvey): string {
  return list ? ownSurveyTexts.votedOf(participants, list.invited + list.added) : ownSurveyTexts.voted(participants);
}

function Remind({ count, ...of }: { survey: FullSurvey; count: number | null; look?: ButtonLook }) {
  const label = count === null ? ownSurveyTexts.remind : ownSurveyTexts.remindPeople(count);
  return <SurveyDialogButton label={label} dialog={RemindDialog} {...of} />;
}

/** With what both sides wrote, and the owner's appeal. */
function unpublished(survey: FullSurvey): Step {
  return {
    text: survey.unpublished && unpublishedFor(survey.unpublished.reason),
    details: <Unpublication survey={survey} />,
  };
}

/** Emails go to confirmed addresses only. */
function WhereDecided() {
  const { mail } = useSettings();
  const { emailVerified } = useSignedInUser();
  const isMailed = mail !== "off" && emailVerified;
  return <p className="text-sm text-muted">{isMailed ? ownSurveyTexts.waitingByEmail : ownSurveyTexts.waitingHere}</p>;
}

function LeadLink({ survey }: { survey: FullSurvey }) {
  return (
    <LinkButton look="quiet" href={leadAddress(survey._id)}>
      {roomTexts.lead}
    </LinkButton>
  );
}
