import { markOf } from "@survey-app/contract/ballots/ledger.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { KeptCode } from "./KeptCode.tsx";

/**
 * The mark that voters keep of a confidential or secret survey, because they don't get a receipt: that of h(0), with
 * which its ledger begins. After the close its head is the end, and the check of the result shows the mark.
 */
export function LedgerMark({ survey: { privacy, closedAt, label } }: { survey: FullSurvey }) {
  if (privacy === "named" || closedAt !== null || label.picture === undefined) return null;
  return <KeptCode name={voteTexts.mark} code={markOf(label.head)} copy={voteTexts.copyMark} use={voteTexts.markUse} />;
}
