import { requestPasswordReset } from "@survey-app/contract/account/account.ts";
import { writtenAddress } from "@survey-app/contract/text/emailAddress.ts";
import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import { bySchema } from "../api/bySchema.ts";
import { FormErrors } from "../api/FormErrors.tsx";
import { useSettings } from "../api/settings.ts";
import { useForm } from "../api/useForm.ts";
import { ContactLink } from "../legal/ContactLink.tsx";
import { SandboxMail } from "../session/SandboxMail.tsx";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useRequestPasswordReset } from "./account.queries.ts";

/** Requests a link to reset a password. The message is the same whether or not the account exists. */
export function ForgotPasswordForm() {
  const { mail } = useSettings();
  const request = useRequestPasswordReset();
  const form = useForm({
    initial: { email: "" },
    ...bySchema(requestPasswordReset.body, async ({ email }) => void (await request.mutateAsync(email))),
  });

  if (mail === "off") {
    return (
      <p className="rounded-xl bg-sunken px-5 py-4">
        {accountTexts.mailOff} <ContactLink />
      </p>
    );
  }
  return (
    <form {...form.props} className="space-y-5">
      <FormErrors form={form} />
      <TextField label={sessionTexts.email} type="email" autoComplete="email" {...form.field("email")} />
      <Button type="submit" busy={form.isBusy} className="w-full sm:w-auto">
        {accountTexts.sendLink}
      </Button>
      <div role="status">
        {request.isSuccess && !form.isBusy && (
          <p className="rounded-xl bg-accent-soft px-5 py-4 wrap-anywhere">
            {accountTexts.resetLinkSent(writtenAddress(request.variables))}
          </p>
        )}
      </div>
      <SandboxMail />
    </form>
  );
}
