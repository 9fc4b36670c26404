import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";

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
