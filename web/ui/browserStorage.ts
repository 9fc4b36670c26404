/** The storage of a value: until the tab closes, or until it is removed. */
export type StoragePlace = "session" | "local";

/**
 * The values that the browser did not store, because its storage is full or forbidden: this page keeps them until it is
 * left.
 */
const unstored = { session: new Map<string, string>(), local: new Map<string, string>() };

/** Throws where storage is forbidden, and on the server. */
const storageOf = (place: StoragePlace) => (place === "session" ? sessionStorage : localStorage);

/**
 * Returns the result of `work`; `otherwise` where storage is forbidden or empty, or a value is not one that we wrote.
 */
function tolerate<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

export const readStored = (place: StoragePlace, key: string): string | null =>
  unstored[place].get(key) ?? tolerate(() => storageOf(place).getItem(key), null);

/**
 * A value that was stored as JSON; null where there is none, or something else: people and extensions edit their
 * storage.
 */
export const readJson = <T>(place: StoragePlace, key: string): T | null =>
  tolerate(() => JSON.parse(readStored(place, key) ?? "null") as T | null, null);

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
  tolerate(() => storageOf(place).removeItem(key), undefined);
}

/** The keys of all values that begin with `prefix`. */
export const storedKeys = (place: StoragePlace, prefix: string): string[] =>
  [...unstored[place].keys(), ...tolerate(() => Object.keys(storageOf(place)), [])].filter((key) =>
    key.startsWith(prefix),
  );
