import type { ReportOutcome } from "@survey-app/contract/votes.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of the surveys that the current user voted on, reported or commented on. */
export const didNotVote = "You didn't vote";
export const latest = "Your latest votes";
export const noLatest = "Your votes will appear here.";
export const columns = {
  title: "Title",
  vote: "Your vote",
  deadline: "Deadline",
  yes: "Yes",
  no: "No",
  unsure: "Not sure",
  total: "Total",
  view: "View",
} as const;
export const noEnd = "no end";
export const closedEarly = (day: ReactNode) => rich`closed ${day}`;
export const planned = (day: ReactNode) => rich`planned ${day}`;
export const viewName = (title: string) => `View: ${title}`;
export const caption = "Surveys that you took part in";
export const none = "You have not voted yet";
export const noneText = "Surveys you vote on will appear here with their results.";
export const allSurveys = "All surveys";
export const withDate = (what: string, day: string) => `${what}, ${day}`;
/** How the user's report was settled. */
export const outcomeOf = (outcome: ReportOutcome | null) => {
  if (outcome === null) return "An admin has not decided yet.";
  return outcome === "upheld" ? "An admin agreed with your report." : "An admin found nothing inappropriate.";
};
export const reported = {
  written: "Your report",
  none: "You haven't reported any surveys",
  noneText: "If a survey is inappropriate, report it on its page. Your reports will appear here.",
} as const;
export const commented = {
  written: "Your comment",
  none: "You haven't commented yet",
  noneText: "PRO members can comment on their votes. Your comments will appear here.",
} as const;
