import type { User } from "@survey-app/contract/users.ts";
import { failureOf } from "../api/failure.ts";
import { texts } from "../texts/texts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { useChangeRole } from "./users.queries.ts";

/** Asks for confirmation before a role changes, and says what the new role may do. */
export function RoleDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const change = useChangeRole();
  const role = user?.role === "surveyor" ? "user" : "surveyor";

  function close() {
    change.reset();
    onClose();
  }

  async function confirm() {
    if (!user) return;
    try {
      await change.mutateAsync({ user, role });
      toast(role === "surveyor" ? texts.promoted(user.name) : texts.demoted(user.name));
      close();
    } catch {
      // The dialog shows the error.
    }
  }

  return (
    <ConfirmDialog
      title={role === "surveyor" ? `Make ${user?.name} a surveyor?` : `Make ${user?.name} a plain user?`}
      isOpen={user !== null}
      isBusy={change.isPending}
      failure={change.error && failureOf(change.error).text}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <UserText as="strong" className="font-semibold text-ink">
        {user?.email}
      </UserText>{" "}
      {role === "surveyor"
        ? "will be able to add surveys. A paid membership stays as it is."
        : "will no longer be able to add surveys. The surveys made so far stay."}
      {user?.role === "admin" && " The rights of an admin go."}
    </ConfirmDialog>
  );
}
