import { useState } from "react";
import { toast } from "../ui/toast.ts";
import { failureOf } from "./failure.ts";

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
      toast(failureOf(error).text, "error");
    }
  }
  return { Dialog, isOpen, open: () => void loadAndOpen(), close: () => setOpen(false) };
}
