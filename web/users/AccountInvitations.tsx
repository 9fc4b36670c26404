import * as userTexts from "@survey-app/texts/userTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { failureOf } from "../api/failure.ts";
import { QueryError } from "../api/QueryError.tsx";
import { useSettings } from "../api/settings.ts";
import { Button } from "../ui/Button.tsx";
import { Day } from "../ui/Day.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { toast } from "../ui/toast.ts";
import { useErrorToast } from "../ui/useErrorToast.ts";
import { AccountInvitationForm } from "./AccountInvitationForm.tsx";
import { accountInvitations, useRevokeAccountInvitation } from "./users.queries.ts";

/** For admins: inviting people to create an account, and the invitations that are open. */
export function AccountInvitations() {
  const { registration } = useSettings();
  const { title, text, closed } = userTexts.accountInvitations;
  return (
    <OverviewSection title={title} isCard>
      <p className="mb-4 max-w-prose text-muted">{registration.kind === "closed" ? closed : text}</p>
      {registration.kind !== "closed" && <AccountInvitationForm />}
      <OpenInvitations />
    </OverviewSection>
  );
}

function OpenInvitations() {
  const query = useQuery(accountInvitations());
  const revoke = useRevokeAccountInvitation();
  const errorToast = useErrorToast();
  const { none, until, revoke: label, revokeOf, revoked } = userTexts.accountInvitations;
  if (!query.data) return query.isError ? <QueryError query={query} /> : null;
  if (query.data.length === 0) return <p className="mt-4 text-muted">{none}</p>;
  return (
    <ul className="mt-4 divide-y divide-line border-t border-line">
      {query.data.map(({ _id, email, expiresAt }) => (
        <li key={_id} className="flex flex-wrap items-center justify-between gap-3 py-3">
          <span className="wrap-anywhere">
            <bdi>{email}</bdi> <span className="text-muted">{until(<Day at={expiresAt} />)}</span>
          </span>
          <Button
            look="quiet"
            aria-label={revokeOf(email)}
            onClick={() =>
              revoke.mutate(_id, {
                onSuccess: () => toast(revoked),
                onError: (error) => errorToast.show(failureOf(error).text),
              })
            }
          >
            {label}
          </Button>
        </li>
      ))}
    </ul>
  );
}
