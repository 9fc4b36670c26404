import { formatCount, plural } from "@survey-app/contract/formatCount.ts";
import { SPLIT_MIN } from "@survey-app/contract/ledger.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of the owner's page of a survey. */

export const name = "Your survey";
export const manage = "Manage";
export const manageName = (survey: string) => `Manage: ${survey}`;
export const sections = { result: "Result", people: "People", share: "Share", settings: "Settings" } as const;
export const titleOf = (section: keyof typeof sections, survey: string) => `${sections[section]}: ${survey}`;
export const responses = "Responses";
export const fullResult = "Full result";
export const survey = "See the survey";

// What comes next.
export const next = "Next step";
export const waiting = "Waiting for review";
export const waitingByEmail = "We'll email you when an admin has decided.";
export const waitingHere = "The decision will appear here.";
export const sentBack = "An admin sent this survey back.";
export const edit = "Edit and submit again";
export const addPeople = "Add the people who can vote";
export const nobodyYet = "0 people are on your list, so nobody can vote yet.";
export const nobodyWhileWaiting = "Waiting for review. Meanwhile, add the people who can vote.";
export const startsLater = (start: ReactNode) => rich`Published. Voting starts on ${start}.`;
export const sendLinks = (links: number) => `Send ${plural(links, "link")}`;
export const withoutLink = (people: number) => `${plural(people, "person has", "people have")} no link yet.`;
export const onTheWay = (links: number) => `${plural(links, "link is", "links are")} on the way.`;
export const remind = (people: number | null) =>
  people === null ? "Send a reminder" : `Remind ${formatCount(people)}`;
export const votedOf = (voted: number, listed: number) => `${formatCount(voted)} of ${formatCount(listed)} voted.`;
export const voted = (people: number) =>
  people === 0 ? "Nobody has voted yet." : `${plural(people, "person has", "people have")} voted.`;
export const everyoneVoted = "Everyone on your list has voted.";
export const closeNow = "Close now";
export const closeLater = `You can close voting early once ${SPLIT_MIN} people have voted.`;
export const share = "Share";
export const counting = "Voting has ended. The votes are being counted.";
export const ended = (participants: number) =>
  `Voting has ended: ${plural(participants, "person", "people")} voted. Tell them what you decided.`;
export const announce = "Announce the outcome";
export const announced = "Voting has ended, and the outcome is announced.";
export const shareResult = "Share the result";
export const nobodyVoted = "Voting has ended, and nobody voted.";
export const askAgain = "Ask again";
export const review = "Review";
export const ownerStopped = "The owner can't send the remaining links.";

// People.
export const everyone = "Everyone with an account can vote. This survey has no list.";
export const byLink = "Anyone with the link can vote, once in each browser. Nobody is verified.";
export const remindFollowers = (left: number) =>
  `People who follow this survey and have not voted can get ${plural(left, "more reminder")} by email.`;
export const onlyOwner = "Only the owner sees who is on the list.";

// Settings.
export const copyText = "Start a new survey with the same question and settings.";
export const removeText = "Delete it for good. This is possible as long as nobody has voted.";
export const unpublishText = "Hide it from everyone but its owner and the admins. The owner gets your feedback.";
export const allowCodesText = "Let the owner make codes for people without an email address.";
export const actions = "More";
