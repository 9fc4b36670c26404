/** A year on each of whose days a survey that is asked now can start. */
export const LATER_YEAR = new Date().getUTCFullYear() + 4;
