import type { BallotSettings } from "@survey-app/contract/ballots.ts";
import * as uiTexts from "../texts/uiTexts.ts";
import * as votingRulesTexts from "../texts/votingRulesTexts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";

interface VotingRulesDialogProps {
  survey: BallotSettings;
  isOpen: boolean;
  onClose: () => void;
}

/** Explains each setting of a survey that is not the default. */
export function VotingRulesDialog({ survey, isOpen, onClose }: VotingRulesDialogProps) {
  const isInvited = survey.electorate === "invited";
  const explained = [
    isInvited ? votingRulesTexts.invitedExplained : null,
    votingRulesTexts.explained[isInvited && survey.results === "afterVote" ? "afterVoteOfInvited" : survey.results],
    votingRulesTexts.privacyExplained[survey.privacy],
    votingRulesTexts.privacyExplained[survey.privacy]?.limits,
    survey.results === "afterClose" ? votingRulesTexts.atTheEnd[survey.privacy] : null,
    survey.changeable ? votingRulesTexts.changeExplained : null,
    survey.unsure ? votingRulesTexts.unsureExplained : null,
  ];
  return (
    <Dialog
      title={votingRulesTexts.title}
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
      <p className="text-sm text-muted">{votingRulesTexts.rulesFixed}</p>
    </Dialog>
  );
}
