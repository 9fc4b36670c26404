import { readJson, readStored, removeStored, type StoragePlace, store, storedKeys } from "./browserStorage.ts";
import { createStore } from "./store.ts";

/**
 * The owner of the drafts that are read and written: a user's id, "" for a visitor, null until the session is known.
 * Drafts are never shown to other users: a form loads another draft when another user signs in.
 */
export const draftOwner = createStore<string | null>(null);

/** The key of the draft of the sign-up form. */
export const SIGN_UP_DRAFT = "signup";

/** Changes with each sign-out in this browser, and so ends the visits of all tabs. */
const VISIT = "visit";

const keyOf = (key: string) => `draft:${draftOwner.read() ?? ""}:${key}`;
/** A visitor's drafts never outlive the tab: the next person at this computer opens another. */
const placeOf = (place: StoragePlace) => (draftOwner.read() ? place : "session");

/**
 * Sets the owner. A visitor's drafts follow the user who signs in, but stay in the tab: a draft for the place of one of
 * the account's drafts on this device is only offered (`useOffer`). The draft of the sign-up form is dropped.
 */
export function setDraftOwner(owner: string | null): void {
  if (owner)
    for (const name of storedKeys("session", "draft::")) {
      if (name !== `draft::${SIGN_UP_DRAFT}`)
        store("session", name.replace("::", `:${owner}:`), String(readStored("session", name)));
      removeStored("session", name);
    }
  draftOwner.set(owner);
}

export const readDraft = <T>(place: StoragePlace, key: string): Partial<T> | null =>
  readJson(placeOf(place), keyOf(key));

export function writeDraft(place: StoragePlace, key: string, values: unknown): void {
  store(placeOf(place), keyOf(key), JSON.stringify(values));
}

export function clearDraft(place: StoragePlace, key: string): void {
  removeStored(placeOf(place), keyOf(key));
}

/**
 * Signing out removes the user's drafts from this device, and the drafts of all tabs. After an expired session they
 * remain.
 */
export function clearDrafts(userId: string): void {
  // Earlier versions kept a visitor's drafts on the device.
  for (const owner of [userId, ""]) removeDrafts("local", `draft:${owner}:`);
  store("local", VISIT, String(Date.now()));
  followVisit();
}

/** Removes the drafts of this tab if someone has signed out since it last looked. @returns whether someone has */
export function followVisit(): boolean {
  const visit = readStored("local", VISIT) ?? "";
  if (visit === (readStored("session", VISIT) ?? "")) return false;
  store("session", VISIT, visit);
  removeDrafts("session", "draft:");
  return true;
}

function removeDrafts(place: StoragePlace, prefix: string): void {
  for (const name of storedKeys(place, prefix)) removeStored(place, name);
}
