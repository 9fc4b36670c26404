import type { Database } from "../database/database.ts";
import type { RecordSurveyEvent } from "../events/surveyEvents.ts";
import type { InvitationResult } from "../mail/mailer.ts";
import type { InvitedPerson } from "../voters/findVoter.sql.ts";
import type { InvitationTokens } from "./invitationTokens.ts";
import { markDelivery } from "./invitedPeople.sql.ts";
import { findLink } from "./sentLinks.sql.ts";

/**
 * The page of links. Their token is in the fragment (`#`), which browsers don't send to servers, so it isn't in any
 * log.
 */
const PAGE = "/i";

/** The functions with which the mailer sends invitations (part of its `MailerOptions`). */
export interface InvitationLinks {
  invitationLink(email: InvitedPerson & { address: string }): Promise<string | null>;
  onInvitation(email: InvitedPerson & { address: string }, result: InvitationResult): Promise<void>;
}

export function createInvitationLinks(
  database: Database,
  { tokens, record, publicUrl }: { tokens: InvitationTokens; record: RecordSurveyEvent; publicUrl: string },
): InvitationLinks {
  return {
    async invitationLink(email) {
      const token = await findLink(database, email, { tokens, record });
      return token === null ? null : `${publicUrl}${PAGE}#${token}`;
    },
    onInvitation: (email, result) => markDelivery(database, email, result),
  };
}
