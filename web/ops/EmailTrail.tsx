import { EMAIL_TRAIL_DAYS, type TrailedEmail } from "@survey-app/contract/ops/emailTrail.ts";
import { readEmailAddress } from "@survey-app/contract/text/emailAddress.ts";
import * as emailTrailTexts from "@survey-app/texts/emailTrailTexts.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import { useState } from "react";
import { useForm } from "../api/useForm.ts";
import { Button } from "../ui/Button.tsx";
import { Day } from "../ui/Day.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { TextField } from "../ui/TextField.tsx";
import { UserText } from "../ui/UserText.tsx";
import { findEmailsTo } from "./emailTrail.queries.ts";

/** For admins: the outcome of each email to an address, with the reason if it was not sent. */
export function EmailTrail() {
  const [emails, setEmails] = useState<readonly TrailedEmail[] | null>(null);
  const form = useForm({
    initial: { address: "" },
    check: ({ address }): { address?: string } =>
      readEmailAddress(address) ? {} : { address: formErrors.email.invalid },
    send: async ({ address }) => {
      // Those of another address must not stay if the search fails.
      setEmails(null);
      setEmails(await findEmailsTo(address.trim()));
    },
  });
  return (
    <OverviewSection title={emailTrailTexts.title} isCard>
      <form {...form.props} className="max-w-prose space-y-4">
        {form.problem && <ErrorPanel text={form.problem} />}
        <TextField
          label={emailTrailTexts.address}
          hint={emailTrailTexts.hint(EMAIL_TRAIL_DAYS)}
          type="email"
          autoComplete="off"
          {...form.field("address")}
        />
        <Button type="submit" look="quiet" busy={form.isBusy}>
          {emailTrailTexts.find}
        </Button>
      </form>
      <p role="status" className="font-medium empty:hidden">
        {emails && (emails.length > 0 ? emailTrailTexts.found(emails.length) : emailTrailTexts.none(EMAIL_TRAIL_DAYS))}
      </p>
      {emails && emails.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {emails.map((email, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is shown once, as it was found
            <Email key={index} {...email} />
          ))}
        </ul>
      )}
    </OverviewSection>
  );
}

function Email({ topic, state, at, reason, attempts, survey, isPrivate }: TrailedEmail) {
  return (
    <li className="space-y-1 py-3">
      <p className="font-medium">{emailTrailTexts.topics[topic]}</p>
      {survey && (
        <p>
          <a href={`/surveydetails/${survey._id}`} className="underline underline-offset-4">
            <UserText of={survey} />
          </a>
        </p>
      )}
      {isPrivate && <p>{emailTrailTexts.privateSurvey}</p>}
      <p className="text-sm text-muted">
        {emailTrailTexts.states[state](<Day at={at} withTime={!isPrivate} isDay={isPrivate} />)}
      </p>
      {reason && <p className="text-sm">{emailTrailTexts.reasons[reason]}</p>}
      {state === "waiting" && attempts > 0 && <p className="text-sm">{emailTrailTexts.failedAttempts(attempts)}</p>}
    </li>
  );
}
