import {
  answersOf,
  type BallotSettings,
  type Electorate,
  type Privacy,
  type Results,
} from "@survey-app/contract/ballots.ts";
import { SPLIT_MIN } from "@survey-app/contract/ledger.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts with which surveyors choose how people vote, admins review that, and voting is closed. */

// The survey form.
export const title = "How people vote";
/** The presets, each with what it means for voters. */
export const presets = {
  open: { label: "Open vote", text: "Everyone sees names and live numbers." },
  secret: { label: "Secret ballot", text: "Nobody learns who voted what. The result appears when voting ends." },
  hands: { label: "Show of hands", text: "Anyone with the link votes at once, without an account. Not verified." },
} as const;
export const custom = "Your own settings";
export const customize = "Customize";
export const customizeText = "Result, privacy, changing votes, Not sure";
/** What a choice has set besides itself. */
export function alsoSet(
  field: keyof BallotSettings,
  { results, privacy, changeable, electorate }: BallotSettings,
): string {
  switch (field) {
    case "electorate":
      return `${voters[electorate]} can vote.`;
    case "results":
      return {
        live: "The result is live.",
        afterVote: "Each person sees the result after voting.",
        afterClose: "The result appears when voting ends.",
      }[results];
    case "privacy":
      return { named: "Votes are named.", confidential: "Votes are confidential.", secret: "Votes are secret." }[
        privacy
      ];
    default:
      return changeable ? "Votes can be changed." : "Votes are final.";
  }
}
export const endsOn = (day: string) => `Voting ends on ${day}: you can change that above.`;
export const whoVotes = "Who can vote?";
export const electorate = {
  everyone: {
    label: "Everyone with an account",
    text: "One vote for each account, of which one person can have several.",
  },
  invited: {
    label: "Only people on a list",
    text: "They vote without an account, by a link that we email or a code that you hand out. At the end, the result says whether the people who didn't vote could have changed it.",
  },
  link: {
    label: "Anyone with the link, without an account",
    text: "One vote for each browser. Nobody is verified: every result says so, and the survey is in no public list.",
  },
} as const satisfies Record<Electorate, { label: string; text: string }>;
export const listed = "Show it in public lists";
export const listedText =
  "Anyone who has its address can read it. With this, everyone also finds it. Only invited people can vote.";
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
export const whoKnows = "Who can find out how someone voted?";
export const privacy = {
  named: {
    label: "Named",
    text: "Everyone sees who voted what, and comments where people add one.",
  },
  confidential: {
    label: "Confidential: names and answers are kept apart",
    text: "They are never shown together, not even to you and the admins. Comments appear when voting ends, with names but without answers.",
  },
  secret: {
    label: "Secret: answers are never stored with a person",
    text: "We store that someone voted, and add one to Yes or No. There are no comments, and nobody can change their vote.",
  },
} as const satisfies Record<Privacy, { label: string; text: string }>;
const openElectorate =
  "In an open survey anybody can add accounts; only an invited list makes this number mean something.";
/** Below the choices, once votes are not public. */
export const fewVotes = (electorate: Electorate) =>
  `With fewer than ${SPLIT_MIN} votes no result is shown, and you can't close voting early.${electorate === "everyone" ? ` ${openElectorate}` : ""}`;
export const fewVotesOnClose = (electorate: Electorate) =>
  `With fewer than ${SPLIT_MIN} votes no result is shown.${electorate === "everyone" ? ` ${openElectorate}` : ""}`;
export const offerChange = "Let people change their vote until voting ends";
export const offerChangeText = "Each person counts once, with their last answer.";
export const changeWithLive =
  "People may follow the crowd and switch at the end. Earlier answers stay readable in the log.";
export const offerUnsure = "Offer “Not sure” as an answer";
export const offerUnsureText = "It is counted apart: percentages are of Yes and No.";
/** The settings in one line: the three that always matter, and those that are not the usual ones. */
export const summary = ({ results, privacy, changeable, unsure, electorate }: BallotSettings) =>
  [voters[electorate], summaries[results], answersOf(unsure), votes[privacy], changeable && changes]
    .filter((part) => part !== null && part !== false)
    .join(" · ");
export const fixed = "People rely on these settings, so they can't change once the survey is published.";

/** Who can vote, in a few words. */
export const voters = {
  everyone: electorate.everyone.label,
  invited: "Invited people only",
  link: "Anyone with the link",
} as const satisfies Record<Electorate, string>;
const summaries = {
  live: "Live result",
  afterVote: "Result after each person's vote",
  afterClose: "Result when voting ends",
} as const;

const votes = { named: null, confidential: "Confidential votes", secret: "Secret votes" } as const;
const changes = "Votes can be changed";

// The review of a survey.
export const electorateField = "Who can vote";
export const resultField = "Result";
export const answersField = "Answers";
export const privacyField = "Who sees who voted what";
export const changeField = "Votes can be changed";
export const yesOrNo = (is: boolean) => (is ? "Yes, until voting ends" : "No");

// Closing.
export const close = "Close voting";
export const closeName = (survey: string) => `Close voting: ${survey}`;
export const closeTitle = "Close voting now?";
export const closeText = (survey: string) =>
  `“${survey}” takes no more votes, and everyone sees the final result. Voting can't be opened again.`;
export const closeTextPlanned = (survey: string, end: ReactNode) =>
  rich`${closeText(survey)} The survey's page will say that it was closed early, and planned until ${end}.`;
export const closeDone = (survey: string) => `Voting on ${survey} is closed.`;
