import type { Results } from "@survey-app/contract/ballots.ts";
import { SPLIT_MIN } from "@survey-app/contract/ledger.ts";

/** The texts of the dialog that explains to voters how people vote on a survey. */

export const title = "How this survey works";
export const yourVote = "Who learns how you vote";
export const invitedExplained = {
  heading: "Only invited people can vote",
  text: "The owner has a list of people, and each of them has one vote. Everyone can see how many they are, and whether people were added or removed after the opening. Codes are handed out by the owner, so we can't check who uses them.",
} as const;
export const byLinkExplained = {
  heading: "Anyone with the link can vote",
  text: "Each browser has one vote, without an account. We check nobody: one person can vote in several browsers, so the result says that it is not verified. Your browser finds its vote for 30 days after the end.",
} as const;
export const explained = {
  live: null,
  afterVote: {
    heading: "You see the result after you vote",
    text: "Before that, you see only how many people have voted, so that the answers of others don't influence yours. When voting ends, everyone sees the result.",
  },
  afterVoteOfInvited: {
    heading: "People on the list see the result after they vote",
    text: "Before that, they see only how many people have voted, so that the answers of others don't influence theirs. When voting ends, everyone sees the result.",
  },
  afterClose: {
    heading: "Everyone sees the result when voting ends",
    text: "Until then, everyone sees only how many people have voted. That includes the survey's owner and the admins. Then the result appears for everyone at once.",
  },
} as const satisfies Record<Results | "afterVoteOfInvited", { heading: string; text: string } | null>;
export const privacyExplained = {
  named: null,
  confidential: {
    heading: "Your vote is confidential",
    text: "Nobody sees who voted what on this site, its owner and admins included. It is stored with your account, so the people who run the server could look it up.",
    limits: null,
  },
  secret: {
    heading: "Your vote is secret",
    text: "We store that you voted, and add one to Yes or No. Your own answer is never stored.",
    limits: {
      heading: "What this can't do",
      text: "The people who run this server or its database could watch votes arrive, compare two copies or backups, read the database's own log or replicas, or change the program. In a small or unanimous group the result itself tells.",
    },
  },
} as const;
/** Where the result appears when voting ends: what else does, and when there is none. */
export const atTheEnd = {
  named: {
    heading: "What appears when voting ends",
    text: "The result, the votes with names, and the comments.",
  },
  confidential: {
    heading: "What appears when voting ends",
    text: `The result, and the comments with names but without votes. With fewer than ${SPLIT_MIN} votes neither of them, because they could reveal how someone voted.`,
  },
  secret: {
    heading: "What appears when voting ends",
    text: `The result. With fewer than ${SPLIT_MIN} votes only their number, because a result could reveal how someone voted.`,
  },
} as const;
export const changeExplained = {
  heading: "You can change your vote",
  text: "Until voting ends, you can change your answer up to ten times. Only your last answer counts. You can't withdraw your vote. If you vote by link or code, you can change it only in the same browser.",
} as const;
export const unsureExplained = {
  heading: "“Not sure” is an answer, too",
  text: "It counts as taking part, and is shown beside the result. Percentages are of the people who answered Yes or No.",
} as const;
export const rulesFixed = "These rules were set before the survey was published. They can't change any more.";
