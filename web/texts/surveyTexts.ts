import { formatCount, plural } from "@survey-app/contract/formatCount.ts";
import { NOTE_MAX, NOTES_MAX } from "@survey-app/contract/surveys.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of a survey: its page, its form, its tables. */

// Spec §8, to the letter.
export const added = (title: string) => `${title} is added to the surveysForm.`;
export const updated = (title: string) => `${title} is updated to the Survey.`;
export const feedbackSent = "Feedback Successfully";

// States.
export const waiting = "Awaiting review";
export const published = "Published";
export const unpublished = "Not published";
export const sentBack = "Sent back";
export const scheduledFor = (start: ReactNode) => rich`Scheduled for ${start}`;
export const isPublished = (title: string) => `${title} is published.`;
export const previewByAdmin =
  "This is a preview. Only the owner and the admins can see it. Voting opens when an admin publishes it.";
export const previewByStart =
  "This is a preview. Only the owner and the admins can see it. Voting opens when it starts.";
export const fullResult = "Full result and downloads";
export const votingEnded = "Voting has ended.";
export const votingEndedOn = (day: ReactNode) => rich`Voting ended on ${day}.`;
export const submittedForReview = "Submitted for review. We'll email you when it's published.";

// The page.
export const pageText = "Vote yes or no.";
/** @param site the host of this installation */
export const unreviewed = (site: string) => `Not reviewed by ${site}. Don't enter passwords here.`;
export const by = (name: ReactNode) => rich`By ${name}`;
export const byline = (name: ReactNode, start: ReactNode, timeLeft: string) =>
  rich`By ${name} · from ${start} · ${timeLeft}`;
export const bylineWithEnd = (name: ReactNode, start: ReactNode, end: ReactNode, timeLeft: string) =>
  rich`By ${name} · from ${start} to ${end} · ${timeLeft}`;
export const until = (end: ReactNode) => rich`· until ${end}`;
export const picture = "The survey's picture";
export const resultAndVote = "Result and vote";
export const notesOfOwner = "Notes from the owner";
export const askedBefore = (survey: ReactNode, day: ReactNode) => rich`Asked before: closed on ${day}. See ${survey}.`;
export const openEnd = "no end";
export const deadlineMoved = (day: ReactNode, from: ReactNode, to: ReactNode) =>
  rich`The deadline was moved on ${day}, from ${from} to ${to}.`;
export const noteAdded = (day: ReactNode) => rich`Added on ${day}`;

// The form.
export const category = "Category";
export const chooseCategory = "Choose a category";
export const description = "Description";
export const image = "Image";
export const startDate = "Start date";
export const deadline = "Deadline";
export const endTime = "Time it ends";
export const startTime = "Time it starts";
export const hideUntilStart = "Hide the survey until it starts";
export const hideUntilStartText = "If you clear this, people can see the survey and vote as soon as it is published.";
export const discardChanges = "Discard changes";
export const nothingChanged = "No changes were made.";
export const returnsToReview =
  "Saving a change takes this survey offline until an admin has reviewed it. You can change it freely until the first vote.";
export const outcomeUnknown =
  "We couldn't reach the server, so we don't know whether your survey was saved. Look at your surveys before you try again.";

// The form after the first vote.
export const frozen = "People have voted, so the question can't change";
export const frozenAtEnd = "This survey has ended, so it can't change any more";
/** What can still change: whether there can be another note, and whether the deadline can move. */
export const frozenText = (
  votes: number,
  { hasEnded, canNote, canMove }: Record<"hasEnded" | "canNote" | "canMove", boolean>,
) => {
  const can = [canNote && "add a note", canMove && "move the deadline to a later day"].filter((each) => each);
  return [`${plural(votes, "vote")}${hasEnded ? "" : " so far"}.`, can.length > 0 && `You can ${can.join(" and ")}.`]
    .filter((each) => each)
    .join(" ");
};
export const none = "none";
export const neverEnds = "none, voting never ends";
export const note = "Note";
export const noteWithDay = (day: ReactNode, text: ReactNode) => rich`${day}: ${text}`;
export const noteHint = (count: number) => {
  const have = count > 0 ? `; this one has ${count}` : "";
  return `Shown with its date below the description. You can't change it later. At most ${formatCount(NOTE_MAX)} characters. A survey can have ${NOTES_MAX} notes${have}.`;
};
export const notesFull = `This survey has ${NOTES_MAX} notes, the maximum.`;
export const laterDeadline = (timeZone: string, isNeeded: boolean) => {
  const without = isNeeded ? "You can't remove it, because the result appears then" : "Without a date it never ends";
  return `Must be later than now, in your time zone (${timeZone}). Without a time, voting ends with that day. ${without}.`;
};

// Tables and overviews.
export const columns = {
  title: "Title",
  status: "Status",
  votes: "Votes",
  change: "Change",
  category: "Category",
  dates: "Dates",
  state: "State",
  result: "Result",
  responses: "Responses",
  share: "Share",
  canChange: "Can change",
  update: "Update",
  more: "More",
} as const;
export const toEnd = (day: ReactNode) => rich`to ${day}`;
export const noEnd = "no end";
export const changeableLater = "Note, later deadline";
export const changeableAtEnd = "Note";
export const changeable = "Everything";
export const responsesName = (title: string) => `Responses: ${title}`;
export const updateName = (title: string) => `Update: ${title}`;
/** Shows the rest of a description. */
export const showMore = "more";
export const moreName = (title: string) => `More: ${title}`;
export const yourSurveys = "Your surveys";
export const yourResults = "Your survey results";
export const allSurveys = "All surveys";
export const responsesCaption = "Responses of all surveys";
export const noOwn = "You have no surveys yet";
export const noOwnText = "They will appear here. The first one takes a minute: write a question and choose who votes.";
export const searchSurveys = "Search surveys";
export const noneFound = "No surveys found";
export const noneFoundText = "Try another status or search term.";
export const ownerAndStart = (name: ReactNode, email: ReactNode, start: ReactNode) =>
  rich`${name} (${email}), from ${start}`;
export const nameAndDay = (name: ReactNode, day: ReactNode) => rich`${name}, ${day}`;
export const awaitingReview = (count: number) => `${plural(count, "survey")} awaiting review`;
export const reported = (count: number) => plural(count, "reported survey");
export const reports = (count: number) => plural(count, "report");
export const lookAtReports = "Review reports";
export const manageSurveys = "Manage surveys";
export const andMore = (count: number) => `and ${formatCount(count)} more`;
export const voteNext = "What to vote on next";
export const noneOpen = "No new survey is open";
export const votedAll = "You have voted on everything new";
export const votedAllText = "New surveys will appear here. Older ones may still be open for your vote.";
export const endingSoonest = "Ending soonest first";
