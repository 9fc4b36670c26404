import { formatCount } from "./formatCount.ts";

/** "62 % yes of 410 votes" */
export function tallySentence(yes: number, total: number): string {
  if (total === 0) return "No votes yet";
  return `${Math.round((100 * yes) / total)}\u202f% yes of ${formatCount(total)} ${total === 1 ? "vote" : "votes"}`;
}
