import { plural } from "@survey-app/contract/formatCount.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of the vote form, and of what it turns into after the vote. */

export const legend = "Your vote";
/** Said before the vote, so that no one learns it afterwards. */
export const whoSeesByLink =
  "Your vote has no name. It is a show of hands: the host sees votes arrive one by one, and whoever watches you may guess yours.";
export const whoSees = "Everyone can see your name and your vote. The survey's owner also sees your email address.";
export const whoSeesLater =
  "When the result appears, everyone can see your name and your vote. The survey's owner also sees your email address.";
/** On surveys whose votes are confidential. */
export const onlyYouSee = "Only you can see how you voted.";
export const whoSeesSecret =
  "Only that you voted is stored with your account. Nobody can look up how you voted, not even you.";
/** Of people who vote with an invitation. */
export const whoSeesInvited = "Everyone can see whom you vote as, and your vote.";
export const whoSeesInvitedLater = "When the result appears, everyone can see whom you vote as, and your vote.";
export const whoSeesSecretInvited =
  "Only that you voted is stored. Nobody can look up how you voted, not even you or the survey's owner.";
export const votedAs = (who: ReactNode) => rich`You voted as ${who}.`;
export const mayChange = (changeable: boolean) =>
  changeable ? "You can change your vote until voting ends." : "You can't change your vote afterwards.";

// Changing a vote.
export const change = "Change your vote";
export const changeLegend = "Your new answer";
export const changeNow = (answer: string) => `Your vote is ${answer}. Only your last answer counts.`;
export const changeTo = (answer: string) => `Change to ${answer}`;
export const keep = (answer: string) => `Keep ${answer}`;
export const pickAnother = "Pick another answer, or keep the one you have.";
export const isChanged = "Your vote was changed:";
export const changeUnknown =
  "We couldn't reach the server, so we don't know whether your vote was changed. Try again: you still have one vote.";
export const changesLeft = (count: number) =>
  count === 0 ? "You can't change it any more." : `You can change it ${plural(count, "more time")} until voting ends.`;
export const marked = "changed";
export const addComment = "Add a comment";
export const commentHint = (max: string) => `Everyone can read it. At most ${max} characters.`;
export const commentHintWithoutVote = (max: string) =>
  `Everyone can read it when voting ends, with your name but without your vote. At most ${max} characters.`;
/** The button says what it does once an answer is picked. */
export const voteFor = (choice: string | undefined) => (choice === undefined ? "Vote" : `Vote ${choice}`);
export const signUpOrLogIn = "Sign up or log in to vote";
/** To a visitor who picked an answer. */
export const continueWith = (choice: string) => `Vote ${choice}: continue with`;
export const signUpWithEmail = "Sign up with email";
export const email = "Email";
export const logIn = "Log in";
export const youVoted = "You voted";
export const youVotedSecretly = "You voted.";
export const counted = "Your vote is counted.";
/** In the place of a secret vote's answer. */
export const secretVote = "Secret";
export const onVoterList = "You are on the list of people who voted. Your answer can't be looked up or changed.";
export const receipt = "Your receipt";
export const copyReceipt = "Copy your receipt";
export const checkReceipt = "Check that my vote is counted";
/** For readers whose vote is not known here: they may have a receipt. */
export const checkAnyReceipt = "Check that a vote is counted";
/** On surveys whose votes are not public. */
export const checkNumbers = "Check the result yourself";
export const receiptUse = "Use this code any time to check that your vote is still counted.";
export const ended = "ended";
export const noMoreVotes = "No more votes are taken.";

// Spec §2, §5 and §8, to the letter.
export const required = "vote is required";
export const voted = (title: string) => `${title} is your vote.`;
export const noVotesCollected = "vote not custing yet";

export const pressAgain = (choice: string | undefined) =>
  choice === undefined ? "Press again to vote" : `Press again to vote ${choice}`;
// Both in place of "Your vote", and on one line of a phone.
/** Of an address that named an answer: anyone can have made it. */
export const pickedElsewhere = (choice: string) => `You picked ${choice} elsewhere. Pick it here.`;
export const choiceKept = (choice: string) => `You picked ${choice}. Not cast yet.`;
export const commentIgnored = "Your comment wasn't saved: only pro members can comment.";
export const voteUnknown =
  "We couldn't reach the server, so we don't know whether your vote was counted. Try again: a vote is never counted twice.";
export const comment = "Comment";

// Lists of votes.
export const columns = {
  name: "Name",
  email: "Email",
  vote: "Vote",
  report: "Report",
  comments: "Comments",
  reportedText: "Reported text",
  comment: "Comment",
} as const;
export const you = "you";
export const noVotesAtEnd = "No votes";
export const noVotesAtEndText = "This survey ended before anyone voted.";
export const noVotes = "No votes yet";
export const willAppear = "Votes will appear here.";
export const beFirst = "Yours would be the first.";
export const allVotes = "All votes, newest first";
export const collected = "Responses, newest first";
export const seeSurvey = "See the survey";
export const showNew = (count: number) => `Show ${plural(count, "new vote")}`;
export const findVotes = "Find votes";
export const searchByName = "Beginning of a name";
export const whichVotes = "Which votes are shown";
export const orderOfVotes = "Order of the votes";
export const allAnswers = "All answers";
export const withComment = "With a comment";
export const newestFirst = "Newest first";
export const oldestFirst = "Oldest first";
export const shownVotes = "The votes that match";
export const nothingMatches = "No votes match";
export const nothingMatchesText = "Try another name or answer.";
export const moreNames = "There may be more. Type more of the name to find them.";
export const csvExport = "CSV export";
