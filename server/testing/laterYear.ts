/** A year in which a survey can start that is asked now, from its first day to its last. */
export const LATER_YEAR = new Date().getUTCFullYear() + 4;
