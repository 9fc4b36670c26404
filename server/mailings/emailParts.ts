import type { AskingPolicies } from "@survey-app/contract/ballots/askingPolicies.ts";
import type { Database } from "../database/database.ts";
import type { HashAddress } from "../mail/addressHash.ts";
import type { MailerOptions } from "../mail/mailer.ts";
import { readOpened } from "../meetings/meetingState.sql.ts";
import { keepTrail } from "../voters/emailTrail.sql.ts";
import { isOwnerKnown } from "../voters/recipients.sql.ts";
import { aboutMeeting, waitsForReview } from "./aboutMeeting.sql.ts";
import { aboutSurvey } from "./aboutSurvey.sql.ts";
import { whyUnsent } from "./whyUnsent.sql.ts";

/**
 * How long the questions of a meeting are cached, in milliseconds. A question that an admin takes down can be in emails
 * rendered within this time, but not in later ones.
 */
const KEPT_MS = 5000;

/**
 * Caches the last read: at the end of a meeting, thousands of emails follow one another, and up to 50 surveys would be
 * read for each.
 */
function keepBriefly<T>(read: (id: string) => Promise<T>): (id: string) => Promise<T> {
  let last: { id: string; until: number; found: T } | null = null;
  return async (id) => {
    if (last === null || last.id !== id || last.until <= Date.now())
      last = { id, until: Date.now() + KEPT_MS, found: await read(id) };
    return last.found;
  };
}

/** The functions with which the mailer reads surveys and the people who get emails. */
export function createEmailParts(
  database: Database,
  {
    hashAddress,
    surveyors,
    surveyReview,
  }: { hashAddress: HashAddress } & Pick<AskingPolicies, "surveyors" | "surveyReview">,
): Pick<MailerOptions, "aboutMeeting" | "aboutSurvey" | "isOwnerKnown" | "keepTrail" | "whyUnsent"> {
  const questionsOf = keepBriefly((id) => readOpened(database, id));
  return {
    isOwnerKnown,
    keepTrail,
    whyUnsent: async (email) => {
      if (await waitsForReview(database, email, { surveyors, surveyReview })) return "unreviewed";
      return whyUnsent(database, email, hashAddress);
    },
    aboutMeeting: (email) => aboutMeeting(database, email, { surveyors, surveyReview, questionsOf }),
    aboutSurvey: (email) => aboutSurvey(database, email, { surveyors }),
  };
}
