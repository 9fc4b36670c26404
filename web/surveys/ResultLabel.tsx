import { describeHead, describeLabel, describeVoters } from "@survey-app/contract/labelText.ts";
import type { FullSurvey } from "@survey-app/contract/surveys.ts";
import { DatedText } from "../ui/DatedText.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";

/** What a survey's result may claim: who answered, when, and what is known of their accounts; on paper also the final hash. */
export function ResultLabel({ survey: { label, closedAt, participants } }: { survey: FullSurvey }) {
  const zone = useTimeZone();
  // The close arrives with live updates, before the label is loaded again.
  const asked = { ...label.asked, to: closedAt };
  const line = describeLabel({ asked }, participants, zone);
  return (
    line && (
      <div className="text-sm text-muted">
        <p>
          <DatedText text={[line, ...describeVoters(label, zone)].join(" ")} />
        </p>
        <p className="mt-2 hidden break-words print:block">{describeHead(label)}</p>
      </div>
    )
  );
}
