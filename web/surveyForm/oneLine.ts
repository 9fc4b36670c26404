/** The text that is typed into an area for one line, with spaces for its line breaks. */
export const oneLine = (typed: string): string => typed.replaceAll(/\s*\n\s*/g, " ").trimStart();
