import { useSignedInUser } from "../session/useSession.ts";
import { Icon } from "../ui/Icon.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { proGives, yearlyPrice } from "./price.ts";

/** What is about to be paid for. */
export function PaymentSummary() {
  const { email, isMember } = useSignedInUser();
  return (
    <div className="space-y-6 rounded-2xl border border-line bg-surface p-6 sm:p-8">
      <div className="space-y-1">
        <h2 className="text-base font-semibold text-muted">PRO membership</h2>
        <p className="text-2xl font-bold tabular-nums">{yearlyPrice}</p>
        <p className="text-muted">
          For <span className="wrap-anywhere">{email}</span>
        </p>
      </div>
      <ul className="space-y-3 border-t border-line pt-6">
        {proGives.map((each) => (
          <li key={each} className="flex gap-3">
            <span className="mt-0.5 text-yes">
              <Icon name="check" />
            </span>
            {each}
          </li>
        ))}
      </ul>
      {isMember && (
        <p className="border-t border-line pt-6">You are a pro member already. A further year starts where it ends.</p>
      )}
      <p role="status" className="flex gap-3 rounded-xl bg-sunken px-4 py-3">
        <span className="mt-0.5 text-muted">
          <Icon name="clock" />
        </span>
        Paying by card is being set up. Nothing can be charged yet; please come back a little later.
      </p>
      <LinkButton look="quiet" href="/membarShip">
        Back to the memberships
      </LinkButton>
    </div>
  );
}
