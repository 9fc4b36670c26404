import { inviteToAccount } from "@survey-app/contract/session/registration.ts";
import { writtenAddress } from "@survey-app/contract/text/emailAddress.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import * as userTexts from "@survey-app/texts/userTexts.ts";
import { bySchema } from "../api/bySchema.ts";
import { FormErrors } from "../api/FormErrors.tsx";
import { useForm } from "../api/useForm.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useInviteToAccount } from "./users.queries.ts";

/** Invites an address to create an account. */
export function AccountInvitationForm() {
  const invite = useInviteToAccount();
  const form = useForm({
    initial: { email: "" },
    ...bySchema(inviteToAccount.body, async ({ email }) => {
      await invite.mutateAsync(email);
      toast(userTexts.accountInvitations.invited(writtenAddress(email)));
      form.reset();
    }),
  });
  return (
    <form {...form.props} className="max-w-form space-y-4">
      <FormErrors form={form} />
      <TextField label={sessionTexts.email} type="email" {...form.field("email")} />
      <Button type="submit" busy={form.isBusy}>
        {userTexts.accountInvitations.send}
      </Button>
    </form>
  );
}
