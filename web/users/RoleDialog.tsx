import type { User } from "@survey-app/contract/users.ts";
import { failureOf } from "../api/failure.ts";
import * as userTexts from "../texts/userTexts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { useChangeRole } from "./users.queries.ts";

/** Asks for confirmation before a role changes, and says what the new role may do. */
export function RoleDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const change = useChangeRole();
  const role = user?.role === "surveyor" ? "user" : "surveyor";
  const textsOf = role === "surveyor" ? userTexts.promotion : userTexts.demotion;

  function close() {
    change.reset();
    onClose();
  }

  async function confirm() {
    if (!user) return;
    try {
      await change.mutateAsync({ user, role });
      toast(role === "surveyor" ? userTexts.promoted(user.name) : userTexts.demotion.done(user.name));
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
      onConfirm={() => void confirm()}
      onClose={close}
    >
      {(user?.role === "admin" ? userTexts.promotion.adminText : textsOf.text)(
        <UserText as="strong" className="font-semibold text-ink">
          {user?.email}
        </UserText>,
      )}
    </ConfirmDialog>
  );
}
