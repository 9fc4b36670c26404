import { useEffect, useRef } from "react";

/**
 * A ref for a form: a failed attempt to send it focuses its first invalid field. Not if the summary of errors has taken the
 * focus, because effects of children run first, or if the user types into a field.
 * @param attempt counts the attempts
 */
export function useErrorFocus(attempt: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const isElsewhere = document.activeElement?.matches("[role=group], input, textarea, select");
    if (attempt > 0 && !isElsewhere) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempt]);
  return form;
}
