import type { BallotSettings, Electorate, Privacy } from "@survey-app/contract/ballots.ts";

/** The texts on a survey's page about how people vote on it: below the answers, while the result is hidden, and at the end. */

export const whatIsThis = "How it works";
/** The facts of the line below the answers: what others learn of a vote, when there is a result, and whether a vote is final. */
export const facts = {
  privacy: { named: "Open vote", confidential: "Confidential vote", secret: "Secret ballot" },
  byLink: "Show of hands, not verified",
  live: "live result",
  afterVote: "result after you vote",
  resultOn: (day: string) => `result on ${day}`,
  atTheEnd: "result when voting ends",
  changeable: "you can change it",
  final: "final",
} as const;
export const factLine = (said: readonly string[]) => said.join(" · ");

// While the result is hidden.
export const opensSoon = "in a moment";
export const opensAfterVote = {
  everyone: "after you vote",
  invited: "when voting ends, and to people on the owner's list after they vote",
  link: "after you vote",
} as const satisfies Record<Electorate, string>;
export const opensOn = (day: string, time: string) => `together with the result, on ${day} at ${time}`;
export const hiddenVotes = (when: string) => `The votes of others appear ${when}.`;
export const hiddenNamedComments = (when: string) => `The comments of others appear ${when}, without their votes.`;
export const fewComments = "The comments of others are not shown, because too few people voted.";
export const hiddenComments = (when: string) => `The comments of others appear ${when}.`;
export const hiddenResponses = (when: string, isAfterVote: boolean) =>
  isAfterVote ? hiddenVotes(when) : "You'll see the result when everyone does.";
export const voteIsIn = "Your vote is in:";

// In place of the votes of a survey on which they are not public.
const privateVotesOf = {
  named: "Votes by open link have no names. The host sees them arrive one by one.",
  confidential: "Votes on this survey are confidential. Nobody sees who voted what, its owner and admins included.",
  secret: "Votes on this survey are secret. Answers are never stored with a person.",
} as const satisfies Record<Privacy, string>;
export const privateVotes = ({ privacy }: Pick<BallotSettings, "privacy">) => privateVotesOf[privacy];
