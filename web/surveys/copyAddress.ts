/** The URL that opens the form with a copy of a survey. In its own file, so that lists don't load the form. */
export const copyAddress = (surveyId: string): string => `/dashboard/surveyAdd?copy=${surveyId}`;
