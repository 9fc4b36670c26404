const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** `12` as `$12.00`. */
export function formatDollars(price: number): string {
  return dollars.format(price);
}
