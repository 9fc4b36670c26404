/** What is typed into an area for a text of one line, with spaces for its line breaks. */
export const oneLine = (typed: string): string => typed.replaceAll(/\s*\n\s*/g, " ").trimStart();
