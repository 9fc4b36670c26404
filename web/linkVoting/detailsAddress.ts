/**
 * The parameter with which the address of a survey by open link shows the survey's details instead of the page that
 * people vote on.
 */
export const DETAILS = "details";
