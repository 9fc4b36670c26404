import { describeFinal } from "@survey-app/contract/results/passedText.ts";
import {
  describeClaims,
  describeHead,
  describeShares,
  type FinalResult,
} from "@survey-app/contract/results/resultLabelText.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import * as surveyMailTexts from "@survey-app/texts/surveyMailTexts.ts";
import { type AboutSurvey, questionOf } from "./aboutSurvey.ts";
import type { EmailBlock } from "./layout.ts";
import { beginningOf } from "./userText.ts";

/** The numbers of a final result in a sentence. */
const numbersOf = (result: FinalResult): string =>
  result.yesVotes === null ? surveyMailTexts.tooFew(result.participants) : describeShares(result);

/**
 * The blocks about what a survey's owner decided.
 * @param isDecided whether to say that something was decided, also where the email may not quote it
 */
export function decisionOf(
  { ownerName, outcome, language }: Pick<AboutSurvey, "ownerName" | "outcome" | "language">,
  isDecided = false,
): EmailBlock[] {
  const { decided, decidedUnnamed, decidedOnPage, decidedOnPageUnnamed } = surveyMailTexts;
  if (outcome !== null)
    return [
      { kind: "text", text: ownerName === null ? decidedUnnamed : decided(ownerName) },
      { kind: "quote", text: beginningOf(outcome), language },
    ];
  return isDecided
    ? [{ kind: "text", text: ownerName === null ? decidedOnPageUnnamed : decidedOnPage(ownerName) }]
    : [];
}

/** The question without its description. */
export function quotedTitle(survey: AboutSurvey): EmailBlock {
  const { title, language } = questionOf(survey);
  return { kind: "quote", title, language };
}

/** The link to a result; it doesn't promise one that is never shown. */
export const resultLink = (result: FinalResult, url: string) => ({
  label: result.participants > 0 && result.yesVotes !== null ? surveyMailTexts.seeResult : surveyMailTexts.openSurvey,
  url,
});

/**
 * A final result under its heading: the question, the numbers, the decision, and what the result may claim. The hash of
 * the ledger's final state stands last: with many copies of it, a later change of the numbers is noticed.
 */
export function resultBlocks(
  result: FinalResult,
  survey: AboutSurvey,
  { decision, action }: { decision: readonly EmailBlock[]; action: { label: string; url: string } },
): EmailBlock[] {
  const head = describeHead(result);
  return [
    quotedTitle(survey),
    ...[numbersOf(result)].filter(Boolean).map((text) => ({ kind: "text", text }) as const),
    ...decision,
    ...describeClaims(result).map((text) => ({ kind: "text", text }) as const),
    { kind: "button", ...action },
    ...(head ? [{ kind: "small", text: head } as const] : []),
  ];
}

/** The numbers under their heading, in one line. */
export const summarizeResult = (result: FinalResult): string =>
  [resultSentences.asSentence(describeFinal(result)), numbersOf(result)].filter(Boolean).join(" ");
