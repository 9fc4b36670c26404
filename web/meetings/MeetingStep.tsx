import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { describeQuestion } from "@survey-app/contract/meetings/recordText.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import type { ReactNode } from "react";
import { useSettings } from "../api/settings.ts";
import { Day } from "../ui/Day.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { createStore } from "../ui/store.ts";
import { useStore } from "../ui/useStore.ts";
import { EndMeeting } from "./EndMeeting.tsx";
import { type MeetingSection, meetingAddress, recordAddress } from "./meetingAddress.ts";
import { canOpen, type MeetingAction, nextMeetingAction } from "./nextMeetingAction.ts";
import { OpenQuestion } from "./OpenQuestion.tsx";
import { RunningQuestion } from "./RunningQuestion.tsx";
import { SendCorrection } from "./SendCorrection.tsx";
import { SendMeetingLinks, sentTo } from "./SendMeetingLinks.tsx";
import { ShowMeeting } from "./ShowMeeting.tsx";
import { WallAddress } from "./WallAddress.tsx";

/** The meetings that were put on a screen from this tab. */
const shown = createStore<readonly string[]>([]);

/** The next steps beside which the meeting can be put on a screen. */
const SHOWABLE: ReadonlySet<MeetingAction["kind"]> = new Set(["show", "open", "end"]);

interface MeetingStepProps {
  meeting: ManagedMeeting;
  /** The section below, to which no button leads. */
  section: MeetingSection;
}

/** The next step of a meeting by its state: a sentence, the main button, and the open question if there is one. */
export function MeetingStep({ meeting, section }: MeetingStepProps) {
  const { meetingId } = meeting;
  const { mail } = useSettings();
  const hasShown = useStore(shown).includes(meetingId);
  const hasSent = useStore(sentTo)[meetingId] === meeting.people;
  const action = nextMeetingAction(meeting, { canMail: mail !== "off" && !meeting.unreviewed, hasSent, hasShown });
  const onShown = () => !hasShown && shown.set([...shown.read(), meetingId]);
  if (action.kind === "run" && meeting.question)
    return <RunningQuestion meeting={meeting} question={meeting.question} onShown={onShown} />;
  const { text, buttons } = stepOf(action, meeting, section, onShown);
  return (
    <section
      aria-label={ownSurveyTexts.next}
      className="space-y-3 rounded-2xl border border-line bg-surface p-4 sm:px-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-[min(12rem,100%)] flex-1">{text}</div>
        <div className="flex flex-wrap items-center gap-3 empty:hidden">{buttons}</div>
      </div>
      {meeting.toCorrect > 0 && action.kind !== "wait" && <SendCorrection meeting={meeting} />}
      {SHOWABLE.has(action.kind) && <WallAddress meetingId={meetingId} />}
    </section>
  );
}

function stepOf(
  action: MeetingAction,
  meeting: ManagedMeeting,
  section: MeetingSection,
  onShown: () => void,
): { text: ReactNode; buttons: ReactNode } {
  const { meetingId, people, drafts, endedAt, takenDown } = meeting;
  const show = (look: "main" | "quiet") => <ShowMeeting meetingId={meetingId} look={look} onShown={onShown} />;
  const first = drafts[0];
  const open = (look: "main" | "quiet") =>
    first && canOpen(meeting) && <OpenQuestion meeting={meeting} draft={first} look={look} />;
  switch (action.kind) {
    case "addPeople":
      return {
        text: sentence(hostTexts.nobody),
        buttons: section !== "people" && (
          <LinkButton href={meetingAddress(meetingId, "people")}>{hostTexts.next.people}</LinkButton>
        ),
      };
    case "wait":
      return { text: sentence(hostTexts.notAccepted), buttons: null };
    case "sendLinks":
      return {
        text: withWaiting(meeting, sentence(ownSurveyTexts.withoutLink(action.count), hostTexts.sendEarly)),
        buttons: (
          <>
            {open("quiet")}
            <SendMeetingLinks meeting={meeting} />
          </>
        ),
      };
    case "addQuestion":
      return {
        text: withWaiting(meeting, sentence(hostTexts.canVote(people))),
        buttons: section !== "questions" && (
          <LinkButton href={meetingAddress(meetingId)}>{hostTexts.next.questions}</LinkButton>
        ),
      };
    case "show":
      return {
        text: withWaiting(meeting, sentence(hostTexts.readyText(people))),
        buttons: both(open("quiet"), show("main")),
      };
    case "open":
      return {
        text: withWaiting(meeting, lastVerdict(meeting) || sentence(hostTexts.canVote(people))),
        buttons: both(show("quiet"), open("main")),
      };
    case "end":
      return {
        text: (
          <>
            {lastVerdict(meeting)}
            {sentence(hostTexts.addNext)}
          </>
        ),
        buttons: both(show("quiet"), <EndMeeting meeting={meeting} />),
      };
    case "run":
    case "ended":
      return {
        text: takenDown
          ? sentence(hostTexts.takenDown(surveyWords.unpublishReasons[takenDown]))
          : endedAt && sentence(hostTexts.endedOn(<Day at={endedAt} withTime />)),
        buttons: <LinkButton href={recordAddress(meetingId)}>{hostTexts.record}</LinkButton>,
      };
  }
}

/** The verdict that the chair reads out before the next question. */
function lastVerdict({ question }: ManagedMeeting): ReactNode {
  return (
    question?.state === "closed" && (
      <div className="pb-1">
        <p className="text-sm text-muted">{hostTexts.question(question.n)}</p>
        <p className="text-lg font-semibold">{describeQuestion(question)}</p>
      </div>
    )
  );
}

/**
 * A step, and below it the people on the list who can't vote yet: otherwise the owner might open the first question
 * without noticing them.
 */
function withWaiting({ meetingId, waiting }: ManagedMeeting, step: ReactNode): ReactNode {
  return (
    <>
      {step}
      {waiting > 0 && (
        <p className="text-sm">
          <a href={meetingAddress(meetingId, "people")} className="font-semibold underline underline-offset-4">
            {invitationTexts.waitForCodes(waiting)}
          </a>
        </p>
      )}
    </>
  );
}

function sentence(text: ReactNode, more?: string): ReactNode {
  return (
    <>
      <p className="font-medium">{text}</p>
      {more && <p className="text-sm text-muted">{more}</p>}
    </>
  );
}

function both(quiet: ReactNode, main: ReactNode): ReactNode {
  return (
    <>
      {quiet}
      {main}
    </>
  );
}
