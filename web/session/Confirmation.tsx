import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { answerConfirmation, isConfirmationAsked, subscribeToConfirmation } from "./confirmation.ts";

/** Above all pages: the question whether it's still them. Its code comes when it is first asked, which few ever are. */
export function Confirmation() {
  const isAsked = useSyncExternalStore(subscribeToConfirmation, isConfirmationAsked, () => false);
  const [Dialog, setDialog] = useState<ComponentType<{ isAsked: boolean }> | null>(null);
  useEffect(() => {
    if (!isAsked || Dialog) return;
    import("./ConfirmationDialog.tsx").then(
      ({ ConfirmationDialog }) => setDialog(() => ConfirmationDialog),
      () => answerConfirmation(false),
    );
  }, [isAsked, Dialog]);
  return Dialog && <Dialog isAsked={isAsked} />;
}
