import { useSyncExternalStore } from "react";
import { makeListeners } from "./listeners.ts";

/** Where a draft lives: until the tab closes, or until it is sent. */
export type DraftPlace = "session" | "local";

/** Whose drafts are read and written: a user's id, or "" for a visitor. Nobody is ever shown another's. */
let owner = "";
const { subscribe, tell } = makeListeners();

const keyOf = (key: string) => `draft:${owner}:${key}`;

/** For forms, which start from another draft when another person signs in. */
export function useDraftOwner(): string {
  return useSyncExternalStore(
    subscribe,
    () => owner,
    () => "",
  );
}

/** Says who is there. What was typed before signing in goes along with the person who signs in. */
export function setDraftOwner(userId: string | null): void {
  const next = userId ?? "";
  if (next === owner) return;
  if (owner === "") moveDrafts(next);
  owner = next;
  tell();
}

const storageOf = (place: DraftPlace) => (place === "session" ? sessionStorage : localStorage);

export function readDraft<T>(place: DraftPlace, key: string): Partial<T> | null {
  try {
    return JSON.parse(storageOf(place).getItem(keyOf(key)) ?? "null") as Partial<T> | null;
  } catch {
    return null; // no storage, or not ours: then there is no draft
  }
}

export function writeDraft(place: DraftPlace, key: string, values: unknown): void {
  try {
    storageOf(place).setItem(keyOf(key), JSON.stringify(values));
  } catch {
    // Full or forbidden: the values still stand in the form.
  }
}

export function clearDraft(place: DraftPlace, key: string): void {
  try {
    storageOf(place).removeItem(keyOf(key));
  } catch {
    // Nothing was kept, then.
  }
}

function moveDrafts(to: string): void {
  eachDraft("", (storage, name, key) => {
    storage.setItem(`draft:${to}:${key}`, storage.getItem(name) ?? "null");
    storage.removeItem(name);
  });
}

/** A person who signs out leaves nothing typed behind on this device. One whose session expires finds it again. */
export function clearDrafts(userId: string): void {
  for (const of of [userId, ""]) eachDraft(of, (storage, name) => storage.removeItem(name));
}

function eachDraft(of: string, work: (storage: Storage, name: string, key: string) => void): void {
  const prefix = `draft:${of}:`;
  for (const place of ["session", "local"] as const) {
    try {
      const storage = storageOf(place);
      for (const name of Object.keys(storage))
        if (name.startsWith(prefix)) work(storage, name, name.slice(prefix.length));
    } catch {
      // Nothing was kept, then.
    }
  }
}
