import { plural } from "@survey-app/contract/formatCount.ts";
import { formatVotes } from "@survey-app/contract/resultText.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of survey cards and their grids. The home page loads them. */
export const details = "Details";
export const detailsOf = (title: string) => `Details: ${title}`;
export const votesAndTime = (votes: number, timeLeft: string) => `${formatVotes(votes)} · ${timeLeft}`;
export const noDeadline = "no deadline";
export const ended = "ended";
export const endsIn = (count: number, unit: string) => `ends in ${plural(count, unit)}`;
export const vote = "Vote";
export const youVoted = (vote: ReactNode) => rich`You voted ${vote}`;
export const youVotedSecretly = "You voted";
export const loadingSurveys = "Loading surveys";
export const allSurveys = "All surveys";
/** The headings of the home page's grids end with the number of surveys (spec §2); without it while they load. */
export const votedHeading = (count?: number) => (count === undefined ? "voted surveys" : `voted surveys of ${count}`);
export const votedText = "The surveys with the most votes.";
export const recentHeading = (count?: number) =>
  count === undefined ? "recently surveys" : `recently surveys of ${count}`;
export const recentText = "The newest questions.";
export const none = "No surveys yet";
export const noneText = "Ask the first question. It appears here when it's published.";
/** To readers who can't ask. */
export const noneFromSurveyors = "Published surveys will appear here. On this site, surveyors ask the questions.";
export const noneRecent = "New questions will appear here.";

// The switch of the live results.
export const live = {
  // Without the action, which would move as soon as the page is live.
  connecting: { word: "Connecting", action: null },
  live: { word: "Live", action: "Pause" },
  polling: { word: "Updating every few seconds", action: "Pause" },
  lost: { word: "Reconnecting", action: "Pause" },
  paused: { word: "Paused", action: "Resume" },
} as const;
export const liveAction = (action: string) => `· ${action}`;
