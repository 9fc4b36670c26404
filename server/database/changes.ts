/** Surveys of which something that is shown has changed: totals, texts, whether they are public; "all" when it can't be told. */
export type Changed = ReadonlySet<string> | "all";

/**
 * The news of what changed, told after the commit that changed it. Whoever keeps something that was read from the
 * database (rendered pages, live totals) hears it.
 */
export interface Changes {
  tell(changed: Changed): void;
  /** @returns a function that ends the hearing */
  hear(listener: (changed: Changed) => void): () => void;
}

export function openChanges(): Changes {
  const listeners = new Set<(changed: Changed) => void>();
  return {
    tell(changed) {
      for (const listener of listeners) listener(changed);
    },
    hear(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
