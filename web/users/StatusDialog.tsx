import { BLOCKED, type User, VERIFIED } from "@survey-app/contract/users.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
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
  const confirmation = useConfirmation(change, {
    subject: user && ({ user, status: blocks ? BLOCKED : VERIFIED } as const),
    onDone: ({ user: { name } }) => toast(textsOf.done(name)),
    onClose,
  });

  return (
    <ConfirmDialog
      title={textsOf.title(user?.name ?? "")}
      label={textsOf.action}
      look={blocks ? "danger" : "main"}
      {...confirmation}
    >
      {textsOf.text(
        <UserText as="strong" className="font-semibold text-ink">
          {user?.email}
        </UserText>,
      )}
    </ConfirmDialog>
  );
}
