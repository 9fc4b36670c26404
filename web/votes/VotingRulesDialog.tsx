import type { BallotSettings } from "@survey-app/contract/ballots.ts";
import * as ballotTexts from "../texts/ballotTexts.ts";
import * as uiTexts from "../texts/uiTexts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";

interface VotingRulesDialogProps {
  survey: BallotSettings;
  isOpen: boolean;
  onClose: () => void;
}

/** Explains each setting of a survey that is not the default. */
export function VotingRulesDialog({ survey, isOpen, onClose }: VotingRulesDialogProps) {
  const explained = [
    ballotTexts.explained[survey.results],
    ballotTexts.privacyExplained[survey.privacy],
    ballotTexts.privacyExplained[survey.privacy]?.limits,
    survey.results === "afterClose" ? ballotTexts.atTheEnd[survey.privacy] : null,
    survey.changeable ? ballotTexts.changeExplained : null,
    survey.unsure ? ballotTexts.unsureExplained : null,
  ];
  return (
    <Dialog
      title={ballotTexts.rulesTitle}
      isOpen={isOpen}
      onClose={onClose}
      actions={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      {explained.map(
        (each) =>
          each && (
            <div key={each.heading} className="space-y-1">
              <h3 className="text-base">{each.heading}</h3>
              <p className="text-muted">{each.text}</p>
            </div>
          ),
      )}
      <p className="text-sm text-muted">{ballotTexts.rulesFixed}</p>
    </Dialog>
  );
}
