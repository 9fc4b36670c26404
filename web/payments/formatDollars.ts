import { formatCount } from "@survey-app/contract/formatCount.ts";

/** `12` as `$12.00`. */
export function formatDollars(price: number): string {
  const [whole, cents] = price.toFixed(2).split(".");
  return `$${formatCount(Number(whole))}.${cents}`;
}
