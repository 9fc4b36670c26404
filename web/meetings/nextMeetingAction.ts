import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";

/** The one action that the state of a meeting asks its owner for. */
export type MeetingAction =
  | { kind: "addPeople" }
  /** An admin must accept the meeting first. */
  | { kind: "wait" }
  | { kind: "sendLinks"; count: number }
  /** The meeting is to be put on the screen in the room. */
  | { kind: "show" }
  | { kind: "addQuestion" }
  | { kind: "open" }
  /** A question is open, or its votes are being counted. */
  | { kind: "run" }
  | { kind: "end" }
  | { kind: "ended" };

type Situation = Pick<
  ManagedMeeting,
  "people" | "needsReview" | "accepted" | "notSent" | "begun" | "endedAt" | "question" | "questions"
> & { drafts: readonly unknown[] };

interface Host {
  /** Whether this installation sends emails. */
  canMail: boolean;
  /** Whether the owner has sent the links of everyone on the list from this tab: some can be on their way. */
  hasSent: boolean;
  /** Whether the owner has put the meeting on a screen in this tab. */
  hasShown: boolean;
}

/** Whether a question is open, or its votes are being counted. */
export const isRunning = (question: Pick<OpenedQuestion, "state"> | null): boolean =>
  question?.state === "open" || question?.state === "ended";

export function nextMeetingAction(meeting: Situation, { canMail, hasSent, hasShown }: Host): MeetingAction {
  const { people, begun, question, drafts, notSent } = meeting;
  if (meeting.endedAt) return { kind: "ended" };
  if (isRunning(question)) return { kind: "run" };
  if (people === 0) return { kind: "addPeople" };
  if (meeting.needsReview && !meeting.accepted) return { kind: "wait" };
  // While a meeting runs, emails come too late: its main action is the next question.
  if (!begun && canMail && notSent > 0 && !hasSent) return { kind: "sendLinks", count: notSent };
  if (drafts.length === 0) return { kind: begun ? "end" : "addQuestion" };
  if (!begun && !hasShown) return { kind: "show" };
  return { kind: "open" };
}

/** Whether a question can be opened now, besides the main action. */
export function canOpen({ endedAt, question, people, needsReview, accepted }: Situation): boolean {
  return !endedAt && !isRunning(question) && people > 0 && (!needsReview || accepted);
}
