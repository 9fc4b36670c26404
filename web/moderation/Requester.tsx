import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as reviewTexts from "@survey-app/texts/reviewTexts.ts";
import { Day } from "../ui/Day.tsx";
import { EmailText } from "../ui/EmailText.tsx";
import { UserText } from "../ui/UserText.tsx";

interface RequesterProps {
  survey: Survey;
  requester: NonNullable<Survey["asker"]>;
}

/** The person who becomes a surveyor when the survey is published. */
export function Requester({ survey: { userName, email }, requester }: RequesterProps) {
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
          <EmailText>{email}</EmailText>,
          requester.emailVerified ? reviewTexts.confirmed : reviewTexts.unconfirmed,
          <Day at={requester.since} />,
        )}
      </p>
    </section>
  );
}
