import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";

/** "31 of 40 have voted". */
export function Turnout({ participants, people }: Pick<OpenedQuestion, "participants" | "people">) {
  return <p className="text-muted tabular-nums">{meetingRoomTexts.turnout(participants ?? 0, people ?? 0)}</p>;
}
