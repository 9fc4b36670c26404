import * as surveyWords from "@survey-app/texts/surveyWords.ts";

/** What stands for the question where its link is shared, while nobody vouches for the survey. A file of its own, because every page of a survey loads it. */
export const UNREVIEWED_TITLE: string = surveyWords.unreviewedTitle;
