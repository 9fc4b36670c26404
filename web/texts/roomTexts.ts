import { plural } from "@survey-app/contract/formatCount.ts";
import { LINK_LIMITS } from "@survey-app/contract/linkVotes.ts";

/** The texts for the host of a survey by open link. */

/** Without the page of the presentation. */
export const openPages = (count: number) => `${plural(count, "open page")}`;
export const refused = (count: number) =>
  `${plural(count, "vote was", "votes were")} refused: too many from one network. These people can try again.`;
export const inOneRoom = "We're all in one room";
export const inOneRoomText = `For ${LINK_LIMITS.roomMinutes} minutes one network can send ${LINK_LIMITS.roomMax.toLocaleString("en")} votes.`;
