import type { ReportOutcome } from "@survey-app/contract/votes.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of the dialog in which an admin decides about surveys and about the people who ask to become surveyors. */

export const title = {
  publish: "Publish this survey?",
  accept: "Accept this person and publish the survey?",
  unpublish: "Unpublish this survey?",
} as const;
export const publish = "publish";
export const accept = "Accept and publish";
export const unpublish = "unpublish";
export const sendBack = "Send back";
export const sentBack = "Sent back with your feedback.";
export const accepted = (name: string, title: string) => `${name} is an surveyor Now! ${title} is published.`;
export const whyUnpublish = "Tell the owner why: feedback is required.";
export const whySendBack = "Tell the owner what to change: feedback is required.";
export const previous = "Previous";
export const next = "Next";
export const position = (at: number, count: number) => `${at} of ${count}`;
export const fields = {
  category: "Category",
  owner: "Asked by",
  start: "Start",
  visible: "Visible",
  fromStart: "from its start",
  atOnce: "immediately",
  end: "Deadline",
  noEnd: "none, voting never ends",
  noDescription: "Without a description.",
} as const;
export const person = "Who asks";
export const firstQuestion = (name: ReactNode) =>
  rich`This is the first question of ${name}. Accepting it makes this account a surveyor.`;
export const confirmed = "email address confirmed";
export const unconfirmed = "email address not confirmed";
export const request = "first question";
/** What publishing or unpublishing does, before it is confirmed. */
export const willBeSeen = (title: ReactNode, owner: ReactNode) =>
  rich`Everyone will be able to see ${title} by ${owner} and vote on it.`;
export const willBeSeenFromStart = (title: ReactNode, owner: ReactNode) =>
  rich`From its start, everyone will be able to see ${title} by ${owner} and vote on it.`;
export const willBeSeenByLink = (title: ReactNode, owner: ReactNode) =>
  rich`Everyone who has its link will be able to see ${title} by ${owner}. Only invited people can vote.`;
export const willBeSeenByLinkFromStart = (title: ReactNode, owner: ReactNode) =>
  rich`From its start, everyone who has its link will be able to see ${title} by ${owner}. Only invited people can vote.`;
export const willBeHidden = (title: ReactNode, owner: ReactNode) =>
  rich`Only the owner and the admins will be able to see ${title} by ${owner}.`;
export const showNewVersion = "Show the new version";
export const feedback = "Feedback to the owner";
export const asker = (email: ReactNode, confirmation: string, since: ReactNode) =>
  rich`${email} (${confirmation}) · account since ${since}`;

// Unpublishing, and what came of it.
export const responded = "Owner responded";
export const reason = "Reason";
export const chooseReason = "Choose a reason";
export const reasonHint = "Everyone can read it in place of the survey.";
export const keep = "Keep unpublished";
export const kept = "The survey stays unpublished. Its owner gets your feedback.";
export const whyKeep = "Tell the owner why: feedback is required.";
/** Names of how a report was settled. */
export const outcomes: Record<ReportOutcome, string> = { upheld: "Agreed with", dismissed: "No problem" };
