/** A day in few signs, like 30 Nov 2026, where the specification fixes no format. @param at ISO 8601, or milliseconds since 1970 */
export const shortDay = (at: string | number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone }).format(new Date(at));
