import { type RefObject, useEffect } from "react";

/**
 * After a failed attempt to send a form, focuses its first invalid field. Not if the summary of errors has taken the focus,
 * because effects of children run first, or if the user types into a field.
 * @param attempt counts the attempts
 */
export function useErrorFocus(form: RefObject<HTMLFormElement | null>, attempt: number) {
  useEffect(() => {
    const isElsewhere = document.activeElement?.matches("[role=alert], input, textarea, select");
    if (attempt > 0 && !isElsewhere) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, attempt]);
}
