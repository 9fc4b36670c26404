import * as recordSentences from "@survey-app/texts/recordSentences.ts";
import { describeFinal } from "../results/passedText.ts";
import type { OpenedQuestion } from "./meetingState.ts";

/** Whether voting on a question has ended for good, so that files and minutes contain it. */
export const isClosed = ({ closedAt }: Pick<OpenedQuestion, "closedAt">): boolean => closedAt !== null;

/**
 * The result of a question in words, without a full stop: whether it has passed, who won, or that there isn't a result.
 */
export function describeQuestion(question: OpenedQuestion): string {
  const { state } = question;
  if (state === "takenDown") return recordSentences.takenDown;
  if (state === "takenBack") return recordSentences.takenBack;
  return state === "closed" ? describeVerdict(question) : "";
}

/**
 * The final result of a question whose third answer is to abstain. The number of abstentions is shown beside this
 * sentence.
 */
function describeVerdict({ passRule, yesVotes, ...question }: OpenedQuestion): string {
  const [totalVotes, unsureVotes] = [question.totalVotes ?? 0, question.unsureVotes ?? 0];
  if (!passRule && totalVotes === 0 && unsureVotes > 0) return recordSentences.allAbstained;
  return describeFinal({ passRule, totalVotes, yesVotes, unsureVotes }, false);
}

/** Sentences about how a vote went: how it ended, and the question that it repeats, or that repeats it. */
export function describeCourse({ closedBy, state, endedSoon, repeats, repeatedBy }: OpenedQuestion): string[] {
  const isDecided = state === "closed";
  return [
    isDecided && closedBy === "everyone" ? recordSentences.everyoneVoted : "",
    isDecided && closedBy === "admin" ? recordSentences.closedByAdmin : "",
    isDecided && endedSoon && closedBy !== "everyone" ? recordSentences.endedSoon : "",
    repeats ? recordSentences.repeats(String(repeats.n), repeats.reason) : "",
    repeatedBy === null ? "" : recordSentences.repeatedAs(String(repeatedBy)),
  ].filter(Boolean);
}

/** How people voted, as a sentence; empty for a question that was taken down. */
export function describePrivacy({ privacy }: OpenedQuestion): string {
  if (privacy === null) return "";
  return privacy === "secret" ? recordSentences.secret : recordSentences.named;
}

/** How the list of a question differs from the one with which the meeting began; empty if nothing changed. */
export function describeList({ list }: OpenedQuestion): string {
  if (!list || list.added + list.struck === 0) return "";
  return recordSentences.list(list.invited, list.added, list.struck);
}

/** The numbers of a closed question: who could vote, who did, and how, unless too few did. */
export function describeNumbers({
  people,
  participants,
  yesVotes,
  noVotes,
  unsure,
  unsureVotes,
}: OpenedQuestion): string {
  const [entitled, voted] = [people ?? 0, participants ?? 0];
  if (yesVotes === null || noVotes === null) return recordSentences.turnout(entitled, voted);
  const numbers = recordSentences.numbers(entitled, voted, yesVotes, noVotes);
  return unsure ? `${numbers} ${recordSentences.abstained(unsureVotes ?? 0)}` : numbers;
}
