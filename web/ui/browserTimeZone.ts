/**
 * The browser's time zone; null where it names none, or one that it can't use itself: kiosks and virtual machines say
 * "Etc/Unknown", with which every date would be an error.
 */
function ownTimeZone(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    Intl.DateTimeFormat("en", { timeZone });
  } catch {
    return null;
  }
  return timeZone || null;
}

/** The time zone of the dates on the screen: the browser's, or UTC where it doesn't know its own. */
export const browserTimeZone = (): string => ownTimeZone() ?? "UTC";

/**
 * Follows dates on the screen: says that they are in UTC where the reader would take them for those of the own time
 * zone.
 */
export const zoneNote = (): string => (ownTimeZone() === null ? " UTC" : "");
