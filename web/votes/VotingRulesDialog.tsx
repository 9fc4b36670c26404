import type { BallotSettings } from "@survey-app/contract/ballots/ballots.ts";
import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import { describePassRule } from "@survey-app/contract/results/passRuleText.ts";
import * as passRuleTexts from "@survey-app/texts/passRuleTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import * as votingRulesTexts from "@survey-app/texts/votingRulesTexts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";

interface VotingRulesDialogProps {
  survey: BallotSettings & { passRule?: PassRule };
  /** Whether the reader votes by an opened link or code, instead of an account. */
  hasInvitation: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** Explains how people vote on a survey: each fact of its line of rules, and who learns what. */
export function VotingRulesDialog({ survey, hasInvitation, isOpen, onClose }: VotingRulesDialogProps) {
  const isInvited = survey.electorate === "invited";
  const explained = [
    isInvited ? votingRulesTexts.invitedExplained : null,
    survey.electorate === "link" ? votingRulesTexts.byLinkExplained : null,
    survey.electorate === "link" ? null : votingRulesTexts.privacy[survey.privacy],
    {
      heading: votingRulesTexts.yourVote,
      text: `${whoSees(survey, hasInvitation)} ${voteTexts.mayChange(survey.changeable)}`,
    },
    resultsExplained(survey),
    survey.privacy === "secret" ? votingRulesTexts.secretLimits : null,
    survey.results === "afterClose" && survey.electorate !== "link" ? votingRulesTexts.atTheEnd[survey.privacy] : null,
    survey.passRule ? ruleExplained(survey.passRule) : null,
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

function ruleExplained(rule: PassRule) {
  const { heading, text } = passRuleTexts.explained;
  return { heading, text: text(describePassRule(rule), passRuleTexts.fixed) };
}

function whoSees({ results, privacy, electorate }: BallotSettings, isInvited: boolean): string {
  if (electorate === "link") return voteTexts.whoSeesByLink;
  if (privacy === "secret") return isInvited ? voteTexts.whoSeesSecretInvited : voteTexts.whoSeesSecret;
  if (privacy === "confidential") return voteTexts.onlyYouSee;
  if (isInvited) return results === "afterClose" ? voteTexts.whoSeesInvitedLater : voteTexts.whoSeesInvited;
  return results === "afterClose" ? voteTexts.whoSeesLater : voteTexts.whoSees;
}

/** When the result appears. */
function resultsExplained({ results, electorate }: BallotSettings) {
  const isOfInvited = electorate === "invited" && results === "afterVote";
  return votingRulesTexts.results[isOfInvited ? "afterVoteOfInvited" : results];
}
