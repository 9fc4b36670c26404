/** Those who want to know that a value outside React has changed, as `useSyncExternalStore` takes them. */
export function makeListeners() {
  const listeners = new Set<() => void>();
  return {
    /** @returns what ends it */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(): void {
      for (const listener of listeners) listener();
    },
  };
}
