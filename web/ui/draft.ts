/** Where a draft lives: until the tab closes, or until it is sent. */
export type DraftPlace = "session" | "local";

const storageOf = (place: DraftPlace) => (place === "session" ? sessionStorage : localStorage);

export function readDraft<T>(place: DraftPlace, key: string): Partial<T> | null {
  try {
    return JSON.parse(storageOf(place).getItem(`draft:${key}`) ?? "null") as Partial<T> | null;
  } catch {
    return null; // no storage, or not ours: then there is no draft
  }
}

export function writeDraft(place: DraftPlace, key: string, values: unknown): void {
  try {
    storageOf(place).setItem(`draft:${key}`, JSON.stringify(values));
  } catch {
    // Full or forbidden: the values still stand in the form.
  }
}

export function clearDraft(place: DraftPlace, key: string): void {
  try {
    storageOf(place).removeItem(`draft:${key}`);
  } catch {
    // Nothing was kept, then.
  }
}

/** Whoever signs out leaves nothing typed behind on this device. */
export function clearDrafts(): void {
  for (const place of ["session", "local"] as const) {
    try {
      const storage = storageOf(place);
      for (const key of Object.keys(storage)) if (key.startsWith("draft:")) storage.removeItem(key);
    } catch {
      // Nothing was kept, then.
    }
  }
}
