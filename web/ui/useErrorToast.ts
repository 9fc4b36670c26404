import { useEffect, useMemo } from "react";
import { dismissToast, toast } from "./toast.ts";

/** One toast that says why an action failed. It stays until the next attempt, or until the form is left. */
export function useErrorToast(): { show(text: string): void; dismiss(): void } {
  const errorToast = useMemo(() => {
    let shown: number | null = null;
    const dismiss = () => {
      if (shown !== null) dismissToast(shown);
      shown = null;
    };
    return {
      dismiss,
      show(text: string) {
        dismiss();
        shown = toast(text, "error");
      },
    };
  }, []);
  useEffect(() => errorToast.dismiss, [errorToast]);
  return errorToast;
}
