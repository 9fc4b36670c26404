/** Where a value is kept: until the tab closes, or until it is removed. */
export type StoragePlace = "session" | "local";

/** The values that the browser did not store, because its storage is full or forbidden: this page keeps them until it is left. */
const unstored = { session: new Map<string, string>(), local: new Map<string, string>() };

/** Throws where storage is forbidden, and on the server. */
const storageOf = (place: StoragePlace) => (place === "session" ? sessionStorage : localStorage);

export function readStored(place: StoragePlace, key: string): string | null {
  const value = unstored[place].get(key);
  if (value !== undefined) return value;
  try {
    return storageOf(place).getItem(key);
  } catch {
    return null; // nothing was stored
  }
}

/** A value that was stored as JSON; null where there is none, or something else: people and extensions edit their storage. */
export function readJson<T>(place: StoragePlace, key: string): T | null {
  try {
    return JSON.parse(readStored(place, key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

export function store(place: StoragePlace, key: string, value: string): void {
  try {
    storageOf(place).setItem(key, value);
    unstored[place].delete(key);
  } catch {
    // A full storage still has the value before.
    removeStored(place, key);
    unstored[place].set(key, value);
  }
}

export function removeStored(place: StoragePlace, key: string): void {
  unstored[place].delete(key);
  try {
    storageOf(place).removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** The keys of all values that begin with `prefix`. */
export function storedKeys(place: StoragePlace, prefix: string): string[] {
  const keys = [...unstored[place].keys()];
  try {
    keys.push(...Object.keys(storageOf(place)));
  } catch {
    // Nothing was stored.
  }
  return keys.filter((key) => key.startsWith(prefix));
}
