import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import type { ReactNode } from "react";
import { PageTitle } from "../routing/PageTitle.tsx";
import { Day } from "../ui/Day.tsx";
import { SectionLinks } from "../ui/SectionLinks.tsx";
import { UserText } from "../ui/UserText.tsx";
import { MeetingStateDot } from "./MeetingStateDot.tsx";
import { MeetingStep } from "./MeetingStep.tsx";
import { type MeetingSection, meetingAddress, recordAddress } from "./meetingAddress.ts";

interface MeetingFrameProps {
  meeting: ManagedMeeting;
  section: MeetingSection;
  /** Whether the list and the questions of a new meeting are still being stored. */
  isNew: boolean;
  children: ReactNode;
}

/** The owner's page of a meeting: its name and state, its next step, the links to its sections, and one of them. */
export function MeetingFrame({ meeting, section, isNew, children }: MeetingFrameProps) {
  const { meetingId, name, startsAt, begun, endedAt } = meeting;
  const state = endedAt ? "ended" : begun ? "begun" : "prepared";
  const links = [
    { href: meetingAddress(meetingId), label: hostTexts.sections.questions, isHere: section === "questions" },
    { href: meetingAddress(meetingId, "people"), label: hostTexts.sections.people, isHere: section === "people" },
    ...(begun ? [{ href: recordAddress(meetingId), label: hostTexts.sections.record, isHere: false }] : []),
  ];
  return (
    <>
      <PageTitle page={ownSurveyTexts.titleOf(hostTexts.sections[section], name)} />
      <div className="space-y-4 print:hidden sm:space-y-5">
        <header className="space-y-1.5">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
            <MeetingStateDot state={state} />
            {startsAt && !begun && <span>{hostTexts.beginsOn(<Day at={startsAt} withTime />)}</span>}
          </p>
          <h1 tabIndex={-1} className="text-xl sm:text-title">
            <UserText as="span">{name}</UserText>{" "}
            {/* Takes the focus when another section is opened: it says which one. */}
            <span className="sr-only">{hostTexts.sections[section]}</span>
          </h1>
        </header>
        {!isNew && <MeetingStep meeting={meeting} section={section} />}
        {/* The owner doesn't leave the page while something is being stored. */}
        {!isNew && <SectionLinks label={hostTexts.pages} links={links} />}
      </div>
      <div className="pt-5 sm:pt-7">{children}</div>
    </>
  );
}
