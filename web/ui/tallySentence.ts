import { formatCount } from "./formatCount.ts";

/**
 * The displayed shares of yes and no, which add up to 100. A rounded share never looks exact where it matters: 0%, 50%
 * and 100% are always exact, so one vote of a million is "<1%", and a lead of two votes "<50%" and ">50%".
 */
export function shareTexts(yes: number, total: number): { yes: string; no: string } {
  const rounded = Math.round((100 * yes) / total);
  return { yes: shareText(yes, total, rounded), no: shareText(total - yes, total, 100 - rounded) };
}

function shareText(votes: number, total: number, rounded: number): string {
  if (rounded === 0 && votes > 0) return "<1%";
  if (rounded === 100 && votes < total) return ">99%";
  if (rounded === 50 && 2 * votes !== total) return 2 * votes < total ? "<50%" : ">50%";
  return `${rounded}%`;
}

/** The result in words: "62% yes of 410 votes"; where the share alone hides who leads, "No leads by 2 votes of 1,000,001". */
export function tallySentence(yes: number, total: number, isOver = false): string {
  if (total === 0) return isOver ? "Voting ended without votes" : "No votes yet";
  const no = total - yes;
  if (yes === no) return `A tie at ${votes(yes)} each`;
  const share = shareTexts(yes, total).yes;
  if (!share.endsWith("50%")) return `${share} yes of ${votes(total)}`;
  return `${yes > no ? "Yes" : "No"} leads by ${votes(Math.abs(yes - no))} of ${formatCount(total)}`;
}

const votes = (count: number) => `${formatCount(count)} ${count === 1 ? "vote" : "votes"}`;
