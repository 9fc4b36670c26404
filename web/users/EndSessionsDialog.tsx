import type { User } from "@survey-app/contract/users.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import * as userTexts from "../texts/userTexts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { useEndSessionsOf } from "./users.queries.ts";

/** Asks for confirmation before all sessions of a user are ended. */
export function EndSessionsDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const confirmation = useConfirmation(useEndSessionsOf(), {
    subject: user,
    onDone: ({ name }) => toast(userTexts.ending.done(name)),
    onClose,
  });

  return (
    <ConfirmDialog title={userTexts.ending.title(user?.name ?? "")} label={userTexts.ending.action} {...confirmation}>
      {userTexts.ending.text(
        <UserText as="strong" className="font-semibold text-ink">
          {user?.email}
        </UserText>,
      )}
    </ConfirmDialog>
  );
}
