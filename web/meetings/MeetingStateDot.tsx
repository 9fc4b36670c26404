import type { MeetingEntry } from "@survey-app/contract/meetings/meetings.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import { Dot } from "../ui/Dot.tsx";

const tones = { prepared: "quiet", begun: "yes", ended: "no" } as const;

/** The state of a meeting for its owner. */
export function MeetingStateDot({ state }: Pick<MeetingEntry, "state">) {
  return <Dot tone={tones[state]}>{hostTexts.states[state]}</Dot>;
}
