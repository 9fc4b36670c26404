import type { Electorate, Privacy } from "@survey-app/contract/ballots/ballots.ts";
import { type Answer, CHANGES_MAX, receiptFor } from "@survey-app/contract/ballots/ledger.ts";
import type { SecretRejection, SecretResult } from "./secretBallot.ts";

/** A vote that is to be stored. `comment` and `report` are "" when there is none. */
export interface Ballot {
  id: string;
  surveyId: string;
  /** The account; without one, the invitation, or the hash of the browser's cookie. */
  userId: string;
  /** Whether it came by open link: from a browser with the cookie, without an account. */
  byLink?: true | undefined;
  /**
   * The invitation of a survey for invited people, found by the address of the account, or opened by its link or code.
   * The opened one has its issue, and the hash of the browser's ballot cookie, null without that cookie.
   */
  invitation?: { id: string; opened: { issue: number; ballotHash: string | null } | null } | undefined;
  /** Whether the account must have a confirmed address when the ballot is stored (VOTERS=confirmed). */
  confirmedOnly?: true | undefined;
  choice: Answer;
  comment: string;
  report: string;
  /** For a change: what `referenceOf` returns for the vote that it replaces. */
  replaces?: string | undefined;
  /** The hash of the ticket (`hashOfTicket`), which a secret survey requires; undefined without one. */
  ticketHash?: string | undefined;
  /**
   * The `questionHash` of the question that its voter has read; undefined if it names none, as those of programs that
   * don't know the field.
   */
  question?: string | undefined;
}

/** A user's latest vote on a survey, as it is stored. */
export interface LatestVote {
  id: string;
  choice: Answer;
  n: number;
  hash: string;
  /** The number of its changes. */
  turn: number;
}

/**
 * Why the list of a survey for invited people rejects a ballot. `notInvited`: the ballot has no invitation to it, or
 * one that was struck. `invitationEnded`: the link or code was replaced since it was opened. `invitationUsed`: another
 * account or browser has voted with the invitation, or the ballot replaces a vote that its sender has not cast.
 * `cookieRequired`: the browser sent no ballot cookie.
 */
type ListRejection = "notInvited" | "invitationEnded" | "invitationUsed" | "cookieRequired";

/**
 * Why an electorate excludes a ballot. `linkElectorate`: only browsers vote on the survey; `notLinkElectorate`: it
 * doesn't accept votes by open link.
 */
type ElectorateRejection = ListRejection | "linkElectorate" | "notLinkElectorate";

/**
 * Why a survey rejects a ballot. `notOffered`: it doesn't offer the answer; `confirmToVote`: the address of the
 * ballot's account is not confirmed.
 */
export type Rejection = "notFound" | "hasEnded" | "notOffered" | "confirmToVote";

/** Why a ballot with another answer does not replace the stored vote. */
type Conflict = "alreadyVoted" | "voteChangedMeanwhile" | "tooManyChanges" | Exclude<Rejection, "notOffered">;

/**
 * A ballot's invitation; null if the survey's list doesn't have it. `hasEnded`: its person was struck from the list, or
 * has deleted the account. `castBy`: whose vote was cast with it; null before a vote. On secret surveys a vote is the
 * ballot's own if it has the ballot's ticket.
 */
export type FoundInvitation = { issue: number; hasEnded: boolean; castBy: "sender" | "other" | null } | null;

/**
 * Whether the sender of a ballot cast the vote that is stored for its invitation: with the same account, or in the same
 * browser.
 */
export function castByOf(
  { userId, invitation }: Pick<Ballot, "userId" | "invitation">,
  vote: { user_id: string; ballot_hash: string | null } | null,
): "sender" | "other" | null {
  if (!vote) return null;
  const hasCookie = !invitation?.opened || invitation.opened.ballotHash === vote.ballot_hash;
  return vote.user_id === userId && hasCookie ? "sender" : "other";
}

/**
 * The hash of the cookie that a ballot came with, which is stored with its vote; null for an account. By open link it
 * is the voter.
 */
export const ballotHashOf = ({ userId, byLink, invitation }: Pick<Ballot, "userId" | "byLink" | "invitation">) =>
  byLink ? userId : (invitation?.opened?.ballotHash ?? null);

/** The id under which a ballot is marked on a secret survey. */
export const voterOf = ({ userId, invitation }: Pick<Ballot, "userId" | "invitation">): string =>
  invitation?.id ?? userId;

