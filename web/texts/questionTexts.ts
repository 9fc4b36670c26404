import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The hints about a question while it is written. They never block it. */
export const label = "Question check";
export const idle = "Tips for a clear question appear here while you write.";
export const fine = "No tips for this question.";
/** By flaw, most serious first. */
export const flaws = {
  twoQuestions: "This may be two questions in one. Ask one thing, so that a yes or a no has one meaning.",
  leading: "This wording suggests an answer. Ask neutrally, for example “Should we …?” or “Do you …?”",
  negation: "A “not” makes it unclear what a yes means. Ask it the positive way.",
  absolute: "Words like “always” or “all” are easy to reject. Say how often, or how many, you mean.",
  tooLong: "This has more than 25 words. Shorten it, and put details into the description.",
  noQuestionMark: "End with a question mark, so that people see that it’s a question.",
} as const;
export const similar = (survey: ReactNode) => rich`An open survey asks nearly the same: ${survey}`;
export const newTab = "(opens in a new tab)";
export const dismiss = "Dismiss this tip";
export const more = (count: number) => `(${count} more)`;
