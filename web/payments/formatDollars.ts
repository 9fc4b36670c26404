/** `12` as `$12.00` */
export function formatDollars(price: number): string {
  return `$${price.toFixed(2)}`;
}
