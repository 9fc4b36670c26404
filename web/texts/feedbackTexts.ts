/** The texts of admins' feedback to a survey's owner. */
export const caption = "Feedback";
export const columns = { survey: "Survey", feedback: "Feedback", status: "Status", date: "Date" } as const;
export const published = "Published";
export const notPublished = "Not published";
export const none = "No feedback yet";
export const noneText = "Admins' notes on your surveys will appear here.";
export const newest = "Newest feedback";
export const all = "All feedback";
export const yourSurveys = "Your surveys";
export const withoutNote = "Published without a note.";
export const to = "To";
export const writtenOn = "Written on";
export const surveyThen = "Status of the survey then";
export const thenPublished = "Published: everyone could see it";
export const thenNotPublished = "Not published: only you and the admins could see it";
export const updateSurvey = "Update this survey";
export const seeSurvey = "See the survey";
