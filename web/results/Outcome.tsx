import { speakAsOwner } from "@survey-app/contract/ballots/rights.ts";
import { OUTCOME_EXPECTED_MS } from "@survey-app/contract/surveys/outcomes.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { askedIn } from "@survey-app/contract/surveys/translations.ts";
import * as outcomeTexts from "@survey-app/texts/outcomeTexts.ts";
import type { ReactNode } from "react";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { may } from "../session/may.ts";
import { useUser } from "../session/useSession.ts";
import { useIsPast } from "../surveys/serverTime.ts";
import { Day } from "../ui/Day.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { UserText } from "../ui/UserText.tsx";

interface OutcomeProps {
  survey: FullSurvey;
  /** The button that changes it, on the owner's page of the survey; other pages link there. */
  change?: ReactNode;
}

/** The outcome: the owner's words about what was decided after the close, with its earlier versions. */
export function Outcome({ survey, change }: OutcomeProps) {
  const user = useUser();
  const { closedAt, outcomes } = survey;
  const language = askedIn(survey);
  const isLate = useIsPast(closedAt === null ? null : Date.parse(closedAt) + OUTCOME_EXPECTED_MS);
  const isOwner = may(speakAsOwner, user, survey);
  const [newest, ...earlier] = outcomes;
  if (closedAt === null || (!newest && !isOwner && !isLate)) return null;

  return (
    <section aria-labelledby="outcome" className="max-w-prose space-y-4 print:max-w-none print:space-y-2 print:text-sm">
      <h2 id="outcome" className="text-xl">
        {outcomeTexts.title}
      </h2>
      {newest ? <Version version={newest} language={language} /> : <p className="text-muted">{outcomeTexts.noneYet}</p>}
      {earlier.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm font-medium">{outcomeTexts.earlier(earlier.length)}</summary>
          <div className="mt-3 space-y-4">
            {earlier.map((version) => (
              <Version key={version.createdAt} version={version} language={language} />
            ))}
          </div>
        </details>
      )}
      {isOwner &&
        (change ?? (
          <LinkButton look="quiet" small href={ownSurveyAddress(survey._id)}>
            {newest ? outcomeTexts.change : outcomeTexts.give}
          </LinkButton>
        ))}
    </section>
  );
}

interface VersionProps {
  version: FullSurvey["outcomes"][number];
  language: string | null;
}

function Version({ version: { text, createdAt }, language }: VersionProps) {
  return (
    <div className="border-s-2 border-accent ps-4">
      <p className="text-sm text-muted">{outcomeTexts.givenOn(<Day at={createdAt} />)}</p>
      <UserText as="p" lang={language} className="whitespace-pre-line">
        {text}
      </UserText>
    </div>
  );
}
