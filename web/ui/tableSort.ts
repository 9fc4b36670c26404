export type SortKey = string | number;

export interface TableSort {
  /** The column's title. */
  by: string;
  direction: "ascending" | "descending";
}

/**
 * The order after a press on a column's header: the column's first direction, the other one, then the list's own order.
 * Numbers begin with the highest.
 */
export function nextSort(sort: TableSort | null, by: string, isNumber: boolean): TableSort | null {
  const [first, second] = isNumber ? (["descending", "ascending"] as const) : (["ascending", "descending"] as const);
  if (sort?.by !== by) return { by, direction: first };
  return sort.direction === first ? { by, direction: second } : null;
}

/** The rows in another order; equal ones keep theirs. Text is ordered as people do, without regard to case. */
export function sortRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => SortKey,
  direction: TableSort["direction"],
): Row[] {
  const sign = direction === "ascending" ? 1 : -1;
  return rows.toSorted((a, b) => sign * compareKeys(keyOf(a), keyOf(b)));
}

const words = new Intl.Collator("en", { sensitivity: "base", numeric: true });

const compareKeys = (a: SortKey, b: SortKey) =>
  typeof a === "number" && typeof b === "number" ? a - b : words.compare(String(a), String(b));
