import { isFixedByRule } from "@survey-app/contract/ballots/passRule.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import { QueryError } from "../api/QueryError.tsx";
import { CloseSurveyDialog } from "../managing/CloseSurveyDialog.tsx";
import { type OwnSurveySection, ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { mayClose } from "./nextAction.ts";
import { SurveyDialogButton } from "./SurveyDialogButton.tsx";
import { progressOf, stepOf } from "./steps.tsx";
import { useNextAction } from "./useNextAction.ts";

interface NextStepProps {
  survey: FullSurvey;
  /** The section below, to which no button leads. */
  section: OwnSurveySection;
}

/**
 * The next step of a survey by its state: a sentence, the main button, and while people vote a button that ends that.
 */
export function NextStep({ survey, section }: NextStepProps) {
  const { action, query, isOwner, isOpen } = useNextAction(survey);
  // While no one can vote, there is nothing to close.
  const isMoot = action?.kind === "addPeople" && survey.participants === 0;
  const closes = isOpen && action?.kind !== "close" && !isMoot && !isFixedByRule(survey);
  const mayCloseNow = mayClose(survey, isOwner);
  // Unless the page says so, the first secret vote would end the list without them.
  const waiting = isOpen && section !== "people" ? (query.data?.waiting ?? 0) : 0;
  // With a pass rule, voting can't be closed early once there are votes.
  const closesLater = closes && !mayCloseNow && !survey.passRule;
  if (query.isError && !query.data) return <QueryError query={query} />;
  const isUnknown = !action && query.isLoading;
  if (!action && !closes && !isUnknown) return null;
  const { text, button, to, details } = action ? stepOf(action, survey) : { text: progressOf(survey) };
  return (
    <section
      aria-label={ownSurveyTexts.next}
      className="space-y-3 rounded-2xl border border-line bg-surface p-4 sm:px-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-[min(12rem,100%)] flex-1 font-medium">{text}</p>
        <div className="flex flex-wrap gap-3 empty:hidden">
          {isUnknown ? <Skeleton className="h-11 w-36" /> : button}
          {to && to.section !== section && (
            <LinkButton href={ownSurveyAddress(survey._id, to.section)}>{to.label}</LinkButton>
          )}
          {closes && mayCloseNow && (
            <SurveyDialogButton survey={survey} label={ballotFormTexts.close} look="quiet" dialog={CloseSurveyDialog} />
          )}
        </div>
      </div>
      {closesLater && <p className="text-sm text-muted">{ownSurveyTexts.closeLater}</p>}
      {details}
      {waiting > 0 && (
        <p className="text-sm">
          <a href={ownSurveyAddress(survey._id, "people")} className="font-semibold underline underline-offset-4">
            {invitationTexts.waitForCodes(waiting)}
          </a>
        </p>
      )}
    </section>
  );
}
