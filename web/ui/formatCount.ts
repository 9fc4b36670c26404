/** `1234567` as `1 234 567`, with narrow spaces that don't break. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** The end of a list as far as it came, and how many rows the server says there are, or at least are. */
export interface ListEnd {
  total: number;
  isCut: boolean;
  next: string | null;
}

/** How many rows a list has, of which `shown` are there: "50+" where counting was cut short and more can be asked for. */
export function formatTotal({ total, isCut, next }: ListEnd, shown: number): string {
  if (!isCut) return formatCount(total);
  return next === null ? formatCount(shown) : `${formatCount(Math.max(total, shown))}+`;
}

export const NOTHING_YET: ListEnd = { total: 0, isCut: false, next: null };
