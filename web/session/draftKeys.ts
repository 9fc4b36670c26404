/** The key of the draft that holds a choice before it is sent. */
export const voteDraftKey = (surveyId: string) => `vote:${surveyId}`;

/** The key of the draft of a new question. */
export const NEW_DRAFT = "survey";
