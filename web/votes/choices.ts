import { NO, YES } from "@survey-app/contract/votes.ts";
import * as uiTexts from "../texts/uiTexts.ts";

/** The two answers as radio cards. Forms hold the choice as text. */
export const choices = [
  { value: String(YES), label: uiTexts.yes, icon: "check", tone: "yes" },
  { value: String(NO), label: uiTexts.no, icon: "cross", tone: "no" },
] as const;

export function wordOf(vote: 0 | 1): string {
  return vote === YES ? uiTexts.yes : uiTexts.no;
}
