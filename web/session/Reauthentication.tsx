import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { finishReauthentication, isConfirmationAsked, subscribeToConfirmation } from "./reauthentication.ts";

/**
 * Above all pages: the dialog that asks the user to sign in again. Its code is loaded when first needed, which is rare.
 */
export function Reauthentication() {
  const isAsked = useSyncExternalStore(subscribeToConfirmation, isConfirmationAsked, () => false);
  const [Dialog, setDialog] = useState<ComponentType<{ isAsked: boolean }> | null>(null);
  useEffect(() => {
    if (!isAsked || Dialog) return;
    import("./ReauthenticationDialog.tsx").then(
      ({ ReauthenticationDialog }) => setDialog(() => ReauthenticationDialog),
      () => finishReauthentication(false),
    );
  }, [isAsked, Dialog]);
  return Dialog && <Dialog isAsked={isAsked} />;
}
