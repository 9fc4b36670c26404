import { NO, YES } from "@survey-app/contract/votes.ts";

/** The two answers as radio cards. Forms hold the choice as text. */
export const choices = [
  { value: String(YES), label: "Yes", icon: "check", tone: "yes" },
  { value: String(NO), label: "No", icon: "cross", tone: "no" },
] as const;

export function wordOf(vote: 0 | 1): "Yes" | "No" {
  return vote === YES ? "Yes" : "No";
}
