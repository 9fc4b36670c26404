import { CHANGES_MAX, SPLIT_MIN } from "@survey-app/contract/ballots/ledger.ts";
import { EMAIL_LINK_MINUTES } from "@survey-app/contract/session/emailLinks.ts";
import { dollarFormat } from "@survey-app/contract/text/formatDollars.ts";
import * as limits from "@survey-app/contract/text/limits.ts";

/** The values of the program that texts may name in capitals. */
const constants = { ...limits, CHANGES_MAX, EMAIL_LINK_MINUTES, SPLIT_MIN };

/**
 * Returns the constants as a language writes them, and each as `…_DIGITS`: without separators, as in the API's
 * messages. The price is also there as `PRO_PRICE_DOLLARS`, with its currency, as pages show it.
 */
export function constantsIn(language: string): Record<string, string> {
  const { format } = new Intl.NumberFormat(language);
  const numbers = Object.entries(constants).flatMap(([name, value]): [string, string][] => [
    [name, format(value)],
    [`${name}_DIGITS`, String(value)],
  ]);
  return { ...Object.fromEntries(numbers), PRO_PRICE_DOLLARS: dollarFormat(language)(constants.PRO_PRICE) };
}

/** Puts the constants into a text as it is stored. */
export const fillConstants = (text: string, values: Record<string, string>): string =>
  text.replace(/\{([A-Z][A-Z0-9_]*)\}/g, (named, name: string) => values[name] ?? named);
