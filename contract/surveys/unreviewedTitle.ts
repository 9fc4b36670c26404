import * as surveyWords from "@survey-app/texts/surveyWords.ts";

/**
 * The title that replaces the question where its link is shared, while nobody vouches for the survey. It has its own
 * file, because every page of a survey loads it.
 */
export const UNREVIEWED_TITLE: string = surveyWords.unreviewedTitle;
