import type { InvitationState } from "@survey-app/contract/invitations/invitations.ts";
import type { Generated } from "kysely";

/** The tables of surveys for invited people (migrations/0001-baseline/invitations.ts). */
export interface InvitationTables {
  invitations: InvitationRow;
  waiting_people: WaitingPersonRow;
  former_codes: FormerCodeRow;
  invitation_days: InvitationDayRow;
  refused_addresses: RefusedAddressRow;
  counted_addresses: CountedAddressRow;
}

/** A person on the list of a survey. */
interface InvitationRow {
  survey_id: string;
  /** UUIDv7, so ordering by id is the order in which people were added. */
  id: string;
  /** Empty without one. */
  label: string;
  /** The label from `storedFold` (foldText.ts). */
  folded: Generated<string | null>;
  /** Lower case; null for a code that the owner hands out, and once the person's account is deleted. */
  email: string | null;
  /** Whether the person's account is deleted: 1 or 0. */
  is_deleted: Generated<number>;
  /** 1, incremented when the link or code is reissued. Tokens of opened invitations contain it. */
  issue: Generated<number>;
  /**
   * SHA-256 of the token in the link; of a code the keyed hash (server/invitations/invitationTokens.ts). Empty once it
   * has ended.
   */
  token_hash: string;
  /**
   * The number of the secret that the key of a code's hash is derived from; `ENDED_CODE` if the operator ended the code
   * after a leak and its successor isn't made yet; null for links, and for codes of version 1.0, whose hash doesn't
   * have a key.
   */
  code_key: Generated<string | null>;
  state: Generated<InvitationState>;
  /** Whether the mail server said that the address doesn't exist: 1 or 0. Then the state is `failed`. */
  is_unknown_address: Generated<number>;
  /** The hash of the adding request's ticket, by which a repetition is recognized; null without a ticket. */
  ticket_hash: Generated<string | null>;
  /** Whether the person wants emails about this survey: 1 or 0. */
  wants_email: Generated<number>;
  /** When the person was removed from the list; null if they are on it, and if version 1.0 removed them. */
  struck_at: Generated<number | null>;
  /** Whether the list's numbers include an objection that someone else used the invitation: 1 or 0. */
  objected: Generated<number>;
  /**
   * An objection that isn't in the list's numbers: 1 if no one else had used the invitation; 2 if someone else had, but
   * the result is hidden, so that the close counts it; 0 without one.
   */
  objection: Generated<number>;
  created_at: number;
}

/** A person without an address who waits on a list, and can't vote, until an admin allows codes. */
interface WaitingPersonRow {
  /** Of the survey, or of the meeting. */
  survey_id: string;
  /** UUIDv7, unrelated to the id of the later invitation. */
  id: string;
  label: string;
  /** As in `invitations`. */
  ticket_hash: string | null;
  created_at: number;
}

/** A link or code that was replaced. Kept until the close, so that the person who got it can object. */
interface FormerCodeRow {
  /** As it was in `invitations`. */
  token_hash: string;
  survey_id: string;
  invitation: string;
  ended_at: number;
  /** Whether someone had voted with the invitation by then, so that no later code was used: 1 or 0. */
  was_used: number;
  /** Whether a holder of this code objected: 1 or 0. The close counts it if a later code was used. */
  objected: Generated<number>;
}

/** The changes to a survey's list on one day. */
interface InvitationDayRow {
  survey_id: string;
  /** Days since 1970 UTC; 0 for all before the first publication. */
  day: number;
  added: number;
  struck: number;
  /** The people in `added` without an address. */
  codes: number;
  /** Links that were sent, less those that were replaced since and not sent again. */
  sent: Generated<number>;
  /** How many people said that someone else used their invitation. */
  objections: Generated<number>;
  /** How often codes were replaced; also links that the operator replaced, and links of a meeting that has begun. */
  replaced: Generated<number>;
  /** Those of `replaced` that the operator replaced, after a secret leaked. */
  reissued: Generated<number>;
}

/**
 * An address that refuses all invitations. It may belong to a person without an account, so only a keyed hash is
 * stored.
 */
interface RefusedAddressRow {
  /** 128 bits in hex (server/mail/addressHash.ts). */
  address_hash: string;
}

/** The address of a person on the list of a survey who deleted their account. */
interface CountedAddressRow {
  survey_id: string;
  /** 128 bits in hex (server/mail/addressHash.ts). */
  address_hash: string;
  /** The number of the secret that its key is derived from. */
  key_number: string;
  kept_until: number;
}
