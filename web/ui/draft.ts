import { createStore } from "./store.ts";

/** Where a draft is stored: until the tab closes, or until it is sent. */
export type DraftStorage = "session" | "local";

/**
 * The owner of drafts that are read and written: a user's id, or "" for a visitor. Drafts are never shown to other
 * users.
 */
const owner = createStore("");

const keyOf = (key: string) => `draft:${owner.read()}:${key}`;

/** For forms, which load another draft when another user signs in. */
export const useDraftOwner = owner.useValue;

/** Sets the owner. A visitor's drafts move to the user who signs in. */
export function setDraftOwner(userId: string | null): void {
  const next = userId ?? "";
  if (next === owner.read()) return;
  if (owner.read() === "") moveDrafts(next);
  owner.set(next);
}

const storageOf = (place: DraftStorage) => (place === "session" ? sessionStorage : localStorage);

export function readDraft<T>(place: DraftStorage, key: string): Partial<T> | null {
  try {
    return JSON.parse(storageOf(place).getItem(keyOf(key)) ?? "null") as Partial<T> | null;
  } catch {
    return null; // no storage, or an invalid value: there is no draft
  }
}

export function writeDraft(place: DraftStorage, key: string, values: unknown): void {
  try {
    storageOf(place).setItem(keyOf(key), JSON.stringify(values));
  } catch {
    // Storage is full or forbidden: the form still has the values.
  }
}

export function clearDraft(place: DraftStorage, key: string): void {
  try {
    storageOf(place).removeItem(keyOf(key));
  } catch {
    // Storage is forbidden, so there is no draft.
  }
}

function moveDrafts(to: string): void {
  eachDraft("", (storage, name, key) => {
    storage.setItem(`draft:${to}:${key}`, storage.getItem(name) ?? "null");
    storage.removeItem(name);
  });
}

/** Signing out removes the user's drafts from this device. After an expired session they remain. */
export function clearDrafts(userId: string): void {
  for (const id of [userId, ""]) eachDraft(id, (storage, name) => storage.removeItem(name));
}

function eachDraft(of: string, work: (storage: Storage, name: string, key: string) => void): void {
  const prefix = `draft:${of}:`;
  for (const place of ["session", "local"] as const) {
    try {
      const storage = storageOf(place);
      for (const name of Object.keys(storage))
        if (name.startsWith(prefix)) work(storage, name, name.slice(prefix.length));
    } catch {
      // Storage is forbidden, so there are no drafts.
    }
  }
}
