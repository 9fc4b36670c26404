import { useLayoutEffect } from "react";
import { createStore } from "./store.ts";
import { useStore } from "./useStore.ts";

/** Whether the content that replaced the page has a heading of its own. */
const hasOwn = createStore(false);

/**
 * Puts the component's heading in the place of the page's: it says what happened, the page's what could be done before.
 */
export function useOwnHeading(): void {
  useLayoutEffect(() => {
    hasOwn.set(true);
    return () => hasOwn.set(false);
  }, []);
}

/** Whether the page's heading has given way to another one. */
export const useHeadingReplaced = (): boolean => useStore(hasOwn);
