/** A Polish text whose words of one letter keep the next word on their line, as Polish typography wants. */
export const keepLetters = (text: string): string => text.replaceAll(/(?<![\p{L}\p{N}])([aiouwz]) /giu, "$1\u00a0");
