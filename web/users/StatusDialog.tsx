import { BLOCKED, type User, VERIFIED } from "@survey-app/contract/users.ts";
import { failureOf } from "../api/failure.ts";
import { texts } from "../texts/texts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { useChangeStatus } from "./users.queries.ts";

/** Asks for confirmation before a user is blocked or unblocked. */
export function StatusDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const change = useChangeStatus();
  const blocks = user?.status !== BLOCKED;

  function close() {
    change.reset();
    onClose();
  }

  async function confirm() {
    if (!user) return;
    try {
      await change.mutateAsync({ user, status: blocks ? BLOCKED : VERIFIED });
      toast(blocks ? texts.blocked(user.name) : texts.unblocked(user.name));
      close();
    } catch {
      // The dialog shows the error.
    }
  }

  return (
    <ConfirmDialog
      title={blocks ? `Block ${user?.name}?` : `Unblock ${user?.name}?`}
      isOpen={user !== null}
      isBusy={change.isPending}
      failure={change.error && failureOf(change.error).text}
      label={blocks ? "Block" : "Unblock"}
      look={blocks ? "danger" : "main"}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <UserText as="strong" className="font-semibold text-ink">
        {user?.email}
      </UserText>{" "}
      {blocks
        ? "is signed out immediately on all devices, and can't sign in any more. Votes, surveys and comments stay."
        : "will be able to sign in again, with the role and everything else as before."}
    </ConfirmDialog>
  );
}
