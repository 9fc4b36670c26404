import { useSyncExternalStore } from "react";
import { createListeners } from "./listeners.ts";

/** A value outside React, with the hook that reads it. `initial` is also what the server and the first render have. */
export function createStore<T>(initial: T) {
  let value = initial;
  const { subscribe, emit } = createListeners();
  const read = () => value;
  return {
    read,
    subscribe,
    set(next: T): void {
      value = next;
      emit();
    },
    useValue: () => useSyncExternalStore(subscribe, read, () => initial),
  };
}
