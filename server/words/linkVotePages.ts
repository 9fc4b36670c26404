import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { apiErrors, type ErrorCode } from "@survey-app/contract/http/errors.ts";
import { escapeHtml } from "@survey-app/contract/text/escapeHtml.ts";
import * as plainPageTexts from "@survey-app/texts/plainPageTexts.ts";
import { plainPage } from "./plainPages.ts";
import { withHtml } from "./withHtml.ts";

const answerNames = ["no", "yes", "unsure"] as const;

/** An answer by open link that a browser without JavaScript has sent. */
export interface PickedVote {
  vote: Answer;
  /** The hash of the question. */
  question: string;
  /** The address to which the form sends the vote. */
  action: string;
  /** The address of the survey's page. */
  page: string;
}

/** Asks for a second press, which votes. */
export const pickedPage = (picked: PickedVote): string =>
  plainPage(plainPageTexts.picked(answerNames[picked.vote]), confirmation(picked));

/** Says that a vote is stored. @param receipt null for none */
export function votedPage({ vote, page }: PickedVote, receipt: string | null): string {
  const code =
    receipt === null ? "" : `<p>${withHtml(plainPageTexts.receipt, `<code>${escapeHtml(receipt)}</code>`)}</p>`;
  const body = `<p>${escapeHtml(plainPageTexts.counted)}</p>${code}${linkBack(page)}`;
  return plainPage(plainPageTexts.voted(answerNames[vote]), body);
}

/** Says why a vote is not stored. The choice is kept, unless another press can't help. */
export function notStoredPage(picked: PickedVote, because: ErrorCode): string {
  const isFinal = because === "hasEnded" || because === "voteForgotten";
  const next = isFinal ? linkBack(picked.page) : confirmation(picked);
  return plainPage(plainPageTexts.notStored, `<p>${escapeHtml(apiErrors[because][1])}</p>${next}`);
}

/** The form that sends a kept choice, and the way back. */
function confirmation({ vote, question, action, page }: PickedVote): string {
  const hidden = Object.entries({ vote, question, again: 1 })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`)
    .join("");
  const button = `<button>${escapeHtml(plainPageTexts.vote(answerNames[vote]))}</button>`;
  return `<form method="post" action="${escapeHtml(action)}"><p>${hidden}${button}</p></form>${linkBack(page)}`;
}

const linkBack = (page: string) => `<p><a href="${escapeHtml(page)}">${escapeHtml(plainPageTexts.back)}</a></p>`;
