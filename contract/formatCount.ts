const numbers = new Intl.NumberFormat("en-US");
const plurals = new Intl.PluralRules("en-US");

/** `1234567` as `1,234,567`. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** "1 vote", "1,204 votes". @param count a number, or an already formatted one: "50+" */
export function plural(count: number | string, one: string, many = `${one}s`): string {
  const text = typeof count === "number" ? formatCount(count) : count;
  return `${text} ${plurals.select(Number(count)) === "one" ? one : many}`;
}
