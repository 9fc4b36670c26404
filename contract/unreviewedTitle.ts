/** What stands for the question where its link is shared, while nobody vouches for the survey. A file of its own, because every page of a survey loads it. */
export const UNREVIEWED_TITLE = "A question to answer with Yes or No";
