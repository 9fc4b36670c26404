import * as deviceTexts from "@survey-app/texts/deviceTexts.ts";

/** The API's name for a browser that is not in the server's list. */
export const UNKNOWN_BROWSER = "an unknown browser";

/** The API's name of a device: "Chrome on Windows", "Chrome", "an unknown browser". */
export const deviceName = (browser: string, system: string | null): string =>
  system === null ? browser : `${browser} on ${system}`;

/** A device in the reader's words. @param device its name in the API, as of `deviceName` */
export function describeDevice(device: string): string {
  const [browser = "", system] = device.split(" on ");
  if (browser === UNKNOWN_BROWSER) return system === undefined ? deviceTexts.unknown : deviceTexts.unknownOn(system);
  return system === undefined ? browser : deviceTexts.named(browser, system);
}
