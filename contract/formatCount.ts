const numbers = new Intl.NumberFormat("en-US");
const plurals = new Intl.PluralRules("en-US");

/** `1234567` as `1,234,567`. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** "1 vote", "1,204 votes". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${plurals.select(count) === "one" ? one : many}`;
}
