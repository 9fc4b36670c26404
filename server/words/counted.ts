/** A count with its noun in sentences for operators, like "1 vote" or "2 votes". @param noun its singular */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
