import type { User } from "@survey-app/contract/users.ts";
import { failureOf } from "../api/failure.ts";
import * as userTexts from "../texts/userTexts.ts";
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
      toast(userTexts.ending.done(user.name));
      close();
    } catch {
      // The dialog shows the error.
    }
  }

  return (
    <ConfirmDialog
      title={userTexts.ending.title(user?.name ?? "")}
      isOpen={user !== null}
      isBusy={ending.isPending}
      failure={ending.error && failureOf(ending.error).text}
      label={userTexts.ending.action}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      {userTexts.ending.text(
        <UserText as="strong" className="font-semibold text-ink">
          {user?.email}
        </UserText>,
      )}
    </ConfirmDialog>
  );
}
