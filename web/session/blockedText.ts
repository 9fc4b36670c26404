import * as signInTexts from "@survey-app/texts/signInTexts.ts";

/** The sentence for a blocked user. @param contactEmail the installation's contact address; null without one */
export const blockedText = (contactEmail: string | null): string =>
  contactEmail ? signInTexts.blockedWithContact(contactEmail) : signInTexts.blocked;
