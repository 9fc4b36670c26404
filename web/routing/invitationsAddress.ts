/** The owner's page with the list of invited people. */
export const invitationsAddress = (surveyId: string) => `/dashboard/surveyor/invitations/${surveyId}`;
