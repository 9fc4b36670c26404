import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import { describeFinal } from "@survey-app/contract/results/passedText.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";

/** The verdict on a question that was opened, in words, without a full stop. */
export function verdictOf({ state, totalVotes, participants, ...question }: OpenedQuestion): string {
  if (state === "takenBack") return hostTexts.takenBack;
  if (state === "takenDown") return hostTexts.takenDown;
  const { yesVotes, unsureVotes, passRule } = question;
  return describeFinal({ totalVotes: totalVotes ?? participants ?? 0, yesVotes, unsureVotes, passRule });
}
