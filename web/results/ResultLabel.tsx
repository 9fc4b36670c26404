import { findBounds } from "@survey-app/contract/results/bounds.ts";
import { describeInvited } from "@survey-app/contract/results/invitedLabel.ts";
import { describePassRule } from "@survey-app/contract/results/passRuleText.ts";
import {
  describeBrowsers,
  describeResultLabel,
  describeShowing,
  describeVoters,
} from "@survey-app/contract/results/resultLabelText.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { ResultBounds } from "./ResultBounds.tsx";

/** The claims of a survey's result: who answered, when, and what is known of their accounts. */
export function ResultLabel({ survey }: { survey: FullSurvey }) {
  const zone = useTimeZone();
  const { label, closedAt, participants } = survey;
  if (label.list) return <InvitedResult survey={survey} list={label.list} />;
  // The close arrives with live updates, before the label is loaded again.
  const asked = { ...label.asked, to: closedAt };
  // By open link the tally above says what it can't claim.
  const line =
    label.electorate === "link"
      ? describeBrowsers({ asked }, participants, zone)
      : describeResultLabel({ ...label, asked }, participants, zone);
  const sentences = [line, describeShowing(survey.shownAfter, participants), ...describeVoters(label, zone)];
  return line && <p className="text-sm text-muted">{sentences.filter(Boolean).join(" ")}</p>;
}

interface InvitedResultProps {
  survey: FullSurvey;
  list: NonNullable<FullSurvey["label"]["list"]>;
}

/** The claims of a result of invited people; after the close also whether non-voters could have changed it. */
function InvitedResult({ survey, list }: InvitedResultProps) {
  const zone = useTimeZone();
  const { label, closedAt, participants } = survey;
  // The close arrives with live updates, before the label is loaded again.
  const bounds = closedAt === null ? null : findBounds(survey, list, label.passRule);
  const line = describeInvited({ list, bounds, asked: { ...label.asked, to: closedAt } }, participants, zone);
  const rule = closedAt === null && label.passRule;
  return (
    <div className="space-y-3">
      {rule && <p className="text-sm">{resultSentences.asSentence(describePassRule(rule))}</p>}
      {line && <p className="text-sm text-muted">{line}</p>}
      {bounds && <ResultBounds bounds={bounds} survey={survey} list={list} rule={label.passRule} />}
    </div>
  );
}