/**
 * Why a survey's electorate excludes a ballot; null if it doesn't. `is_invited`
 * (database/migrations/0028-former-codes.ts) is the same in SQL.
 *
 * A person who was struck from the list can't vote, but one who voted before keeps the vote and can change it:
 * otherwise striking would fix the answer. A link, a code and an address prove nothing about who sends them, because
 * the owner made the list: once a vote is stored, only its sender's account or ballot cookie can repeat or change it,
 * and every other ballot gets one error.
 *
 * Whether an invitation was used is told only to ballots that would count: one that is incomplete, or that names a vote
 * to replace, is refused alike with used and unused ones. Otherwise the maker of a code could ask without voting.
 * @param incomplete why the survey rejects the ballot with any invitation; null if it doesn't
 */
export function electorateRejection(
  { electorate, privacy }: { electorate: Electorate; privacy: Privacy },
  { invitation, byLink, replaces, ticketHash }: Pick<Ballot, "invitation" | "byLink" | "replaces" | "ticketHash">,
  { find, incomplete }: { find: () => FoundInvitation; incomplete: Rejection | null },
): ElectorateRejection | Rejection | "noTicket" | null {
  if (electorate === "link") return byLink ? null : "linkElectorate";
  if (byLink) return "notLinkElectorate";
  if (electorate === "everyone") return invitation ? "notInvited" : null;
  const found = invitation ? find() : null;
  if (!invitation || !found) return "notInvited";
  const { opened } = invitation;
  if (opened && opened.issue !== found.issue) return "invitationEnded";
  if (found.castBy === "sender") return null;
  if (incomplete) return incomplete;
  if (privacy === "secret" && ticketHash === undefined) return "noTicket";
  if (opened?.ballotHash === null) return "cookieRequired";
  if (found.hasEnded) return "notInvited";
  return found.castBy === "other" || (replaces !== undefined && privacy !== "secret") ? "invitationUsed" : null;
}

/**
 * The result of a ballot: stored now, stored earlier under `id`, or rejected (`nothingToReplace`: a change of a user
 * without a vote). `conflict` is null if the vote stored earlier has the same answer. `receipt` is from `receiptFor`.
 */
export type BallotResult =
  | { kind: "stored"; id: string; receipt: string | null }
  | { kind: "already"; id: string; choice: Answer; receipt: string | null; turn: number; conflict: Conflict | null }
  | SecretResult
  | {
      kind: "refused";
      because: Rejection | ElectorateRejection | "nothingToReplace" | "questionMoved" | SecretRejection;
    };

/**
 * The result of an attempt to store a ballot. `unhashed`: the hash of the survey's question is unknown, and the ballot
 * names one, or is the first vote, which fixes it.
 */
export type StoreResult = BallotResult | { kind: "unhashed" };

/**
 * The name by which a change refers to the vote that it replaces: its receipt, or its turn in surveys without receipts.
 */
export function referenceOf(vote: Pick<LatestVote, "n" | "hash" | "turn">, privacy: Privacy): string {
  return receiptFor(privacy, vote) ?? String(vote.turn);
}

/**
 * The result of a ballot that was not stored.
 * @param vote the user's current vote, null without one
 * @param survey whether votes on it can be changed, and why it rejects the ballot; null if it doesn't
 */
export function explainBallot(
  { choice, replaces }: Pick<Ballot, "choice" | "replaces">,
  vote: LatestVote | null,
  survey: { changeable: number; privacy: Privacy; rejection: Rejection | null },
): BallotResult {
  const { changeable, privacy, rejection } = survey;
  if (rejection === "notOffered") return { kind: "refused", because: rejection };
  if (!vote)
    return { kind: "refused", because: rejection ?? (replaces === undefined ? "notFound" : "nothingToReplace") };
  const { id, turn } = vote;
  const already = { kind: "already", id, choice: vote.choice, receipt: receiptFor(privacy, vote), turn } as const;
  if (choice === vote.choice) return { ...already, conflict: null };
  if (changeable === 0) return { ...already, conflict: "alreadyVoted" };
  const isCurrent = replaces === referenceOf(vote, privacy);
  return {
    ...already,
    conflict: rejection ?? (isCurrent && turn === CHANGES_MAX ? "tooManyChanges" : "voteChangedMeanwhile"),
  };
}
