import { useState } from "react";
import { toastFailure } from "./toastFailure.ts";

/** A dialog, or a form, whose code is loaded when it is opened for the first time. `Dialog` is null until then. */
export function useLateDialog<Component>(load: () => Promise<Component>) {
  const [Dialog, setDialog] = useState<Component | null>(null);
  const [isOpen, setOpen] = useState(false);
  async function loadAndOpen() {
    try {
      const loaded = await load();
      setDialog(() => loaded);
      setOpen(true);
    } catch (error) {
      toastFailure(error);
    }
  }
  return { Dialog, isOpen, open: () => void loadAndOpen(), close: () => setOpen(false) };
}
