/** A survey that is asked now can start on every day of this year. */
export const LATER_YEAR = new Date().getUTCFullYear() + 4;
