import { BLOCKED, type User, VERIFIED } from "@survey-app/contract/users.ts";
import { failureOf } from "../api/failure.ts";
import * as userTexts from "../texts/userTexts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { useChangeStatus } from "./users.queries.ts";

/** Asks for confirmation before a user is blocked or unblocked. */
export function StatusDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const change = useChangeStatus();
  const blocks = user?.status !== BLOCKED;
  const textsOf = blocks ? userTexts.blocking : userTexts.unblocking;

  function close() {
    change.reset();
    onClose();
  }

  async function confirm() {
    if (!user) return;
    try {
      await change.mutateAsync({ user, status: blocks ? BLOCKED : VERIFIED });
      toast(textsOf.done(user.name));
      close();
    } catch {
      // The dialog shows the error.
    }
  }

  return (
    <ConfirmDialog
      title={textsOf.title(user?.name ?? "")}
      isOpen={user !== null}
      isBusy={change.isPending}
      failure={change.error && failureOf(change.error).text}
      label={textsOf.action}
      look={blocks ? "danger" : "main"}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      {textsOf.text(
        <UserText as="strong" className="font-semibold text-ink">
          {user?.email}
        </UserText>,
      )}
    </ConfirmDialog>
  );
}
