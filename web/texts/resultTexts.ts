import type { Privacy, Results } from "@survey-app/contract/ballots.ts";
import { formatCount, plural } from "@survey-app/contract/formatCount.ts";
import type { ResultLabel } from "@survey-app/contract/resultLabel.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of a survey's results page, and of the check of a downloaded result. */

export const title = (question: string) => `Result: ${question}`;
export const overline = (category: string, isFinal: boolean) =>
  `${category} · ${isFinal ? "Final result" : "Result so far"}`;
export const toSurvey = "Go to the survey";
export const print = "Print";

// The numbers.
export const numbers = "Numbers";
export const columns = { answer: "Answer", votes: "Votes", share: "Share" } as const;
export const participants = "People who voted";
export const sharesOf = "Shares are of the people who chose Yes or No.";

// What the result may claim.
export const about = "About this result";
export const facts = {
  electorate: "Who could vote",
  identity: "How people were told apart",
  asked: "Voting was open",
  results: "Who sees the result when",
  privacy: "Who sees the votes",
  change: "Changing a vote",
  deadline: "Deadline",
  notes: "Notes added to the description",
} as const;
export const electorates = {
  everyone: "Everyone with an account. They chose to take part.",
  invited: "The people on the owner's list.",
  link: "Anyone with the link, without an account. They chose to take part.",
} as const satisfies Record<ResultLabel["electorate"], string>;
export const identities = {
  account: "By their accounts. One person can have several.",
  invitation: "By links that were sent to their email addresses.",
  code: "By links that were sent to their email addresses, and by codes that the asker made and could have used.",
  browser: "By a cookie of their browser. One person can use several browsers: nobody is verified.",
} as const satisfies Record<ResultLabel["identity"], string>;
export const askedSince = (from: ReactNode) => rich`Since ${from}`;
export const askedBetween = (from: ReactNode, to: ReactNode) => rich`From ${from} to ${to}`;
export const resultsDuring = {
  live: "Everyone, at any time.",
  afterVote: "Each person after their own vote, and everyone when voting ends.",
  afterClose: "Nobody before voting ends.",
} as const satisfies Record<Results, string>;
export const byLink = "Nobody: they have no names. The host saw them arrive one by one.";
export const privacy = {
  named: "Everyone sees who voted what.",
  confidential: "Nobody sees who voted what.",
  secret: "Nobody. Only sums of the answers were stored.",
} as const satisfies Record<Privacy, string>;
export const notChangeable = "Not possible.";
export const changeable = (changes: number | null) =>
  changes === null ? "Possible until voting ends." : `Possible until voting ends; ${plural(changes, "change")} so far.`;
export const noDeadline = "None.";
export const planned = (at: ReactNode, moves: number) =>
  moves === 0 ? rich`${at}` : rich`${at}, moved ${plural(moves, "time")} since the first publication`;

// Check it yourself.
export const check = "Check it yourself";
export const checkText =
  "Every vote is a row in a public log, and each row's hash includes the row before it. Your browser can count them again.";
export const checkNumbersText =
  "Votes are not public here. The final numbers are published with a hash, so that nobody can change them later without being noticed.";
export const head = "Head of the log";
export const headText = "Another head for the same survey means that other numbers were shown to someone.";
export const finalHead = "Final head of the log";
export const questionHash = "Hash of the question (SHA-256)";
export const keep = "Keep or pass on this result";
export const keepText = (link: (text: string) => ReactNode) =>
  rich`The result as a file can be checked without this site, on ${link("the page that checks files")} or with a program.`;
export const downloads = {
  file: "Result as a file (JSON)",
  csv: "Numbers as a table (CSV)",
  ledger: "Log of all votes (JSON lines)",
} as const;
export const onPaper = "This page, with the newest numbers:";
export const qrCodeOf = (question: string) => `QR code of the link to the result of “${question}”`;

// The page that checks files.
export const checkIntro =
  "Choose the file of a result that you downloaded or got from someone. It is checked in your browser and sent nowhere.";
export const file = "File of the result (JSON)";
export const ledgerFile = "Log of all votes (JSON lines)";
export const ledgerHint = "Only for results of more than 2,000 votes, whose log is a file of its own.";
export const startCheck = "Check";
export const chooseFile = "Choose a file first.";
export const tooLarge = "This file is too large to be the result of a survey.";
export const notJson = "This file is not JSON, so it is not the result of a survey.";
export const unreadable = "Your browser couldn't read this file.";
export const consistent = "This file is consistent.";
export const says = (numbers: string, participants: number) =>
  `${plural(participants, "person", "people")} voted: ${numbers}.`;
export const recounted = (rows: number) =>
  `All ${formatCount(rows)} rows of the log were checked, and the numbers are those of the rows.`;
export const notRecounted =
  "Votes are not public on this survey, so they can't be counted again. The numbers fit the hash that was published with them.";
export const rowsMissing = (rows: number) =>
  `The votes themselves were not counted again, because their log is not in this file: ${plural(rows, "row")}. Add the log to check them too.`;
export const compare = "Compare its head with one from an email, a feed or a printout:";
export const compareText =
  "If they are the same, it is the result that others got. If they differ, someone was shown other numbers. The file alone can't tell, because anyone can make a file.";
export const notChecked = "What this check can't tell";
export const unverifiable = [
  "whether the question was shown to voters in these words",
  "whether the dates and the description of the survey in this file are right",
  "whether votes were invented or refused",
  "whether the links in the file lead to the real survey",
] as const;
export const fileIsWrong = "This file contradicts itself, so it was changed or damaged.";
