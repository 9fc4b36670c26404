import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "../api/QueryError.tsx";
import { useSettings } from "../api/settings.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { rememberUser } from "./expectedUser.ts";
import { ownAccount } from "./ownAccount.ts";
import { PasskeySignIn } from "./PasskeySignIn.tsx";
import { PasswordReauthentication } from "./PasswordReauthentication.tsx";
import { ProviderButtons } from "./ProviderButtons.tsx";
import { finishReauthentication } from "./reauthentication.ts";
import { useUser } from "./useSession.ts";

const cancel = () => finishReauthentication(false);

/** Asks the user to sign in again with the same account; the rejected request is then sent again automatically. */
export function ReauthenticationDialog({ isAsked }: { isAsked: boolean }) {
  return (
    <Dialog title={sessionTexts.reauthentication.title} isOpen={isAsked} onClose={cancel}>
      <ReauthenticationForm />
    </Dialog>
  );
}

function ReauthenticationForm() {
  const user = useUser();
  const { organization } = useSettings();
  const query = useQuery(ownAccount());
  if (!user || query.isPending) {
    return (
      <div role="status" aria-label={uiTexts.loading}>
        <Skeleton className="h-28 w-full" />
      </div>
    );
  }
  const account = query.data;
  if (!account) return <QueryError query={query} />;
  const byPasskey = account.hasPasskey && !organization?.isOnly && (
    <PasskeySignIn email={user.email} onDone={() => finishReauthentication(true)} />
  );
  if (account.hasPassword && !organization?.isOnly)
    return (
      <div className="space-y-5">
        <PasswordReauthentication email={user.email} onCancel={cancel} />
        {byPasskey}
      </div>
    );
  return (
    <div className="space-y-5">
      <p className="text-muted wrap-anywhere">{sessionTexts.reauthentication.byProvider(user.email)}</p>
      {byPasskey}
      <ProviderButtons
        only={account.providers}
        returnTo={location.pathname + location.search}
        onLeave={() => rememberUser(user._id)}
      />
      <div className="flex justify-end">
        <Button look="plain" onClick={cancel}>
          {uiTexts.cancel}
        </Button>
      </div>
    </div>
  );
}
