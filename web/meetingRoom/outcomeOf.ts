import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import { describeQuestion } from "@survey-app/contract/meetings/recordText.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";

/** The result in words, or that the votes are still being counted. */
export const outcomeOf = (question: OpenedQuestion): string => describeQuestion(question) || meetingRoomTexts.counting;
