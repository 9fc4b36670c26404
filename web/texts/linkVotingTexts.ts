/** The texts of the page on which a survey by open link is voted on. */

export const details = "Details";
/** On the page with the details. */
export const toVote = "Vote";
export const toVoteText = "You vote on the question's own page.";
export const description = "What this is about";
export const reload = "Read the question again";
