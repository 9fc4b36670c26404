import { useEffect, useEffectEvent } from "react";

/**
 * The Latin letter of a key: on keyboards without Latin letters, the one in the key's place on those that have them.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  // "Process" is a key that an input method for Chinese or Japanese takes.
  const isOther = key === "Process" || /^(?!\p{Script=Latin})\p{L}\p{M}*$/u.test(key);
  return (isOther ? code.replace("Key", "") : key).toLowerCase();
}

/** Runs an action when its key is pressed anywhere on the page. */
export function useKeys(actions: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    // What people type into a field, or choose in a dialog, is no command.
    if (event.target instanceof Element && event.target.closest("dialog, input, textarea, select")) return;
    actions[letterOf(event)]?.();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
