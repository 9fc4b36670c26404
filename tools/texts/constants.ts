import { SPLIT_MIN } from "@survey-app/contract/ballots/ledger.ts";
import { EMAIL_LINK_MINUTES } from "@survey-app/contract/session/emailLinks.ts";
import * as limits from "@survey-app/contract/text/limits.ts";

/** The values of the program that texts may name in capitals. */
const constants = { ...limits, EMAIL_LINK_MINUTES, SPLIT_MIN };

/** Returns the constants as a language writes them, and each as `…_DIGITS`: without separators, as in the API's messages. */
export function constantsIn(language: string): Record<string, string> {
  const { format } = new Intl.NumberFormat(language);
  return Object.fromEntries(
    Object.entries(constants).flatMap(([name, value]) => [
      [name, format(value)],
      [`${name}_DIGITS`, String(value)],
    ]),
  );
}
