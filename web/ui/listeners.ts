/** Listeners for changes of a value outside React, in the form that `useSyncExternalStore` expects. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** @returns the function that unsubscribes */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(): void {
      for (const listener of listeners) listener();
    },
  };
}
