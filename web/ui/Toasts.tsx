import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useEffect, useState } from "react";
import { Icon } from "./Icon.tsx";
import { dismissToast, TOAST_MS, type Toast, useToasts } from "./toast.ts";
import { UserText } from "./UserText.tsx";

/**
 * The toasts' live region: rendered from the start, because screen readers ignore regions that are added later. It
 * doesn't have a role: Orca would say "statusbar" where a page is read, and each new toast would have all of them read
 * again.
 */
export function Toasts() {
  return (
    <div aria-live="polite" className="toasts">
      {useToasts().map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isPaused, setPaused] = useState(false);
  const stays = toast.kind === "error" || isPaused;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [stays, toast.id]);
  return (
    <div
      aria-hidden={toast.isSilent || undefined}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      className="toast"
    >
      <Icon name={toast.kind === "done" ? "check" : "warning"} />
      <UserText as="p" className="min-w-0">
        {toast.text}
      </UserText>
      {toast.kind === "error" && (
        <button type="button" aria-label={uiTexts.dismiss} className="p-1" onClick={() => dismissToast(toast.id)}>
          <Icon name="cross" size={16} />
        </button>
      )}
    </div>
  );
}
