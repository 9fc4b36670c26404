import { useEffect } from "react";

/** While `isOn`, the browser asks before the window is closed or the page is left for another site. */
export function useLeaveGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", guard);
    return () => removeEventListener("beforeunload", guard);
  }, [isOn]);
}
