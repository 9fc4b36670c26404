import { readEmailAddress } from "@survey-app/contract/text/emailAddress.ts";
import * as ownersTexts from "@survey-app/texts/ownersTexts.ts";
import { useForm } from "../api/useForm.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useInviteCoOwner } from "./owners.queries.ts";

/** Invites a surveyor by address to own a survey, too. */
export function InviteCoOwner({ surveyId }: { surveyId: string }) {
  const invitation = useInviteCoOwner(surveyId);
  const form = useForm({
    initial: { email: "" },
    check: ({ email }): { email?: string } => (readEmailAddress(email) ? {} : { email: ownersTexts.addressRequired }),
    send: async ({ email }) => {
      await invitation.mutateAsync(email.trim());
      form.reset();
      toast(ownersTexts.invitationSent);
    },
  });
  return (
    <form {...form.props} className="max-w-prose space-y-4">
      {form.problem && <ErrorPanel text={form.problem} />}
      <TextField
        label={ownersTexts.address}
        hint={ownersTexts.addressHint}
        type="email"
        autoComplete="off"
        {...form.field("email")}
      />
      <Button type="submit" look="quiet" busy={form.isBusy}>
        {ownersTexts.invite}
      </Button>
    </form>
  );
}
