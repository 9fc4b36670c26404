import { describeLabel, describeVoters } from "@survey-app/contract/labelText.ts";
import type { FullSurvey } from "@survey-app/contract/surveys.ts";
import { DatedText } from "../ui/DatedText.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { InvitedResult } from "./InvitedResult.tsx";

/** What a survey's result may claim: who answered, when, and what is known of their accounts. */
export function ResultLabel({ survey }: { survey: FullSurvey }) {
  const zone = useTimeZone();
  const { label, closedAt, participants } = survey;
  if (label.list) return <InvitedResult survey={survey} list={label.list} />;
  // The close arrives with live updates, before the label is loaded again.
  const asked = { ...label.asked, to: closedAt };
  const line = describeLabel({ asked }, participants, zone);
  return (
    line && (
      <p className="text-sm text-muted">
        <DatedText text={[line, ...describeVoters(label, zone)].join(" ")} />
      </p>
    )
  );
}
