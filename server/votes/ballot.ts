import type { Electorate, Privacy } from "@survey-app/contract/ballots.ts";
import { type Answer, CHANGES_MAX, receiptFor } from "@survey-app/contract/ledger.ts";
import type { SecretRejection, SecretResult } from "./secretBallot.ts";

/** A vote that is to be stored. `comment` and `report` are "" when there is none. */
export interface Ballot {
  id: string;
  surveyId: string;
  /** The account; without one, the invitation. */
  userId: string;
  /**
   * The invitation of a survey for invited people. `issue` is that of the link or code that was opened; null if the invitation
   * was found by the address of the account.
   */
  invitation?: { id: string; issue: number | null } | undefined;
  choice: Answer;
  comment: string;
  report: string;
  /** For a change: what `referenceOf` returns for the vote that it replaces. */
  replaces?: string | undefined;
  /** The hash of the ticket (`hashOfTicket`), which a secret survey requires; undefined without one. */
  ticketHash?: string | undefined;
}

/** A user's latest vote on a survey, as it is stored. */
export interface LatestVote {
  id: string;
  choice: Answer;
  n: number;
  hash: string;
  /** How often it was changed. */
  turn: number;
}

/**
 * Why a survey rejects a ballot. `notOffered`: it has no such answer. `notInvited`: it is for invited people, and the ballot
 * has no invitation to it, or one that was struck. `invitationEnded`: the link or code was replaced since it was opened.
 */
export type Rejection = "notFound" | "hasEnded" | "notOffered" | "notInvited" | "invitationEnded";

/** Why a ballot with another answer does not replace the stored vote. */
type Conflict = "alreadyVoted" | "voteChangedMeanwhile" | "tooManyChanges" | "hasEnded" | "notFound";

/** A ballot's invitation, and whether it has voted; null if the survey's list doesn't have it. */
export type FoundInvitation = { issue: number; isStruck: boolean; hasVoted: boolean } | null;

/** The id under which a ballot is marked on a secret survey. */
export const voterOf = ({ userId, invitation }: Pick<Ballot, "userId" | "invitation">): string =>
  invitation?.id ?? userId;

/**
 * Why a survey's electorate excludes a ballot; null if it doesn't. A person who was struck from the list can't vote, but one who
 * voted before keeps the vote and can change it: otherwise striking would fix the answer. `is_invited`
 * (database/migrations/0001-baseline) is the same in SQL.
 */
export function electorateRejection(
  electorate: Electorate,
  { invitation }: Pick<Ballot, "invitation">,
  find: () => FoundInvitation,
): "notInvited" | "invitationEnded" | null {
  if (electorate === "everyone") return invitation ? "notInvited" : null;
  const found = invitation ? find() : null;
  if (!invitation || !found) return "notInvited";
  if (invitation.issue !== null && invitation.issue !== found.issue) return "invitationEnded";
  return found.isStruck && !found.hasVoted ? "notInvited" : null;
}

/** Whether the electorate excludes a ballot. Its sender then learns nothing about a stored vote. */
export function isElectorateRejection(rejection: Rejection | null): rejection is "notInvited" | "invitationEnded" {
  return rejection === "notInvited" || rejection === "invitationEnded";
}

/**
 * The result of a ballot: stored now, stored earlier under `id`, or rejected (`nothingToReplace`: a change of a user without
 * a vote). `conflict` is null if the vote stored earlier has the same answer. `receipt` is from `receiptFor`.
 */
export type BallotResult =
  | { kind: "stored"; id: string; receipt: string | null }
  | { kind: "already"; id: string; choice: Answer; receipt: string | null; turn: number; conflict: Conflict | null }
  | SecretResult
  | { kind: "refused"; because: Rejection | "nothingToReplace" | SecretRejection };

/** What a change must name as the vote that it replaces: its receipt, or its turn in surveys without receipts. */
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
  if (rejection === "notOffered" || isElectorateRejection(rejection)) return { kind: "refused", because: rejection };
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
