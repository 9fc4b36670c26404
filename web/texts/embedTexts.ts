/** The texts of a survey in another site's page. */

export const missing = "This survey isn't available.";
export const newTab = "(opens in a new tab)";
export const until = "Vote until";
export const open = "Voting is open";
export const ended = "Voting ended on";
export const vote = "Vote";
export const details = "See the survey";
export const poweredBy = "Survey App";
export const check = "Check this result";
export const checkText = "The last hash of the survey's log. Anyone can compare it with the one on the survey's page:";
