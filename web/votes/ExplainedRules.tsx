import type { BallotSettings } from "@survey-app/contract/ballots.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { Deferred, deferred } from "../api/deferred.tsx";
import { useLateDialog } from "../api/useLateDialog.ts";
import * as ballotTexts from "../texts/ballotTexts.ts";

// Most surveys have the usual settings.
const rules = deferred(async () => (await import("./VotingRules.tsx")).VotingRules);

const isUsual = ({ results, privacy, changeable, unsure, electorate }: BallotSettings) =>
  results === "live" && privacy === "named" && !changeable && !unsure && electorate === "everyone";

/** Above the vote form: how this survey differs from others, with an explanation. Nothing for the usual settings. */
export function ExplainedRules({ survey }: { survey: Survey }) {
  const { Dialog, isOpen, open, close } = useLateDialog(
    async () => (await import("./VotingRulesDialog.tsx")).VotingRulesDialog,
  );
  if (isUsual(survey)) return null;
  return (
    <div className="space-y-2 rounded-xl bg-sunken px-4 py-3">
      <Deferred component={rules} props={{ survey }} />
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={open}
        className="min-h-6 text-sm font-medium underline underline-offset-4"
      >
        {ballotTexts.whatIsThis}
      </button>
      {Dialog && <Dialog survey={survey} isOpen={isOpen} onClose={close} />}
    </div>
  );
}
