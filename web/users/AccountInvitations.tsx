import { inviteToAccount } from "@survey-app/contract/registration.ts";
import { shortDay } from "@survey-app/contract/time.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import * as userTexts from "@survey-app/texts/userTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { FormErrors } from "../api/FormErrors.tsx";
import { useSentForm } from "../api/forms.ts";
import { QueryError } from "../api/QueryError.tsx";
import { useSettings } from "../session/settings.ts";
import { Button } from "../ui/Button.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { accountInvitations, useInviteToAccount, useRevokeAccountInvitation } from "./users.queries.ts";

/** For admins: inviting people to create an account, and the invitations that are open. */
export function AccountInvitations() {
  const { registration } = useSettings();
  const { title, text, closed } = userTexts.accountInvitations;
  return (
    <OverviewSection title={title} isCard>
      <p className="mb-4 max-w-prose text-muted">{registration.kind === "closed" ? closed : text}</p>
      {registration.kind !== "closed" && <InvitationForm />}
      <OpenInvitations />
    </OverviewSection>
  );
}

function InvitationForm() {
  const invite = useInviteToAccount();
  const form = useSentForm({
    schema: inviteToAccount.body,
    values: { email: "" },
    send: async ({ email }) => {
      await invite.mutateAsync(email);
      toast(userTexts.accountInvitations.invited(email));
      form.reset();
    },
  });
  return (
    <form {...form.props} className="max-w-md space-y-4">
      <FormErrors form={form} />
      <TextField label={sessionTexts.email} type="email" {...form.field("email")} />
      <Button type="submit" busy={form.isSubmitting}>
        {userTexts.accountInvitations.send}
      </Button>
    </form>
  );
}

function OpenInvitations() {
  const query = useQuery(accountInvitations());
  const revoke = useRevokeAccountInvitation();
  const { none, until, revoke: label, revokeOf, revoked } = userTexts.accountInvitations;
  if (!query.data) return query.isError ? <QueryError query={query} /> : null;
  if (query.data.length === 0) return <p className="mt-4 text-muted">{none}</p>;
  return (
    <ul className="mt-4 divide-y divide-line border-t border-line">
      {query.data.map(({ _id, email, expiresAt }) => (
        <li key={_id} className="flex flex-wrap items-center justify-between gap-3 py-3">
          <span className="wrap-anywhere">
            <bdi>{email}</bdi> <span className="text-muted">{until(shortDay(Date.parse(expiresAt), "UTC"))}</span>
          </span>
          <Button
            look="quiet"
            aria-label={revokeOf(email)}
            onClick={() => revoke.mutate(_id, { onSuccess: () => toast(revoked) })}
          >
            {label}
          </Button>
        </li>
      ))}
    </ul>
  );
}
