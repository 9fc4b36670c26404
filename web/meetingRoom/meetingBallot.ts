import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import { UNSURE } from "@survey-app/contract/votes/votes.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import type { Choice } from "../ui/RadioCards.tsx";
import { offeredChoices } from "../votes/choices.ts";

/** A question of a meeting as the survey that it is: all of a meeting have the settings that are said here. */
export function surveyOf({ surveyId, Title, privacy, unsure, passRule }: OpenedQuestion) {
  return {
    _id: surveyId,
    Title: Title ?? "",
    privacy: privacy ?? "secret",
    unsure: unsure ?? false,
    results: "afterClose",
    changeable: false,
    electorate: "invited",
    // In minutes, which stand beside the question; the rules name days.
    deadline: null,
    ...(passRule && { passRule }),
  } as const;
}

/** The answers, of which the third one is to abstain. */
export const choicesOf = (question: OpenedQuestion): Choice[] =>
  offeredChoices(surveyOf(question)).map((choice) =>
    choice.value === String(UNSURE) ? { ...choice, label: meetingRoomTexts.abstain } : choice,
  );
