import type { BallotSettings } from "@survey-app/contract/ballots.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { useState } from "react";
import * as ballotTexts from "../texts/ballotTexts.ts";
import * as frameTexts from "../texts/frameTexts.ts";
import { toast } from "../ui/toast.ts";
import { VotingRules } from "./VotingRules.tsx";
import type { VotingRulesDialog } from "./VotingRulesDialog.tsx";

const isUsual = ({ results, privacy, changeable, unsure }: BallotSettings) =>
  results === "live" && privacy === "named" && !changeable && !unsure;

/** Above the vote form: how this survey differs from others, with an explanation. Nothing for the usual settings. */
export function ExplainedRules({ survey }: { survey: Survey }) {
  // Loaded on demand: few people need it.
  const [Dialog, setDialog] = useState<typeof VotingRulesDialog | null>(null);
  const [isOpen, setOpen] = useState(false);
  if (isUsual(survey)) return null;

  async function open() {
    try {
      const loaded = await import("./VotingRulesDialog.tsx");
      setDialog(() => loaded.VotingRulesDialog);
      setOpen(true);
    } catch {
      toast(frameTexts.noConnection);
    }
  }

  return (
    <div className="space-y-2 rounded-xl bg-sunken px-4 py-3">
      <VotingRules survey={survey} />
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => void open()}
        className="min-h-6 text-sm font-medium underline underline-offset-4"
      >
        {ballotTexts.whatIsThis}
      </button>
      {Dialog && <Dialog survey={survey} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </div>
  );
}
