import type { MeetingState } from "@survey-app/contract/meetings/meetingState.ts";

/**
 * The newer one of two states of a meeting. A response can be older than an event that came while it was pending, and
 * another process of the server can know less.
 */
export function newerState(before: MeetingState, next: MeetingState): MeetingState {
  if (before.version !== next.version) return before.version > next.version ? before : next;
  const [a, b] = [before.question, next.question];
  // A question that is taken down, or shown again, doesn't have numbers to compare.
  if (!a || !b || a.participants === null || b.participants === null) return next;
  if ((a.closedAt === null) !== (b.closedAt === null)) return a.closedAt === null ? next : before;
  return a.participants > b.participants ? before : next;
}
