import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";

/** A question of a meeting as a survey. The settings written here are those of every question of a meeting. */
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
