import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as reviewTexts from "@survey-app/texts/reviewTexts.ts";
import { Day } from "../ui/Day.tsx";
import { UserText } from "../ui/UserText.tsx";

interface AskerProps {
  survey: Survey;
  asker: NonNullable<Survey["asker"]>;
}

/** The person who becomes a surveyor when the survey is published. */
export function Asker({ survey: { userName, email }, asker }: AskerProps) {
  return (
    <section aria-label={reviewTexts.person} className="space-y-1 rounded-xl border border-accent bg-accent-soft p-4">
      <p>
        {reviewTexts.firstQuestion(
          <UserText as="strong" className="font-semibold">
            {personName(userName)}
          </UserText>,
        )}
      </p>
      <p className="text-sm text-muted">
        {reviewTexts.asker(
          <UserText>{email}</UserText>,
          asker.emailVerified ? reviewTexts.confirmed : reviewTexts.unconfirmed,
          <Day at={asker.since} />,
        )}
      </p>
    </section>
  );
}
