import { formatCount } from "@survey-app/contract/formatCount.ts";
import * as uiTexts from "../texts/uiTexts.ts";

/** The end of the loaded rows, and the server's total, which may be a minimum. */
export interface ListEnd {
  total: number;
  isMinimum: boolean;
  next: string | null;
}

/**
 * The number of rows of a list, `shown` of which are loaded: "50+" where the server stopped counting and more can be
 * loaded.
 */
export function formatTotal({ total, isMinimum, next }: ListEnd, shown: number): string {
  if (!isMinimum) return formatCount(total);
  return next === null ? formatCount(shown) : `${formatCount(Math.max(total, shown))}+`;
}

/** The label of the button for more rows: of how many, if it loads all that are left. */
export function moreLabel(pages: readonly ({ rows: readonly unknown[] } & ListEnd)[]): string {
  const shown = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  const { total, isMinimum } = pages.at(-1) ?? NOTHING_YET;
  const isLast = !isMinimum && total - shown <= (pages[0]?.rows.length ?? 0);
  return isLast ? uiTexts.showAll(total) : uiTexts.showMore;
}

export const NOTHING_YET: ListEnd = { total: 0, isMinimum: false, next: null };
