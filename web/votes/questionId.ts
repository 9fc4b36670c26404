/** The element id of a survey's question on a page where people answer it: the answers' group is named by it. */
export const QUESTION_ID = "question";
