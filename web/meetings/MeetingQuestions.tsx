import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { Drafts } from "./Drafts.tsx";
import { MeetingActions } from "./MeetingActions.tsx";
import { OpenedQuestions } from "./OpenedQuestions.tsx";

/**
 * The questions of a meeting: the next ones, which only the owner sees, those that were opened, and the meeting's other
 * actions.
 */
export function MeetingQuestions({ meeting }: { meeting: ManagedMeeting }) {
  const isOver = meeting.endedAt !== null;
  return (
    <div className="space-y-10">
      {(!isOver || meeting.drafts.length > 0) && <Drafts meeting={meeting} />}
      {meeting.questions.length > 0 && <OpenedQuestions meeting={meeting} />}
      <MeetingActions meeting={meeting} />
    </div>
  );
}
