import type { Database } from "../database/database.ts";
import { hashOfCode, type InvitationTokens } from "./invitationTokens.ts";
import { findIssue, type Listed, markDelivery } from "./invitedPeople.sql.ts";

/** The page of links. Their token is in the fragment (`#`), which browsers don't send to servers, so no log has it. */
const PAGE = "/i";

/** What the mailer needs to send invitations (its `MailerOptions`). */
export interface InvitationLinks {
  invitationLink(email: Listed): Promise<string | null>;
  onInvitation(email: Listed, state: "sent" | "failed" | "listed"): Promise<void>;
}

export function createInvitationLinks(
  database: Database,
  { codeOf }: InvitationTokens,
  publicUrl: string,
): InvitationLinks {
  const hashOf = (invitationId: string, issue: number) => hashOfCode(codeOf(invitationId, issue));
  return {
    async invitationLink(email) {
      const issue = await findIssue(database, email, hashOf);
      return issue === null ? null : `${publicUrl}${PAGE}#${codeOf(email.invitationId, issue)}`;
    },
    onInvitation: (email, state) => markDelivery(database, email, state),
  };
}
