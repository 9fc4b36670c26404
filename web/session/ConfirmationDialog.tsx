import { useQuery } from "@tanstack/react-query";
import { failureOf } from "../api/failure.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { answerConfirmation } from "./confirmation.ts";
import { expectBack } from "./expectedBack.ts";
import { ownAccount } from "./ownAccount.ts";
import { PasswordConfirmation } from "./PasswordConfirmation.tsx";
import { ProviderButtons } from "./ProviderButtons.tsx";
import { useUser } from "./useSession.ts";

const cancel = () => answerConfirmation(false);

/** Asks who is signed in to sign in again, by the same account: what was refused goes on by itself after that. */
export function ConfirmationDialog({ isAsked }: { isAsked: boolean }) {
  return (
    <Dialog title={texts.confirmation.title} isOpen={isAsked} onClose={cancel}>
      <WayToConfirm />
    </Dialog>
  );
}

function WayToConfirm() {
  const user = useUser();
  const query = useQuery(ownAccount());
  if (!user || query.isPending) {
    return (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-28 w-full" />
      </div>
    );
  }
  const account = query.data;
  if (!account) return <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.refetch()} />;
  if (account.hasPassword) return <PasswordConfirmation email={user.email} onCancel={cancel} />;
  return (
    <div className="space-y-5">
      <p className="text-muted wrap-anywhere">{texts.confirmation.byProvider(user.email)}</p>
      <ProviderButtons
        only={account.providers}
        returnTo={location.pathname + location.search}
        onLeave={() => expectBack(user._id)}
      />
      <div className="flex justify-end">
        <Button look="plain" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
