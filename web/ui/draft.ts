import { readJson, readStored, removeStored, type StoragePlace, store, storedKeys } from "./browserStorage.ts";
import { createStore } from "./store.ts";

/**
 * The owner of drafts that are read and written: a user's id, or "" for a visitor. Drafts are never shown to other
 * users: a form loads another draft when another user signs in.
 */
export const draftOwner = createStore("");

const keyOf = (key: string) => `draft:${draftOwner.read()}:${key}`;

/** Sets the owner. A visitor's drafts move to the user who signs in. */
export function setDraftOwner(userId: string | null): void {
  const next = userId ?? "";
  if (next === draftOwner.read()) return;
  if (draftOwner.read() === "") moveDrafts(next);
  draftOwner.set(next);
}

export const readDraft = <T>(place: StoragePlace, key: string): Partial<T> | null => readJson(place, keyOf(key));

export function writeDraft(place: StoragePlace, key: string, values: unknown): void {
  store(place, keyOf(key), JSON.stringify(values));
}

export function clearDraft(place: StoragePlace, key: string): void {
  removeStored(place, keyOf(key));
}

function moveDrafts(to: string): void {
  eachDraft("", (place, name, key) => {
    store(place, `draft:${to}:${key}`, readStored(place, name) ?? "null");
    removeStored(place, name);
  });
}

/** Signing out removes the user's drafts from this device. After an expired session they remain. */
export function clearDrafts(userId: string): void {
  for (const id of [userId, ""]) eachDraft(id, removeStored);
}

function eachDraft(of: string, work: (place: StoragePlace, name: string, key: string) => void): void {
  const prefix = `draft:${of}:`;
  for (const place of ["session", "local"] as const)
    for (const name of storedKeys(place, prefix)) work(place, name, name.slice(prefix.length));
}
