import type { BallotSettings, Privacy, Results } from "@survey-app/contract/ballots.ts";
import { SPLIT_MIN } from "@survey-app/contract/ledger.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of how people vote on a survey: its settings, what is hidden at first, and closing it. */

// The survey form.
export const title = "How people vote";
export const whenResults = "When can people see the result?";
export const results = {
  live: { label: "While people vote", text: "Everyone watches the votes come in." },
  afterVote: {
    label: "Each person after their own vote",
    text: "The answers of others don't influence anyone. When voting ends, everyone sees the result.",
  },
  afterClose: {
    label: "Everyone when voting ends",
    text: "Until then, everyone sees only how many people have voted. That includes you and the admins.",
  },
} as const satisfies Record<Results, { label: string; text: string }>;
export const needsDeadline = "Set a deadline first: the result appears when voting ends.";
export const whoKnows = "Who can find out how someone voted?";
export const privacy = {
  named: {
    label: "Everyone",
    text: "Votes are shown with names, and with comments where people add one.",
  },
  confidential: {
    label: "Nobody on this site",
    text: "Names and answers are never shown together, not even to you and the admins. Comments appear when voting ends, with names but without answers.",
  },
  secret: {
    label: "Nobody: answers are not stored",
    text: "We store that someone voted, and add one to Yes or No. There are no comments, and nobody can change their vote.",
  },
} as const satisfies Record<Privacy, { label: string; text: string }>;
/** Below the choices, once votes are not public. */
export const fewVotes = `With fewer than ${SPLIT_MIN} votes no result is shown, and you can't close voting early. In an open survey anybody can add accounts; only an invited list makes this number mean something.`;
export const fewVotesOnClose = `With fewer than ${SPLIT_MIN} votes no result is shown. In an open survey anybody can add accounts; only an invited list makes this number mean something.`;
export const offerChange = "Let people change their vote until voting ends";
export const offerChangeText = "Each person counts once, with their last answer.";
export const changeWithLive =
  "People may follow the crowd and switch at the end. Earlier answers stay readable in the ledger.";
export const offerUnsure = "Offer “Not sure” as an answer";
export const offerUnsureText = "It is counted apart: percentages are of Yes and No.";
export const answers = (unsure: boolean) => (unsure ? "Yes, No or Not sure" : "Yes or No");
/** The settings in one line: the two that always matter, and those that are not the usual ones. */
export const summary = ({ results, privacy, changeable, unsure }: BallotSettings) =>
  [summaries[results], answers(unsure), votes[privacy], changeable && changes]
    .filter((part) => part !== null && part !== false)
    .join(" · ");
export const preview = "This is what voters will read";
export const fixed = "People rely on these settings, so they can't change after the survey was published.";

const summaries = {
  live: "Live result",
  afterVote: "Result after each person's vote",
  afterClose: "Result when voting ends",
} as const;

const votes = { named: null, confidential: "Confidential votes", secret: "Secret votes" } as const;
const changes = "Votes can be changed";

// The review of a survey.
export const resultField = "Result";
export const answersField = "Answers";
export const privacyField = "Who sees who voted what";
export const changeField = "Votes can be changed";
export const yesOrNo = (is: boolean) => (is ? "Yes, until voting ends" : "No");

// Above the vote form: the settings that are not the usual ones.
export const unsureRule = "You can also answer “Not sure”.";
export const changeRule = "You can change your vote until voting ends.";
export const privacyRules = {
  named: null,
  confidential: "Nobody sees how you voted, not even the owner and the admins.",
  secret: "Your answer is added to a sum and never stored by itself.",
} as const satisfies Record<Privacy, string | null>;
export const whatIsThis = "What does this mean?";
export const rulesTitle = "How this survey works";
export const explained = {
  live: null,
  afterVote: {
    heading: "You see the result after you vote",
    text: "Before that, you see only how many people have voted, so that the answers of others don't influence yours. When voting ends, everyone sees the result.",
  },
  afterClose: {
    heading: "Everyone sees the result when voting ends",
    text: "Until then, everyone sees only how many people have voted. That includes the survey's owner and the admins. Then the result appears for everyone at once.",
  },
} as const satisfies Record<Results, { heading: string; text: string } | null>;
export const privacyExplained = {
  named: null,
  confidential: {
    heading: "Your vote is confidential",
    text: "Nobody sees who voted what on this site, its owner and admins included. It is stored with your account, so whoever runs the server could look it up.",
    limits: null,
  },
  secret: {
    heading: "Your vote is secret",
    text: "We store that you voted, and add one to Yes or No. Your answer by itself is never stored.",
    limits: {
      heading: "What this can't do",
      text: "Whoever runs this server or its database could watch votes arrive, compare two copies or backups, read the database's own log or replicas, or change the program. In a small or unanimous group the result itself tells.",
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
  text: "Until voting ends, you can change your answer up to ten times. Only your last answer counts. You can't withdraw your vote.",
} as const;
export const unsureExplained = {
  heading: "“Not sure” is an answer, too",
  text: "It counts as taking part, and is shown beside the result. Percentages are of the people who answered Yes or No.",
} as const;
export const rulesFixed = "These rules were set before the survey was published. They can't change any more.";

// While the result is hidden.
export const opensSoon = "in a moment";
export const opensAfterVote = "after you vote";
export const opensOn = (day: string, time: string) => `together with the result, on ${day} at ${time}`;
export const hiddenVotes = (when: string) => `The votes of others appear ${when}.`;
export const hiddenNamedComments = (when: string) => `The comments of others appear ${when}, without their votes.`;
export const fewComments = "The comments of others are not shown, because too few people voted.";
export const hiddenComments = (when: string) => `The comments of others appear ${when}.`;
export const hiddenResponses = (when: string) =>
  when === opensAfterVote ? hiddenVotes(when) : "You'll see the result when everyone does.";
export const voteIsIn = "Your vote is in:";

// In place of the votes of a survey on which they are not public.
export const privateVotes = {
  confidential: "Votes on this survey are confidential. Nobody sees who voted what, its owner and admins included.",
  secret: "Votes on this survey are secret. Answers were never stored with names.",
} as const;

// Closing.
export const close = "Close voting";
export const closeName = (survey: string) => `Close voting: ${survey}`;
export const closeTitle = "Close voting now?";
export const closeText = (survey: string) =>
  `“${survey}” takes no more votes, and everyone sees the final result. Voting can't be opened again.`;
export const closeTextPlanned = (survey: string, end: ReactNode) =>
  rich`${closeText(survey)} The survey's page will say that it was closed early, and planned until ${end}.`;
export const closeDone = (survey: string) => `Voting on ${survey} is closed.`;
export const closed = {
  owner: (day: ReactNode) => rich`Closed by its owner on ${day}.`,
  admin: (day: ReactNode) => rich`Closed by an admin on ${day}.`,
} as const;
export const closedEarly = {
  owner: (day: ReactNode, planned: ReactNode) => rich`Closed early by its owner on ${day}; planned until ${planned}.`,
  admin: (day: ReactNode, planned: ReactNode) => rich`Closed early by an admin on ${day}; planned until ${planned}.`,
} as const;
