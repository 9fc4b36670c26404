import { plural } from "@survey-app/contract/formatCount.ts";
import { describeClaims, describeHead, describeShares, type FinalResult } from "@survey-app/contract/labelText.ts";
import { SPLIT_MIN } from "@survey-app/contract/ledger.ts";
import { describeFinal } from "@survey-app/contract/resultText.ts";
import type { AboutSurvey } from "./aboutSurvey.ts";
import type { EmailBlock } from "./layout.ts";
import { beginningOf } from "./peoplesWords.ts";

/** The numbers of a final result in a sentence. */
const numbersOf = (result: FinalResult): string =>
  result.yesVotes === null
    ? `${plural(result.participants, "person", "people")} voted. With fewer than ${SPLIT_MIN}, a result could reveal how someone voted.`
    : describeShares(result);

/**
 * What a survey's owner decided.
 * @param isDecided whether to say that something was decided, also where the email may not quote it
 */
export function decisionOf(
  { ownerName, outcome }: Pick<AboutSurvey, "ownerName" | "outcome">,
  isDecided = false,
): EmailBlock[] {
  const owner = ownerName ?? "the owner";
  if (outcome !== null)
    return [
      { kind: "text", text: `What ${owner} decided:` },
      { kind: "quote", text: beginningOf(outcome) },
    ];
  return isDecided ? [{ kind: "text", text: `On the survey's page, ${owner} says what was decided.` }] : [];
}

/** The link to a result; it doesn't promise one that is never shown. */
export const resultLink = (result: FinalResult, url: string) => ({
  label: result.participants > 0 && result.yesVotes !== null ? "See the result" : "Open the survey",
  url,
});

/**
 * A final result under its heading: the question, the numbers, the decision, and what the result may claim. The hash of the ledger's
 * final state stands last: with many copies of it, a later change of the numbers is noticed.
 */
export function resultBlocks(
  result: FinalResult,
  title: string,
  { decision, action }: { decision: readonly EmailBlock[]; action: { label: string; url: string } },
): EmailBlock[] {
  const head = describeHead(result);
  return [
    { kind: "quote", title },
    ...[numbersOf(result)].filter(Boolean).map((text) => ({ kind: "text", text }) as const),
    ...decision,
    ...describeClaims(result).map((text) => ({ kind: "text", text }) as const),
    { kind: "button", ...action },
    ...(head ? [{ kind: "small", text: head } as const] : []),
  ];
}

/** The numbers under their heading, in one line. */
export const summarizeResult = (result: FinalResult): string =>
  [`${describeFinal(result)}.`, numbersOf(result)].filter(Boolean).join(" ");
