import { formatCount } from "@survey-app/contract/formatCount.ts";

/** The end of the loaded rows, and the server's total, which may be a minimum. */
export interface ListEnd {
  total: number;
  isCut: boolean;
  next: string | null;
}

/**
 * The number of rows of a list, `shown` of which are loaded: "50+" where the server stopped counting and more can be
 * loaded.
 */
export function formatTotal({ total, isCut, next }: ListEnd, shown: number): string {
  if (!isCut) return formatCount(total);
  return next === null ? formatCount(shown) : `${formatCount(Math.max(total, shown))}+`;
}

export const NOTHING_YET: ListEnd = { total: 0, isCut: false, next: null };
