/** The key of the draft that holds a choice before it is sent. */
export const draftOf = (surveyId: string) => `vote:${surveyId}`;
