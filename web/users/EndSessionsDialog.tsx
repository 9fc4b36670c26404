import type { User } from "@survey-app/contract/users.ts";
import { failureOf } from "../api/failure.ts";
import { texts } from "../texts/texts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { useEndSessionsOf } from "./users.queries.ts";

/** Asks for confirmation before all sessions of a user are ended. */
export function EndSessionsDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const ending = useEndSessionsOf();

  function close() {
    ending.reset();
    onClose();
  }

  async function confirm() {
    if (!user) return;
    try {
      await ending.mutateAsync(user);
      toast(texts.sessionsEnded(user.name));
      close();
    } catch {
      // The dialog shows the error.
    }
  }

  return (
    <ConfirmDialog
      title={`End all sessions of ${user?.name}?`}
      isOpen={user !== null}
      isBusy={ending.isPending}
      failure={ending.error && failureOf(ending.error).text}
      label="End sessions"
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <UserText as="strong" className="font-semibold text-ink">
        {user?.email}
      </UserText>{" "}
      is signed out immediately on all devices, and can sign in again. Use this if a device is lost or stolen.
    </ConfirmDialog>
  );
}
