import { useEffect, useEffectEvent } from "react";
import { isBeforeSight } from "../ui/firstPress.ts";

/**
 * The Latin letter of a key: on keyboards without Latin letters, the one in the key's place on those that have them.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  // "Process" is a key that an input method for Chinese or Japanese takes.
  const isOther = key === "Process" || /^(?!\p{Script=Latin})\p{L}\p{M}*$/u.test(key);
  return (isOther ? code.replace("Key", "") : key).toLowerCase();
}

/** The elements in which letters are typed or choose something. A checkbox doesn't use letters. */
const TAKES_KEYS = "input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [popover], [role=menu]";

/**
 * Runs an action when its key is pressed anywhere on the page, but not where keys are typed, and not before its reader
 * can have seen the page.
 */
export function useKeys(actions: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[letterOf(event)];
    if (!action || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.activeElement?.closest(TAKES_KEYS) || document.querySelector("dialog[open]")) return;
    if (isBeforeSight(event.timeStamp)) return;
    action();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
