import { plural } from "@survey-app/contract/formatCount.ts";
import { LINK_LIMITS } from "@survey-app/contract/linkVotes.ts";

/** The texts for the host of a survey by open link, and for the people in the room. */

/** Without the page of the presentation. */
export const openPages = (count: number) => `${plural(count, "open page")}`;
export const refused = (count: number) =>
  `${plural(count, "vote was", "votes were")} refused: too many from one network. These people can try again.`;
export const inOneRoom = "We're all in one room";
export const inOneRoomText = `For ${LINK_LIMITS.roomMinutes} minutes one network can send ${LINK_LIMITS.roomMax.toLocaleString("en")} votes.`;

// The next question.
export const nextQuestion = "Next question";
export const nextText = "Pages that are open in the room go to the question that you choose.";
export const noNext = "You have no other show of hands that is open. Ask one first, then come back here.";
export const open = (title: string) => `Open: ${title}`;
export const hasMoved = "The room has gone on.";
export const next = "Next question";
export const previous = "Previous question";

// The summary.
export const summary = "Summary";
export const summaryTitle = "All questions of this room";
export const download = "Download as CSV";
