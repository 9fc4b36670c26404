import { createListeners } from "./listeners.ts";

/** A value outside React; `useStore` reads it. */
export interface Store<T> {
  read(): T;
  set(next: T): void;
  /** @returns a function that ends it */
  subscribe(listener: () => void): () => void;
  /** The value on the server and in the first render. */
  initial: T;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const { subscribe, emit } = createListeners();
  return {
    initial,
    subscribe,
    read: () => value,
    set(next) {
      value = next;
      emit();
    },
  };
}
