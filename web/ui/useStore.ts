import { useSyncExternalStore } from "react";
import type { Store } from "./store.ts";

/**
 * A store's value; every change of it renders the component again. A file of its own: pages without React have stores,
 * too.
 */
export const useStore = <T>({ subscribe, read, initial }: Store<T>): T =>
  useSyncExternalStore(subscribe, read, () => initial);
