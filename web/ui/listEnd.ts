import { formatCount } from "@survey-app/texts/numbers.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";

/** The end of the loaded rows, and the server's total, which may be a minimum. */
export interface ListEnd {
  total: number;
  isMinimum: boolean;
  next: string | null;
}

/**
 * The number of rows of a list, `shown` of which are loaded, and whether there are more, because the server stopped
 * counting.
 */
export function totalOf({ total, isMinimum, next }: ListEnd, shown: number): { count: number; hasMore: boolean } {
  if (!isMinimum) return { count: total, hasMore: false };
  return next === null ? { count: shown, hasMore: false } : { count: Math.max(total, shown), hasMore: true };
}

/** The same as a text: "50+" if there are more. */
export function formatTotal(end: ListEnd, shown: number): string {
  const { count, hasMore } = totalOf(end, shown);
  return hasMore ? uiTexts.atLeast(count) : formatCount(count);
}

/** The label of the button for more rows: of how many, if it loads all that are left. */
export function moreLabel(pages: readonly ({ rows: readonly unknown[] } & ListEnd)[]): string {
  const shown = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  const { total, isMinimum } = pages.at(-1) ?? NOTHING_YET;
  const isLast = !isMinimum && total - shown <= (pages[0]?.rows.length ?? 0);
  return isLast ? uiTexts.showAll(total) : uiTexts.showMore;
}

export const NOTHING_YET: ListEnd = { total: 0, isMinimum: false, next: null };
