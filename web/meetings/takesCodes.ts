import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";

/** Whether the owner of a meeting can make codes: not where votes are secret, unless an admin has allowed it. */
export function takesCodes({ codesAllowed, defaults, drafts, questions }: ManagedMeeting): boolean {
  return codesAllowed || ![defaults, ...drafts, ...questions].some(({ privacy }) => privacy === "secret");
}
