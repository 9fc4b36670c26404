/** A Polish text in which words of one letter stay on the line of the next word, as Polish typography requires. */
export const keepLetters = (text: string): string => text.replaceAll(/(?<![\p{L}\p{N}])([aiouwz]) /giu, "$1\u00a0");
