import type { AskingPolicies } from "@survey-app/contract/askingPolicies.ts";
import { plural } from "@survey-app/contract/formatCount.ts";
import * as frameTexts from "./frameTexts.ts";

/** The texts of asking a question: the links that lead to the form, the form, and what happens to the question. */

export const action = frameTexts.ask;
export const text = "Write one yes/no question, and share it when it's published.";
export const intro = {
  visitor: "Write your question first. You create an account or sign in after that, and nothing you typed is lost.",
  request: "An admin reviews your first question. Once it's published, you are a surveyor and can ask more.",
  reviewed: "An admin reviews your question before it is published.",
  listed:
    "An admin reviews questions for everyone before they are published. Questions for people on a list, and shows of hands, are published at once.",
  immediate: "Your question is published immediately.",
  unlisted:
    "Questions for people on a list, and shows of hands, are published at once. For other questions you become a surveyor: an admin reviews the first one.",
  onlyUnlisted:
    "You can ask the people on a list, or a show of hands, and the question is published at once. Questions to everyone are for surveyors: an admin decides who becomes one.",
} as const;
export const closed = {
  title: "Only surveyors can ask questions here",
  text: "An admin decides who becomes a surveyor. You can vote on all surveys.",
  action: "All surveys",
} as const;
export const title = { label: "Your question (title)", hint: "One question that people can answer with yes or no." };
export const description = {
  hint: "Say what Yes and No mean, and what people should know before they vote.",
} as const;
export const end = {
  legend: "When does voting end?",
  choices: { day: "1 day", week: "1 week", date: "On a date", none: "No end" },
  never: "You can close voting at any time.",
  needed: "Choose an end: the result appears when voting ends.",
  on: (day: string, timeZone: string) => `Voting ends on ${day}, at the end of the day (${timeZone}).`,
} as const;
export const later = { summary: "Start later", text: "Schedule the survey" };
export const people = {
  label: "Who can vote?",
  hint: "Paste names or email addresses, one person per line, or do it later.",
  count: (people: number) => `${plural(people, "person", "people")} on the list`,
} as const;
/** In place of the picture, of people whose pictures nobody has looked at. */
export const drawingOnly =
  "Until an admin has reviewed the survey, it shows the drawing for its category, its page says so, and we send no emails about it.";
export const picture = { summary: "Picture", text: "A drawing for the category", change: "Change picture" };
export const start = {
  label: "Start date",
  hint: (timeZone: string) =>
    `Choose a later date to schedule the survey. Your time zone is ${timeZone}. Without a time, it starts with that day.`,
} as const;
export const deadlineHint = (timeZone: string) =>
  `Your time zone is ${timeZone}. Without a time, voting ends with that day; without a date it never ends.`;
export const submit = { visitor: "Continue", review: "Submit for review", publish: "Publish", update: "Update survey" };
export const kept = "Saved on this device until you submit it.";
/** To a person who wrote the question before signing in. */
export const signedIn = (name: string) => `You're signed in as ${name}. Check your question, then submit it.`;
export const uploading = "Uploading the picture …";
export const preview = {
  title: "Check your question",
  note: "This is how people will see it. The buttons in it do nothing yet.",
  back: "Change it",
} as const;
export const unconfirmed = {
  text: "Confirm your email address first: use the link we sent you, then submit your question here.",
  action: "Send the link again",
} as const;
export const request = {
  waiting: {
    title: "Submitted for review",
    byEmail: "We'll email you when it's published. Until then you can still change it.",
    unconfirmed:
      "An admin will review it soon, and this page will show the decision. Confirm your email address with the link we sent you, and we'll email you too. Until the decision you can still change your question.",
    here: "An admin will review it soon, and this page will show the decision. Until then you can still change it.",
  },
  sentBack: {
    title: "Your question needs a change",
    text: "An admin read it and sent it back. Change it below and submit it again.",
  },
  noteOf: "What the admin wrote",
  change: "Change my question",
  keep: "Back without a change",
  resubmitted: "Submitted for review again.",
  mark: { waiting: "Your question awaits review", sentBack: "Your question needs a change" },
  look: "View",
  withdraw: "Withdraw",
  withdrawal: {
    title: "Withdraw your question?",
    text: (title: string) => `“${title}” is deleted for good. You can ask another question after that.`,
    done: "Your question is withdrawn.",
  },
  otherDraft: "The question you wrote just now is saved on this device. You can submit it once this one is decided.",
} as const;
export const sent = {
  published: "The survey is published. Share it so that people vote.",
  canStart: "People can vote now, without an account. Start shows the question with its QR code.",
  see: "See the survey",
  own: "Your surveys",
  changeMore: "Change more",
  another: "Ask another question",
} as const;
export const copy = "Duplicate";
export const copied = "This is a copy. The original stays as it is.";
export const deletion = {
  action: "Delete",
  title: "Delete this survey?",
  text: (title: string) => `“${title}” is deleted for good. It has no votes, so no vote is lost.`,
  done: (title: string) => `${title} is deleted.`,
} as const;

/** What happens to a question after it is submitted, by the role and the installation's settings. */
export function introOf(
  phase: "visitor" | "asker" | "surveyor",
  { surveyors, surveyReview }: AskingPolicies,
  { opensUnlisted, onlyUnlisted }: { opensUnlisted: boolean; onlyUnlisted: boolean },
): string {
  if (phase === "visitor") return intro.visitor;
  if (phase === "asker" && opensUnlisted) {
    if (surveyReview === "all") return intro.reviewed;
    return surveyors === "admins" || onlyUnlisted ? intro.onlyUnlisted : intro.unlisted;
  }
  if (phase === "asker" && surveyors === "request") return intro.request;
  if (surveyReview === "off") return intro.immediate;
  return surveyReview === "all" || surveyors === "everyone" ? intro.reviewed : intro.listed;
}
