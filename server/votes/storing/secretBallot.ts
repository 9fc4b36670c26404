import { sha256 } from "../../ballots/voteChain.ts";

/**
 * Why a secret survey rejects a ballot. `noTicket`: the ballot has no ticket; `onVoterList`: the user voted with
 * another ticket.
 */
export type SecretRejection = "noTicket" | "onVoterList";

/**
 * A secret vote, which is stored now, or was stored earlier with the same ticket. It contains no answer, because none
 * is stored with it.
 */
export interface SecretResult {
  kind: "stored" | "already";
  id: string;
  receipt: null;
  isSecret: true;
}

interface Ticket {
  ticketHash?: string | undefined;
}

/** As many hex digits as a ticket has: 128 bits. */
const HASH_DIGITS = 32;

/**
 * Returns the hash that is stored for a ticket, the first digits of its SHA-256. It is also the id of the secret vote.
 */
export const hashOfTicket = (ticket: string): string => sha256(ticket).slice(0, HASH_DIGITS);

export function secretResult(kind: SecretResult["kind"], { ticketHash = "" }: Ticket): SecretResult {
  return { kind, id: ticketHash, receipt: null, isSecret: true };
}

/**
 * Whether the sender of a ballot cast the secret vote of its invitation: who cast it is not stored, only the ticket's
 * hash until the close.
 */
export function castByTicket({ ticketHash }: Ticket, marked: string | null): "sender" | "other" | null {
  if (marked === null) return null;
  return marked === ticketHash ? "sender" : "other";
}

/**
 * The result of a ballot that was not stored on a secret survey.
 * @param marked the hash of the ticket with which the user voted, empty after the close; null without a vote
 * @param rejection why the survey rejects the ballot; null if it doesn't
 */
export function explainSecretBallot<Rejection extends string>(
  ballot: Ticket,
  marked: string | null,
  rejection: Rejection | null,
): SecretResult | { kind: "refused"; because: Rejection | SecretRejection | "notFound" } {
  if (marked !== null)
    return marked === ballot.ticketHash ? secretResult("already", ballot) : { kind: "refused", because: "onVoterList" };
  return { kind: "refused", because: rejection ?? (ballot.ticketHash === undefined ? "noTicket" : "notFound") };
}
