/**
 * The browser's time zone. UTC where it names none, or one that it can't use itself: kiosks and virtual machines say "Etc/Unknown", with which
 * every date would be an error.
 */
export function browserTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    Intl.DateTimeFormat("en", { timeZone });
  } catch {
    return "UTC";
  }
  return timeZone || "UTC";
}
