import type { BallotSettings } from "@survey-app/contract/ballots.ts";
import { shortDay, timeOfDay } from "@survey-app/contract/time.ts";

/** What emails say about a survey, as it is when they are sent: an email can wait for days. */
export interface AboutSurvey extends Pick<BallotSettings, "results" | "privacy" | "changeable" | "unsure"> {
  title: string;
  /** Empty where it must not be quoted. */
  description: string;
  /** Null where it must not be quoted, or does not look like a name. */
  ownerName: string | null;
  /** Whether the owner is a surveyor or an admin now. */
  isOwnerActive: boolean;
  /** What the owner decided; null before that, and where it must not be quoted. */
  outcome: string | null;
  /** In milliseconds since 1970; null without a deadline. */
  endsAt: number | null;
  hasEnded: boolean;
  /** How many people on its list can vote; null if everyone can. */
  people: number | null;
  /** The reader's name on its list; empty without one. */
  nameOnList: string;
}

/** A day and a time in UTC, because nothing is known about the reader's time zone. @param at milliseconds since 1970 */
export const dayAndTime = (at: number): [day: string, time: string] => [shortDay(at, "UTC"), timeOfDay(at, "UTC")];
