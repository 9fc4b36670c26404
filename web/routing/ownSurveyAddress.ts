export type OwnSurveySection = "result" | "people" | "share" | "settings";

/** A section of the owner's page of a survey. */
export const ownSurveyAddress = (surveyId: string, section: OwnSurveySection = "result") =>
  `/dashboard/surveys/${surveyId}${section === "result" ? "" : `/${section}`}`;
