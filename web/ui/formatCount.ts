/** `1234567` as `1 234 567`, with narrow spaces that don't break. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}
