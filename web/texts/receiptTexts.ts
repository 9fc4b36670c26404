import { formatCount, plural } from "@survey-app/contract/formatCount.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of the check of a receipt against the public log of a survey's votes. */
export const intro =
  "Your browser downloads the public log of all votes on this survey, checks it, and looks for your code in it.";
export const label = "Receipt";
const EXAMPLE = "39-a1f2-8f86-bf44-7fd3";
export const hint = (code: (example: string) => ReactNode) =>
  rich`The code you got when you voted, like ${code(EXAMPLE)}. Leave it empty to check the log alone.`;
export const check = "Check";
export const checking = "Checking the log";
export const votes = (count: number) => plural(count, "vote");
export const httpsOnly = "Browsers can check the log on https pages only, and this page isn't one.";
const place = (position: number, total: number) => `(no. ${formatCount(position)} of ${formatCount(total)})`;
const OPENS_LATER = "The answers open when voting ends.";
export const counted = (vote: string, position: number, total: number) =>
  `Your ${vote} vote is counted ${place(position, total)}`;
export const countedSealed = (position: number, total: number) =>
  `Your vote is counted ${place(position, total)}. ${OPENS_LATER}`;
export const replaced = (position: number, later: number, total: number) =>
  `This vote was changed and doesn't count ${place(position, total)}: no. ${formatCount(later)} replaces it. If you didn't change it, keep the code, and show it to others.`;
export const complete = (total: number, answers: string) => `The log is complete: ${plural(total, "vote")}, ${answers}`;
export const completeSealed = (total: number) => `The log is complete: ${plural(total, "vote")}. ${OPENS_LATER}`;

export const notAReceipt = `That doesn't look like a receipt. Example: ${EXAMPLE}`;
export const notFound = "We couldn't find this code. Check for typos, and that it's for this survey.";
export const notYet = "The log doesn't have the newest votes yet. Try again in a moment.";
export const opened = "Voting ended while your browser read the log, and the answers are open now. Check again.";
export const ownIsMissing =
  "Your vote is stored with this code, but the survey's log doesn't have it. The log was changed after you voted. Keep the code, and show it to others.";
export const logIsWrong =
  "The survey's log contradicts itself, so it was changed or damaged. Keep your code, and show it to others.";
export const howToProve =
  "A log that was rewritten after you voted would look the same. You can prove that if the code is exactly the one that this survey's page gave you: copy it instead of typing it, check again, and keep it with a copy of the log, so that others can repeat the check.";

// Surveys whose votes are not public.
export const introNumbers =
  "The votes on this survey are not public, so nobody can count them again. What you can check: the final numbers are published with a fingerprint, the end of the log. Numbers that were changed later would have another one.";
export const numbersAtTheEnd = "Voting is still open. The fingerprint is published when it ends.";
export const numbersRight = (answers: string) => `The numbers fit their fingerprint: ${answers}`;
export const numbersRightFew = (people: number) =>
  `The number of votes fits its fingerprint: ${plural(people, "vote")}, too few to show a result`;
export const numbersAreWrong = "The published numbers don't fit their fingerprint, so they were changed or damaged.";
export const provesNumbers =
  "Keep the end of the log, or compare it with others: the same end means that the published numbers didn't change since.";
export const numbersNotProven =
  "It doesn't prove that the votes were counted right: a server could still invent voters, refuse votes, or record another answer than was sent.";
export const numbersByYourself = (log: (link: string) => ReactNode) =>
  rich`You can check without trusting this page: download ${log("the log")} and recompute its end with sha256sum.`;

export const details = "Technical details";
export const rows = (total: number, answers: string) =>
  `${plural(total, "vote")}, ${answers}: every row of the log follows from the row before it, and they make the totals shown.`;
export const rowsSealed = (total: number) =>
  `${plural(total, "vote")}: every row of the log follows from the row before it. Each answer is sealed with a secret key. When voting ends, the answers that count are opened, and your browser can check them too.`;
export const changes = (count: number) =>
  `People changed their votes ${plural(count, "time")}: each change is a row of its own, and only the last one of each person counts.`;
export const storedOn = (day: string) => `Your vote was stored on ${day}.`;
export const head = (hash: ReactNode) =>
  rich`Head of the log, to compare with others: ${hash}. A person who sees another head for the same number of rows was shown another log.`;
export const end = (day: string, hash: ReactNode) =>
  rich`Voting ended on ${day}. End of the log, which commits to the final numbers: ${hash}`;
export const proves =
  "A code that is found proves that no vote up to yours was changed, removed or inserted since you got it: each row's hash is computed from all rows before it, and your code is the beginning of one.";
export const notProven =
  "A server could still invent voters, refuse votes, show two logs until someone compares heads, or record another answer than was sent. You would find out about the answer when the log opens.";
export const identifies = "A person who sees your code can find your row, and so your vote.";
export const byYourself = (log: (link: string) => ReactNode) =>
  rich`You can check without trusting this page: download ${log("the log")} and recompute every row with sha256sum.`;
