import * as setupTexts from "@survey-app/texts/setupTexts.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryError } from "../api/QueryError.tsx";
import { useSettings } from "../api/settings.ts";
import { AskButton } from "../surveys/AskButton.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { EmailStep } from "./EmailStep.tsx";
import { ConfirmStep, SetupStep } from "./SetupStep.tsx";
import { setup, useTestEmail } from "./setup.queries.ts";

/** For admins of a new installation: its first steps. Each goes when it is done, and the list with the last one. */
export function SetupList() {
  // The demo is set up.
  return useSettings().demo ? null : <OpenSteps />;
}

function OpenSteps() {
  const query = useQuery(setup());
  const test = useTestEmail();
  if (!query.data) return query.isError ? <QueryError query={query} /> : null;
  const { hasSurvey, testEmail, confirmed } = query.data;
  const steps: Record<string, ReactNode> = {
    // It stays after the test email was sent, and says so.
    email: (testEmail !== "sent" || test.isSuccess) && !confirmed.includes("email") && (
      <EmailStep test={test} state={testEmail} />
    ),
    question: !hasSurvey && <SetupStep {...setupTexts.question} action={<AskButton look="quiet" />} />,
    asking: !confirmed.includes("asking") && <AskingStep />,
  };
  const open = Object.entries(steps).filter(([, step]) => Boolean(step));
  if (open.length === 0) return null;
  return (
    <OverviewSection title={setupTexts.title} isCard>
      <ol className="divide-y divide-line border-t border-line">
        {open.map(([name, step]) => (
          <li key={name} className="py-4 last:pb-0">
            {step}
          </li>
        ))}
      </ol>
    </OverviewSection>
  );
}

/** Shows the settings that decide who may ask. */
function AskingStep() {
  const { surveyors, surveyReview, askUnlisted } = useSettings();
  const settings = {
    [`SURVEYORS=${surveyors}`]: setupTexts.asking.surveyors[surveyors],
    [`SURVEY_REVIEW=${surveyReview}`]: setupTexts.asking.review[surveyReview],
    [`ASK_UNLISTED=${askUnlisted}`]: setupTexts.asking.unlisted[askUnlisted],
  };
  return (
    <SetupStep title={setupTexts.asking.title} text={setupTexts.asking.text} action={<ConfirmStep step="asking" />}>
      <dl className="space-y-2 pt-1 text-sm">
        {Object.entries(settings).map(([assignment, meaning]) => (
          <div key={assignment}>
            <dt>
              <code translate="no" className="font-medium">
                {assignment}
              </code>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </SetupStep>
  );
}
