import { UNSURE } from "@survey-app/contract/votes/votes.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import type { Choice } from "../ui/RadioCards.tsx";
import { offeredChoices } from "../votes/choices.ts";

/** The answers to a question of a meeting; the third one is to abstain. */
export const meetingChoices = (question: { unsure: boolean }): Choice[] =>
  offeredChoices(question).map((choice) =>
    choice.value === String(UNSURE) ? { ...choice, label: meetingRoomTexts.abstain } : choice,
  );
