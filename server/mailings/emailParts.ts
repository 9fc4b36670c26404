import type { SurveyorPolicy } from "@survey-app/contract/ballots/askingPolicies.ts";
import type { Database } from "../database/database.ts";
import type { HashAddress } from "../mail/addressHash.ts";
import type { MailerOptions } from "../mail/mailer.ts";
import { keepTrail } from "../voters/emailTrail.sql.ts";
import { isOwnerKnown } from "../voters/recipients.sql.ts";
import { aboutMeeting } from "./aboutMeeting.sql.ts";
import { aboutSurvey } from "./aboutSurvey.sql.ts";
import { whyUnsent } from "./whyUnsent.sql.ts";

/** What the mailer asks about surveys and the people who get emails. */
export function createEmailParts(
  database: Database,
  { hashAddress, surveyors }: { hashAddress: HashAddress; surveyors: SurveyorPolicy },
): Pick<MailerOptions, "aboutMeeting" | "aboutSurvey" | "isOwnerKnown" | "keepTrail" | "whyUnsent"> {
  return {
    isOwnerKnown,
    keepTrail,
    whyUnsent: (email) => whyUnsent(database, email, hashAddress),
    aboutMeeting: (email) => aboutMeeting(database, email, { surveyors }),
    aboutSurvey: (email) => aboutSurvey(database, email, { surveyors }),
  };
}
