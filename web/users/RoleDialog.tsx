import type { User } from "@survey-app/contract/users.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
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
  const confirmation = useConfirmation(change, {
    subject: user && ({ user, role } as const),
    onDone: ({ user: { name } }) =>
      toast(role === "surveyor" ? userTexts.promoted(name) : userTexts.demotion.done(name)),
    onClose,
  });

  return (
    <ConfirmDialog title={textsOf.title(user?.name ?? "")} {...confirmation}>
      {(user?.role === "admin" ? userTexts.promotion.adminText : textsOf.text)(
        <UserText as="strong" className="font-semibold text-ink">
          {user?.email}
        </UserText>,
      )}
    </ConfirmDialog>
  );
}
