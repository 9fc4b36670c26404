import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";

/**
 * Who sees a survey's results when: everyone while it runs; each person after their own vote; everyone at the end; or
 * everyone from the moment when its owner shows them, at the latest at the end.
 */
const results = z.enum(
  ["live", "afterVote", "afterClose", "shown"],
  "results must be live, afterVote, afterClose or shown",
);
export type Results = z.infer<typeof results>;

/**
 * Who can find out how someone voted: everyone; on the site, only the voter; or no one, because only sums are stored.
 */
const privacy = z.enum(["named", "confidential", "secret"], "privacy must be named, confidential or secret");
export type Privacy = z.infer<typeof privacy>;

/**
 * Who can vote: everyone with an account; the people on the owner's list (contract/invitations/invitations.ts); or
 * everyone with the link, without an account, once in each browser (contract/votes/linkVotes.ts).
 */
const electorate = z.enum(["everyone", "invited", "link"], "electorate must be everyone, invited or link");
export type Electorate = z.infer<typeof electorate>;

/** The settings of voting. They never change after the survey's first publication. */
export const ballotSettings = {
  results,
  privacy,
  /** Whether voters may change their vote until voting ends. */
  changeable: z.boolean("changeable must be true or false"),
  /** Whether "Not sure" is an answer besides yes and no. */
  unsure: z.boolean("unsure must be true or false"),
  electorate,
};

export type BallotSettings = z.infer<z.ZodMiniObject<typeof ballotSettings>>;

export const DEFAULT_SETTINGS = {
  results: "live",
  privacy: "named",
  changeable: false,
  unsure: false,
  electorate: "everyone",
} as const satisfies BallotSettings;

/** Why these settings can't be combined, and the field that shows the reason; null if they can. */
export function settingsConflict({
  results,
  privacy,
  changeable,
  electorate,
}: BallotSettings): { field: "results" | "privacy" | "changeable"; message: string } | null {
  // On a list, people could vote after they know the result. In a room, each vote is a show of hands.
  if (results === "shown" && electorate !== "link") return { field: "results", message: formErrors.ballot.shownByLink };
  if (electorate === "link" && privacy !== "named")
    return {
      field: "privacy",
      message: formErrors.ballot.openLink,
    };
  if (privacy !== "named" && results !== "afterClose")
    return {
      field: "privacy",
      message: formErrors.ballot.privacy,
    };
  if (changeable && privacy === "secret") return { field: "changeable", message: formErrors.ballot.secretChange };
  if (changeable && results === "afterVote")
    return {
      field: "changeable",
      message: formErrors.ballot.peeking,
    };
  if (changeable && results === "shown") return { field: "changeable", message: formErrors.ballot.shownChange };
  return null;
}

/**
 * Whether everyone who sees the result also sees the votes one by one, with the names of their voters. Only such
 * surveys have a table of votes, and facts about their voters' accounts. Votes by open link don't have names.
 */
export const namesVoters = ({ privacy, electorate }: Pick<BallotSettings, "privacy" | "electorate">): boolean =>
  privacy === "named" && electorate !== "link";

/** Whether voters can comment: not where the survey doesn't store who voted how. */
export const takesComments = ({ privacy, electorate }: Pick<BallotSettings, "privacy" | "electorate">): boolean =>
  privacy !== "secret" && electorate !== "link";

/**
 * Whether the earlier answers of changed votes stay sealed in the ledger for good. On such surveys the site must not
 * reveal who cast which row: with only two answers, it would also reveal the earlier answer of a changed vote.
 */
export function sealsEarlierAnswers({
  results,
  privacy,
  changeable,
}: Pick<BallotSettings, "results" | "privacy" | "changeable">): boolean {
  return privacy === "named" && changeable && results !== "live";
}
