import { EMAIL_LINK_MINUTES } from "@survey-app/contract/emailLinks.ts";
import { CODES_MAX, INVITATIONS_MAX } from "@survey-app/contract/invitations.ts";
import { SPLIT_MIN } from "@survey-app/contract/ledger.ts";
import { RENEWAL_DAYS } from "@survey-app/contract/payments.ts";
import { REMEMBERED_DAYS } from "@survey-app/contract/secondFactor.ts";
import { NOTE_MAX, NOTES_MAX } from "@survey-app/contract/surveys.ts";
import { COMMENT_MAX } from "@survey-app/contract/votes.ts";
import { EXHAUSTED_MAX } from "@survey-app/contract/webhooks.ts";

/** The values of the program that texts may name in capitals. */
const constants = {
  CODES_MAX,
  COMMENT_MAX,
  EMAIL_LINK_MINUTES,
  EXHAUSTED_MAX,
  INVITATIONS_MAX,
  NOTE_MAX,
  NOTES_MAX,
  REMEMBERED_DAYS,
  RENEWAL_DAYS,
  SPLIT_MIN,
};

/** Returns the constants as a language writes them. */
export function constantsIn(language: string): Record<string, string> {
  const { format } = new Intl.NumberFormat(language);
  return Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, format(value)]));
}
