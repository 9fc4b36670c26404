/**
 * The parameter with which a survey's pages show the question as it was asked, to readers for whom it has been
 * translated.
 */
export const ORIGINAL = "original";
