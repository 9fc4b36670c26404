/** Surveys of which something that is shown has changed; "all" when it can't be told. */
export type Changed = ReadonlySet<string> | "all";

/** Votes move the totals, many times a second; all else (texts, names, whether it is public) is rare and counts at once. */
export type What = "totals" | "more";

type Listener = (changed: Changed, what: What) => void;

/**
 * The news of what changed, told after the commit that changed it. Whoever keeps something that was read from the
 * database (public answers, live totals) hears it.
 */
export interface Changes {
  tell: Listener;
  /** @returns a function that ends the hearing */
  hear(listener: Listener): () => void;
}

export function openChanges(): Changes {
  const listeners = new Set<Listener>();
  return {
    tell(changed, what) {
      for (const listener of listeners) listener(changed, what);
    },
    hear(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
